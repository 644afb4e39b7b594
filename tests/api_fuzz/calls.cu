// SPDX-License-Identifier: Apache-2.0
// The calls of a random sequence, and what the model makes of them.
#include <algorithm>
#include <cstring>

#include "model.h"

namespace fuzz {
namespace {

__global__ void add_to_all(unsigned char* data, unsigned count, unsigned char value) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] += value + static_cast<unsigned char>(i);
}

// ---- streams ----

void create_stream(Model& m) {
  const unsigned flags = static_cast<unsigned>(m.dice.below(4));
  const int priority = static_cast<int>(m.dice.below(12)) - 8;
  cudaStream_t made = nullptr;
  const cudaError_t answer = cudaStreamCreateWithPriority(&made, flags, priority);
  m.expect("cudaStreamCreateWithPriority", answer, flags > 1 ? cudaErrorInvalidValue : cudaSuccess);
  if (answer != cudaSuccess) return;
  m.streams[m.born(made)] = {flags == cudaStreamNonBlocking, std::min(std::max(priority, -5), 0)};
}

void destroy_stream(Model& m) {
  const cudaStream_t stream = m.handle_of(m.streams);
  const bool good = m.streams.count(stream);
  m.expect("cudaStreamDestroy", cudaStreamDestroy(stream), good ? cudaSuccess : kBadHandle);
  if (!good) return;
  m.streams.erase(stream);
  m.died(stream);
  stream_gone(m, stream);
}

void ask_stream(Model& m) {
  const cudaStream_t stream = m.handle_of(m.streams);
  const bool good = is_stream(m, stream);
  unsigned flags = 99;
  int priority = 99;
  m.expect("cudaStreamGetFlags", cudaStreamGetFlags(stream, &flags),
           good ? cudaSuccess : kBadHandle);
  m.expect("cudaStreamGetPriority", cudaStreamGetPriority(stream, &priority),
           good ? cudaSuccess : kBadHandle);
  if (m.streams.count(stream)) {
    m.that("flags",
           flags == (m.streams[stream].non_blocking ? cudaStreamNonBlocking : cudaStreamDefault));
    m.that("priority", priority == m.streams[stream].priority);
  }
  if (good) {
    m.expect("cudaStreamQuery", cudaStreamQuery(stream), {cudaSuccess, cudaErrorNotReady});
    m.expect("cudaStreamSynchronize", cudaStreamSynchronize(stream), cudaSuccess);
    // Other threads may use the default stream, too.
    const bool own = !m.others || stream;
    m.expect("cudaStreamQuery", cudaStreamQuery(stream),
             {cudaSuccess, own ? cudaSuccess : cudaErrorNotReady});
  } else {
    m.expect("cudaStreamQuery", cudaStreamQuery(stream), kBadHandle);
    m.expect("cudaStreamSynchronize", cudaStreamSynchronize(stream), kBadHandle);
  }
}

void host_function(void* data) {
  ++*static_cast<int*>(data);
}

void call_host(Model& m) {
  const cudaStream_t stream = m.handle_of(m.streams);
  const bool good = is_stream(m, stream);
  int calls = 0;
  const cudaHostFn_t function = m.dice.one_in(6) ? nullptr : host_function;
  m.expect("cudaLaunchHostFunc", cudaLaunchHostFunc(stream, function, &calls),
           !good      ? kBadHandle
           : function ? cudaSuccess
                      : cudaErrorInvalidValue);
  if (!good) return;
  m.expect("cudaStreamSynchronize", cudaStreamSynchronize(stream), cudaSuccess);
  m.that("the host function is called once", calls == (function ? 1 : 0));
}

// ---- events ----

void create_event(Model& m) {
  const unsigned flags = static_cast<unsigned>(m.dice.below(9));
  cudaEvent_t made = nullptr;
  const bool good =
      flags < 8 && (!(flags & cudaEventInterprocess) || (flags & cudaEventDisableTiming));
  m.expect("cudaEventCreateWithFlags", cudaEventCreateWithFlags(&made, flags),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (good) m.events[m.born(made)] = {!(flags & cudaEventDisableTiming), false};
}

void destroy_event(Model& m) {
  const cudaEvent_t event = m.handle_of(m.events);
  const bool good = m.events.count(event);
  m.expect("cudaEventDestroy", cudaEventDestroy(event), good ? cudaSuccess : kBadHandle);
  if (good) {
    m.events.erase(event);
    m.died(event);
  }
}

void record_event(Model& m) {
  const cudaEvent_t event = m.handle_of(m.events);
  const cudaStream_t stream = m.handle_of(m.streams);
  const bool good = m.events.count(event) && is_stream(m, stream);
  m.expect("cudaEventRecord", cudaEventRecord(event, stream), good ? cudaSuccess : kBadHandle);
  if (good) m.events[event].recorded = true;
}

void ask_event(Model& m) {
  const cudaEvent_t event = m.handle_of(m.events);
  const bool good = m.events.count(event);
  if (good) {
    m.expect("cudaEventQuery", cudaEventQuery(event), {cudaSuccess, cudaErrorNotReady});
  } else {
    m.expect("cudaEventQuery", cudaEventQuery(event), kBadHandle);
  }
  m.expect("cudaEventSynchronize", cudaEventSynchronize(event), good ? cudaSuccess : kBadHandle);
  const cudaEvent_t other = m.handle_of(m.events);
  const bool both = good && m.events.count(other);
  const auto measures = [&](cudaEvent_t e) { return m.events[e].timed && m.events[e].recorded; };
  float milliseconds = -1;
  const cudaError_t answer = cudaEventElapsedTime(&milliseconds, event, other);
  if (both && measures(event) && measures(other)) {
    m.expect("cudaEventElapsedTime", answer, {cudaSuccess, cudaErrorNotReady});
  } else {
    m.expect("cudaEventElapsedTime", answer, kBadHandle);
  }
}

// ---- memory ----

void allocate(Model& m) {
  constexpr std::size_t kSizes[] = {0, 1, 100, 4096, 70000, std::size_t{1} << 50};
  const std::size_t size = kSizes[m.dice.below(6)];
  unsigned char* made = nullptr;
  const cudaError_t answer = cudaMalloc(&made, size);
  m.expect("cudaMalloc", answer, size >> 40 ? cudaErrorMemoryAllocation : cudaSuccess);
  m.that("memory for no bytes is null", size != 0 || !made);
  if (!made) return;
  Buffer& buffer = m.buffers[m.born(made)];
  buffer.holds.assign(size, static_cast<unsigned char>(size));
  m.expect("cudaMemset", cudaMemset(made, static_cast<int>(size), size), cudaSuccess);
  m.expect("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaSuccess);
}

void release(Model& m) {
  unsigned char* address = m.handle_of(m.buffers);
  const bool inside = address && m.buffers.count(address) && m.buffers[address].holds.size() > 1 &&
                      m.dice.one_in(4);
  if (inside) ++address;
  const bool good = !address || m.buffers.count(address);
  if (good && address && m.buffers[address].ordered) {
    const cudaStream_t owner = m.buffers[address].owner;
    m.expect("cudaStreamSynchronize", cudaStreamSynchronize(owner), cudaSuccess);
  }
  m.expect("cudaFree", cudaFree(address), good ? cudaSuccess : cudaErrorInvalidValue);
  if (good && address) {
    m.buffers.erase(address);
    m.died(address);
  }
}

void allocate_pinned(Model& m) {
  const unsigned flags = static_cast<unsigned>(m.dice.below(9));
  unsigned char* made = nullptr;
  m.expect("cudaHostAlloc", cudaHostAlloc(&made, 3000, flags),
           flags > 7 ? cudaErrorInvalidValue : cudaSuccess);
  if (!made) return;
  unsigned kept = 99;
  m.expect("cudaHostGetFlags", cudaHostGetFlags(&kept, made), cudaSuccess);
  m.that("flags", kept == (flags | cudaHostAllocMapped));
  std::memset(made, 3, 3000);
  m.pinned[m.born(made)] = Bytes(3000, 3);
}

void release_pinned(Model& m) {
  unsigned char* const address = m.handle_of(m.pinned);
  const bool good = !address || m.pinned.count(address);
  m.expect("cudaFreeHost", cudaFreeHost(address), good ? cudaSuccess : cudaErrorInvalidValue);
  if (good && address) {
    m.pinned.erase(address);
    m.died(address);
  }
}

void set_memory(Model& m) {
  if (m.buffers.empty()) return;
  auto& [address, buffer] =
      *std::next(m.buffers.begin(), static_cast<long>(m.dice.below(m.buffers.size())));
  // Behind the last byte another allocation may begin.
  const std::size_t at = m.dice.below(buffer.holds.size()),
                    count = m.dice.below(buffer.holds.size() * 5 / 4 + 2);
  const auto value = static_cast<unsigned char>(m.dice.below(256));
  const cudaStream_t stream = own(m, buffer.owner);
  const bool fits = at + count <= buffer.holds.size();
  m.expect("cudaMemsetAsync", cudaMemsetAsync(address + at, value, count, stream),
           fits || count == 0 ? cudaSuccess : cudaErrorInvalidValue);
  if (fits) std::fill_n(buffer.holds.begin() + static_cast<long>(at), count, value);
}

void launch(Model& m) {
  if (m.buffers.empty()) return;
  auto& [address, buffer] =
      *std::next(m.buffers.begin(), static_cast<long>(m.dice.below(m.buffers.size())));
  const auto count = static_cast<unsigned>(buffer.holds.size());
  const unsigned threads =
      m.dice.one_in(8) ? 2000 : 33 + static_cast<unsigned>(m.dice.below(3)) * 31;
  const cudaStream_t stream = own(m, buffer.owner);
  const auto value = static_cast<unsigned char>(m.dice.below(256));
  add_to_all<<<(count + threads - 1) / threads, threads, 0, stream>>>(address, count, value);
  // A launch answers by the last error.
  const cudaError_t answer = cudaPeekAtLastError();
  m.expect("launch", answer, threads > 1024 ? cudaErrorInvalidConfiguration : cudaSuccess);
  if (answer != cudaSuccess) return;
  for (unsigned i = 0; i < count; ++i) buffer.holds[i] += static_cast<unsigned char>(value + i);
}

void copy(Model& m) {
  if (m.buffers.size() < 2) return;
  auto from = std::next(m.buffers.begin(), static_cast<long>(m.dice.below(m.buffers.size())));
  auto to = std::next(m.buffers.begin(), static_cast<long>(m.dice.below(m.buffers.size())));
  if (from == to) return;
  const std::size_t count = m.dice.below(from->second.holds.size() + 1);
  const bool fits = count <= to->second.holds.size();
  // Both in one stream.
  const cudaStream_t stream = own(m, to->second.owner);
  if (from->second.owner != stream) {
    m.expect("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaSuccess);
    from->second.owner = stream;
  }
  const cudaMemcpyKind kinds[] = {cudaMemcpyDeviceToDevice, cudaMemcpyDefault};
  m.expect("cudaMemcpyAsync",
           cudaMemcpyAsync(to->first, from->first, count, kinds[m.dice.below(2)], stream),
           fits || count == 0 ? cudaSuccess : cudaErrorInvalidValue);
  if (fits) std::copy_n(from->second.holds.begin(), count, to->second.holds.begin());
}

void copy_in(Model& m) {
  if (m.buffers.empty() || m.pinned.empty()) return;
  auto& [address, buffer] =
      *std::next(m.buffers.begin(), static_cast<long>(m.dice.below(m.buffers.size())));
  const auto& [host, holds] = *m.pinned.begin();
  const std::size_t count = std::min(buffer.holds.size(), m.dice.below(holds.size()));
  const cudaStream_t stream = own(m, buffer.owner);
  const int kind = static_cast<int>(m.dice.below(6));
  const bool known = kind <= 4, right = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDefault;
  if (known && !right) return;  // what is wrong with it depends on the kinds of both memories
  const cudaError_t answer =
      cudaMemcpyAsync(address, host, count, static_cast<cudaMemcpyKind>(kind), stream);
  m.expect("cudaMemcpyAsync", answer, known ? cudaSuccess : cudaErrorInvalidMemcpyDirection);
  if (answer == cudaSuccess) std::copy_n(holds.begin(), count, buffer.holds.begin());
}

// What the memory holds is what all the calls made of it, in order.
void look(Model& m) {
  if (m.buffers.empty()) return;
  const auto& [address, buffer] =
      *std::next(m.buffers.begin(), static_cast<long>(m.dice.below(m.buffers.size())));
  Bytes got(buffer.holds.size());
  m.expect("cudaMemcpyAsync",
           cudaMemcpyAsync(got.data(), address, got.size(), cudaMemcpyDeviceToHost, buffer.owner),
           cudaSuccess);
  m.expect("cudaStreamSynchronize", cudaStreamSynchronize(buffer.owner), cudaSuccess);
  m.that("memory holds what was put there", got == buffer.holds);
}

// What `address` lies in.
template <class Memory>
bool lies_in(const std::map<unsigned char*, Memory>& memory, const unsigned char* address,
             const Bytes& (*bytes)(const Memory&)) {
  return std::any_of(memory.begin(), memory.end(), [&](const auto& one) {
    return address >= one.first && address < one.first + bytes(one.second).size();
  });
}

void ask_pointer(Model& m) {
  unsigned char* const address =
      m.handle_of(m.dice.one_in(2) ? m.buffers : std::map<unsigned char*, Buffer>());
  cudaPointerAttributes attributes = {};
  m.expect("cudaPointerGetAttributes", cudaPointerGetAttributes(&attributes, address), cudaSuccess);
  const bool device =
      lies_in<Buffer>(m.buffers, address, [](const Buffer& b) -> const Bytes& { return b.holds; });
  const bool host =
      lies_in<Bytes>(m.pinned, address, [](const Bytes& b) -> const Bytes& { return b; });
  m.that("what kind of memory it is", attributes.type == (device ? cudaMemoryTypeDevice
                                                          : host ? cudaMemoryTypeHost
                                                                 : cudaMemoryTypeUnregistered));
  if (device) m.that("its address", attributes.devicePointer == address);
}

void wait_for_all(Model& m) {
  m.expect("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaSuccess);
}

// All that the device had is gone; the model forgets it.
void reset(Model& m) {
  if (m.others || !m.dice.one_in(6)) return;
  m.expect("cudaDeviceReset", cudaDeviceReset(), cudaSuccess);
  const auto gone = [&](auto& handles) {
    for (const auto& [handle, state] : handles) m.died(handle);
    handles.clear();
  };
  gone(m.streams);
  gone(m.events);
  gone(m.buffers);
  gone(m.pinned);
  // Those of memory of the host are of no device.
  std::erase_if(m.pools, [&](const auto& pool) {
    if (!pool.second.on_host) m.died(pool.first);
    return !pool.second.on_host;
  });
  gone(m.arrays);
  m.current_pool = nullptr;
  if (m.words.at) m.died(m.words.at);
  m.words.at = nullptr;
  m.words.owner = nullptr;
  forget_graphs(m);
}

const std::vector<Call> kCalls = {
    create_stream,  destroy_stream, ask_stream, call_host, create_event, destroy_event,
    record_event,   ask_event,      allocate,   allocate,  release,      allocate_pinned,
    release_pinned, set_memory,     set_memory, launch,    launch,       launch,
    copy,           copy,           copy_in,    look,      ask_pointer,  wait_for_all,
    reset};

}  // namespace

cudaStream_t own(Model& m, cudaStream_t& owner) {
  if (m.streams.empty() || m.dice.one_in(2)) return owner;
  const cudaStream_t next = m.dice.any_of(m.streams).first;
  if (next == owner) return next;
  cudaEvent_t event = nullptr;
  m.expect("cudaEventCreate", cudaEventCreate(&event), cudaSuccess);
  m.expect("cudaEventRecord", cudaEventRecord(event, owner), cudaSuccess);
  m.expect("cudaStreamWaitEvent", cudaStreamWaitEvent(next, event, 0), cudaSuccess);
  m.expect("cudaEventDestroy", cudaEventDestroy(event), cudaSuccess);
  return owner = next;
}

// What it was given is done all the same; somebody else may use its memory then.
void stream_gone(Model& m, cudaStream_t stream) {
  bool done = false;
  const auto release = [&](cudaStream_t& owner) {
    if (owner != stream) return;
    if (!done) m.expect("cudaDeviceSynchronize", cudaDeviceSynchronize(), cudaSuccess);
    done = true;
    owner = nullptr;
  };
  for (auto& [address, buffer] : m.buffers) release(buffer.owner);
  for (auto& [handle, array] : m.arrays) release(array.owner);
  release(m.words.owner);
}

void run_sequence(Model& m, int calls) {
  const std::vector<Call>* const families[] = {&kCalls,      &kCalls,      &kPoolCalls,
                                               &kArrayCalls, &kGraphCalls, &kExecCalls};
  if (m.dice.one_in(2)) begin_graph(m);
  for (int i = 0; i < calls && m.failures() == 0; ++i) {
    const auto& family = *families[m.dice.below(std::size(families))];
    family[m.dice.below(family.size())](m);
  }
  if (m.failures()) return;
  remove_graphs(m);
  remove_arrays(m);
  while (!m.buffers.empty() && m.failures() == 0) {
    const unsigned char* const first = m.buffers.begin()->first;
    look(m);
    m.expect("cudaFree", cudaFree(const_cast<unsigned char*>(first)), cudaSuccess);
    m.buffers.erase(m.buffers.begin());
  }
  remove_pools(m);
  for (const auto& [address, holds] : m.pinned)
    m.expect("cudaFreeHost", cudaFreeHost(address), cudaSuccess);
  for (const auto& [event, state] : m.events)
    m.expect("cudaEventDestroy", cudaEventDestroy(event), cudaSuccess);
  for (const auto& [stream, state] : m.streams)
    m.expect("cudaStreamDestroy", cudaStreamDestroy(stream), cudaSuccess);
}

}  // namespace fuzz
