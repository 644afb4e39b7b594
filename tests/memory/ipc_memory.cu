// SPDX-License-Identifier: Apache-2.0
// Two processes exchange what their kernels make: one gives handles of its memory, the other (which
// runs this program anew) opens them, reads, writes and closes. A handle of memory that the first
// already uses changes neither its address nor what is in it.
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "memory.h"

namespace {

using memory::refused;
constexpr unsigned kLarge = 3 << 20, kSmall = 100;

__global__ void add(unsigned* values, unsigned count, unsigned more) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    values[i] += more;
  }
}

struct Handles {
  cudaIpcMemHandle_t large, small;
};

int other(int in, int out) {
  Handles handles;
  gate::that(read(in, &handles, sizeof handles) == sizeof handles, "handles");
  // It has memory of its own, too.
  unsigned* own;
  gate::ok(cudaMalloc(&own, kSmall * 4), "own");
  memory::count_from<<<1, 32>>>(own, kSmall, 70);
  unsigned *large, *small, *again;
  gate::ok(cudaIpcOpenMemHandle((void**)&large, handles.large, cudaIpcMemLazyEnablePeerAccess),
           "large");
  gate::ok(cudaIpcOpenMemHandle((void**)&small, handles.small, cudaIpcMemLazyEnablePeerAccess),
           "small");
  gate::that(memory::holds(large, kLarge, 5) && memory::holds(small, kSmall, 900), "its values");
  add<<<8, 128>>>(large, kLarge, 1000);
  gate::ok(cudaMemcpy(small, own, kSmall * 4, cudaMemcpyDeviceToDevice), "copy");
  gate::ok(cudaDeviceSynchronize(), "add");
  gate::ok(cudaIpcOpenMemHandle((void**)&again, handles.large, cudaIpcMemLazyEnablePeerAccess),
           "again");
  gate::that(again == large, "the same address");
  cudaPointerAttributes attributes;
  gate::ok(cudaPointerGetAttributes(&attributes, large + 17), "attributes");
  gate::that(attributes.type == cudaMemoryTypeDevice && attributes.device == 0 &&
                 attributes.devicePointer == large + 17 && attributes.hostPointer == nullptr,
             "device memory");
  refused(cudaFree(large), cudaErrorInvalidValue, "it is not this process's");
  refused(cudaMemset(large, 0, kLarge * 4ull + 1), cudaErrorInvalidValue, "past the end");
  refused(cudaIpcOpenMemHandle((void**)&again, handles.large, 0), cudaErrorInvalidValue, "flags");
  cudaIpcMemHandle_t broken = handles.large, none = {};
  broken.reserved[17] ^= 0x41;
  refused(cudaIpcOpenMemHandle((void**)&again, broken, 1), cudaErrorMapBufferObjectFailed, "file");
  refused(cudaIpcOpenMemHandle((void**)&again, none, 1), cudaErrorInvalidValue, "no handle");
  refused(cudaIpcCloseMemHandle(large + 1), cudaErrorInvalidValue, "inside");
  refused(cudaIpcCloseMemHandle(own), cudaErrorInvalidValue, "own");
  cudaIpcMemHandle_t forward;
  refused(cudaIpcGetMemHandle(&forward, large), cudaErrorInvalidValue, "of what was opened");
  gate::ok(cudaIpcCloseMemHandle(large), "once");
  gate::that(memory::holds(large, 10, 1005), "opened twice, closed once");
  gate::ok(cudaIpcCloseMemHandle(large), "twice");
  refused(cudaIpcCloseMemHandle(large), cudaErrorInvalidValue, "three times");
  refused(cudaMemset(large, 0, 4), cudaErrorInvalidValue, "it is gone");
  gate::ok(cudaIpcCloseMemHandle(small), "small");
  const char done = (char)gate::result();
  gate::that(write(out, &done, 1) == 1, "tell");
  return gate::result();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) return other(std::atoi(argv[1]), std::atoi(argv[2]));
  int there[2], back[2];
  gate::that(pipe(there) == 0 && pipe(back) == 0, "pipes");

  unsigned *large, *small, *neighbour;
  gate::ok(cudaMalloc(&large, kLarge * 4ull), "large");
  gate::ok(cudaMalloc(&small, kSmall * 4), "small");
  gate::ok(cudaMalloc(&neighbour, kSmall * 4), "neighbour");
  memory::count_from<<<8, 128>>>(large, kLarge, 5);
  memory::count_from<<<1, 32>>>(small, kSmall, 900);
  memory::count_from<<<1, 32>>>(neighbour, kSmall, 44);
  Handles handles;
  gate::ok(cudaIpcGetMemHandle(&handles.large, large), "handle");
  gate::ok(cudaIpcGetMemHandle(&handles.small, small), "handle");
  gate::that(memory::holds(large, kLarge, 5) && memory::holds(neighbour, kSmall, 44), "all there");
  Handles again;
  gate::ok(cudaIpcGetMemHandle(&again.large, large), "handle");
  gate::that(std::memcmp(&again.large, &handles.large, sizeof again.large) == 0, "the same one");

  const pid_t child = fork();
  if (child == 0) {
    const std::string in = std::to_string(there[0]), out = std::to_string(back[1]);
    execl("/proc/self/exe", argv[0], in.c_str(), out.c_str(), (char*)nullptr);
    _exit(99);
  }
  gate::that(write(there[1], &handles, sizeof handles) == sizeof handles, "send");
  char done = 9;
  close(back[1]);
  gate::that(read(back[0], &done, 1) == 1 && done == 0, "the other process");
  gate::that(memory::holds(large, kLarge, 1005), "what it added");
  gate::that(memory::holds(small, kSmall, 70), "what it copied");
  gate::that(memory::holds(neighbour, kSmall, 44), "and nothing else");
  int status = 1;
  gate::that(waitpid(child, &status, 0) == child && status == 0, "it has ended");

  // Wrong ones.
  void* p;
  cudaIpcMemHandle_t handle;
  refused(cudaIpcOpenMemHandle(&p, handles.large, cudaIpcMemLazyEnablePeerAccess),
          cudaErrorDeviceUninitialized, "its own");
  refused(cudaIpcGetMemHandle(&handle, large + 4), cudaErrorInvalidValue, "inside");
  refused(cudaIpcGetMemHandle(nullptr, large), cudaErrorInvalidValue, "no place");
  unsigned *managed, *ordered, *pinned = gate::pinned<unsigned>(4);
  gate::ok(cudaMallocManaged(&managed, 4096), "managed");
  gate::ok(cudaMallocAsync(&ordered, 4096, 0), "of a pool");
  for (void* q : {(void*)managed, (void*)ordered, (void*)pinned, (void*)&handle, (void*)nullptr}) {
    refused(cudaIpcGetMemHandle(&handle, q), cudaErrorInvalidValue, "other memory");
  }

  // Freed, and the memory is usable again.
  size_t before, after, total;
  gate::ok(cudaMemGetInfo(&before, &total), "info");
  gate::ok(cudaFree(large), "free");
  gate::ok(cudaFree(small), "free");
  gate::ok(cudaMemGetInfo(&after, &total), "info");
  gate::that(after == before + kLarge * 4ull, "it is free");
  gate::ok(cudaMalloc(&large, kLarge * 4ull), "again");
  memory::count_from<<<8, 128>>>(large, kLarge, 8);
  gate::that(memory::holds(large, kLarge, 8), "and works");
  return gate::result();
}
