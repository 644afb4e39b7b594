// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation and pools.
#include <algorithm>

#include "model.h"

namespace fuzz {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

std::uint64_t rounded(std::size_t size) {
  return (size + 511) / 512 * 512;
}

std::uint64_t used(Model& m, cudaMemPool_t pool) {
  std::uint64_t sum = 0;
  for (const auto& [address, buffer] : m.buffers) {
    if (buffer.pool == pool) sum += rounded(buffer.holds.size());
  }
  return sum;
}

void made(Model& m, unsigned char* address, std::size_t size, cudaStream_t stream,
          cudaMemPool_t pool) {
  Buffer& buffer = m.buffers[m.born(address)];
  buffer.holds.assign(size, static_cast<unsigned char>(size + 1));
  buffer.owner = stream;
  buffer.ordered = true;
  buffer.pool = pool;
  m.expect("cudaMemsetAsync", cudaMemsetAsync(address, static_cast<int>(size + 1), size, stream),
           cudaSuccess);
}

void allocate(Model& m) {
  constexpr std::size_t kSizes[] = {1, 500, 4096, 70000, std::size_t{1} << 50};
  const std::size_t size = kSizes[m.dice.below(5)];
  const cudaStream_t stream = m.handle_of(m.streams);
  unsigned char* address = nullptr;
  const cudaError_t want = !is_stream(m, stream) ? kBadHandle
                           : size >> 40          ? cudaErrorMemoryAllocation
                                                 : cudaSuccess;
  m.expect("cudaMallocAsync", cudaMallocAsync(&address, size, stream), want);
  if (want == cudaSuccess) made(m, address, size, stream, m.current_pool);
}

// Set in the stream, seen by the host, and given back.
void use_on_host(Model& m, unsigned char* address, std::size_t size, cudaStream_t stream) {
  m.expect("cudaMemsetAsync", cudaMemsetAsync(address, 123, size, stream), cudaSuccess);
  m.expect("cudaStreamSynchronize", cudaStreamSynchronize(stream), cudaSuccess);
  m.that("what the host sees", address[0] == 123 && address[size - 1] == 123);
  m.expect("cudaFreeAsync", cudaFreeAsync(address, stream), cudaSuccess);
}

void allocate_from_pool(Model& m) {
  const std::size_t size = m.dice.one_in(4) ? 3 * kMiB : 1 + m.dice.below(9000);
  const cudaStream_t stream = m.handle_of(m.streams);
  const cudaMemPool_t pool = m.handle_of(m.pools);
  unsigned char* address = nullptr;
  const cudaError_t got = cudaMallocFromPoolAsync(&address, size, pool, stream);
  if (!is_stream(m, stream)) {
    m.expect("cudaMallocFromPoolAsync", got, kBadHandle);
  } else if (!m.pools.count(pool)) {
    m.expect("cudaMallocFromPoolAsync", got, cudaErrorInvalidValue);
  } else if (m.pools[pool].most) {
    m.expect("cudaMallocFromPoolAsync", got, {cudaSuccess, cudaErrorMemoryAllocation});
  } else {
    m.expect("cudaMallocFromPoolAsync", got, cudaSuccess);
  }
  if (got != cudaSuccess) return;
  if (m.pools[pool].on_host) {
    use_on_host(m, address, size, stream);
  } else {
    made(m, address, size, stream, pool);
  }
}

void release(Model& m) {
  unsigned char* address = m.handle_of(m.buffers);
  const bool good = m.buffers.count(address);
  cudaStream_t stream = good ? own(m, m.buffers[address].owner) : nullptr;
  const bool wrong = m.dice.one_in(10);
  if (wrong) stream = m.handle_of(std::map<cudaStream_t, StreamState>());
  if (wrong && is_stream(m, stream)) return;
  m.expect("cudaFreeAsync", cudaFreeAsync(address, stream),
           wrong  ? kBadHandle
           : good ? cudaSuccess
                  : cudaErrorInvalidValue);
  if (wrong || !good) return;
  m.buffers.erase(address);
  m.died(address);
}

void create(Model& m) {
  cudaMemPoolProps props = {};
  props.allocType = m.dice.one_in(8) ? cudaMemAllocationTypeInvalid : cudaMemAllocationTypePinned;
  constexpr cudaMemLocationType kPlaces[] = {cudaMemLocationTypeDevice, cudaMemLocationTypeDevice,
                                             cudaMemLocationTypeHost, cudaMemLocationTypeHostNuma};
  const auto place = kPlaces[m.dice.below(4)];
  props.location = {place, m.dice.one_in(8) ? 99 : 0};
  if (m.dice.one_in(4)) props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  if (m.dice.one_in(4)) props.maxSize = 4 * kMiB;
  const cudaError_t want = props.allocType == cudaMemAllocationTypeInvalid ? cudaErrorInvalidValue
                           : place == cudaMemLocationTypeHost
                               ? props.handleTypes ? cudaErrorInvalidValue : cudaSuccess
                           : props.location.id ? cudaErrorInvalidDevice
                                               : cudaSuccess;
  cudaMemPool_t pool = nullptr;
  m.expect("cudaMemPoolCreate", cudaMemPoolCreate(&pool, &props), want);
  if (want != cudaSuccess) return;
  PoolState& state = m.pools[m.born(pool)];
  state.most = props.maxSize;
  state.on_host = place != cudaMemLocationTypeDevice;
}

void forget(Model& m, cudaMemPool_t pool) {
  for (auto& [address, buffer] : m.buffers) {
    if (buffer.pool == pool) buffer.pool = nullptr;
  }
  if (m.current_pool == pool) m.current_pool = nullptr;
  m.pools.erase(pool);
  m.died(pool);
}

void destroy(Model& m) {
  cudaMemPool_t pool = m.handle_of(m.pools);
  if (m.dice.one_in(10)) cudaDeviceGetDefaultMemPool(&pool, 0);
  const bool good = m.pools.count(pool);
  m.expect("cudaMemPoolDestroy", cudaMemPoolDestroy(pool),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (good) forget(m, pool);
}

void choose(Model& m) {
  if (m.others) return;
  cudaMemPool_t pool = m.handle_of(m.pools), now = nullptr;
  const int device = m.dice.one_in(8) ? 3 : 0;
  const bool good = m.pools.count(pool) && !m.pools[pool].on_host;
  m.expect("cudaDeviceSetMemPool", cudaDeviceSetMemPool(device, pool),
           device ? cudaErrorInvalidDevice
           : good ? cudaSuccess
                  : cudaErrorInvalidValue);
  if (good && !device) m.current_pool = pool;
  m.expect("cudaDeviceGetMemPool", cudaDeviceGetMemPool(&now, 0), cudaSuccess);
  m.that("the current pool", m.current_pool ? now == m.current_pool : !m.pools.count(now));
}

void trim(Model& m) {
  const cudaMemPool_t pool = m.handle_of(m.pools);
  m.expect("cudaMemPoolTrimTo", cudaMemPoolTrimTo(pool, m.dice.below(3) * kMiB),
           m.pools.count(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

void set_attribute(Model& m) {
  const cudaMemPool_t pool = m.handle_of(m.pools);
  const bool good = m.pools.count(pool);
  std::uint64_t value = m.dice.below(2) ? ~std::uint64_t{0} : 0;
  m.expect("cudaMemPoolSetAttribute",
           cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (good) m.pools[pool].threshold = value;
  int flag = static_cast<int>(m.dice.below(2));
  m.expect("cudaMemPoolSetAttribute",
           cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag),
           good ? cudaSuccess : cudaErrorInvalidValue);
  if (good) m.pools[pool].reuse = flag;
  m.expect("cudaMemPoolSetAttribute",
           cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value),
           cudaErrorInvalidValue);
}

void ask(Model& m) {
  const cudaMemPool_t pool = m.handle_of(m.pools);
  const bool good = m.pools.count(pool);
  std::uint64_t now = 0, high = 0, reserved = 0, threshold = 0;
  int reuse = 0;
  const auto get = [&](cudaMemPoolAttr attribute, void* out) {
    m.expect("cudaMemPoolGetAttribute", cudaMemPoolGetAttribute(pool, attribute, out),
             good ? cudaSuccess : cudaErrorInvalidValue);
  };
  get(cudaMemPoolAttrUsedMemCurrent, &now);
  get(cudaMemPoolAttrUsedMemHigh, &high);
  get(cudaMemPoolAttrReservedMemCurrent, &reserved);
  get(cudaMemPoolAttrReleaseThreshold, &threshold);
  get(cudaMemPoolReuseAllowOpportunistic, &reuse);
  if (!good) return;
  const PoolState& state = m.pools[pool];
  m.that("used adds up", now == used(m, pool));
  m.that("high marks and reserved", high >= now && reserved >= now);
  m.that("the pool's bound", !state.most || reserved <= state.most);
  m.that("what was set", threshold == state.threshold && reuse == state.reuse);
}

}  // namespace

void remove_pools(Model& m) {
  while (!m.pools.empty() && m.failures() == 0) {
    const cudaMemPool_t pool = m.pools.begin()->first;
    m.expect("cudaMemPoolDestroy", cudaMemPoolDestroy(pool), cudaSuccess);
    forget(m, pool);
  }
}

const std::vector<Call> kPoolCalls = {allocate,
                                      allocate,
                                      allocate,
                                      allocate_from_pool,
                                      allocate_from_pool,
                                      release,
                                      release,
                                      create,
                                      destroy,
                                      choose,
                                      trim,
                                      set_attribute,
                                      ask,
                                      ask};

}  // namespace fuzz
