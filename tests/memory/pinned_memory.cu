// SPDX-License-Identifier: Apache-2.0
// Page-locked memory: what is asked for is kept and answered, kernels reach it at the address that
// cudaHostGetDevicePointer gives, and it is not taken away from what still uses it.
#include <sys/mman.h>

#include <vector>

#include "memory.h"

using memory::refused;

int main() {
  constexpr unsigned kCount = 4096;
  // Each kind: flags, device address (also of the inside), kernels see what the host writes.
  for (unsigned flags = 0; flags < 8; ++flags) {
    unsigned *host, *device;
    gate::ok(cudaHostAlloc(&host, kCount * 4, flags), "cudaHostAlloc");
    unsigned got = 99;
    gate::ok(cudaHostGetFlags(&got, host), "cudaHostGetFlags");
    gate::that(got == (flags | cudaHostAllocMapped), "the device sees all of it");
    gate::ok(cudaHostGetFlags(&got, host + 7), "flags, inside");
    gate::ok(cudaHostGetDevicePointer(&device, host, 0), "device pointer");
    memory::count_from<<<2, 64>>>(device, kCount, flags);
    gate::ok(cudaDeviceSynchronize(), "count");
    gate::that(host[kCount - 1] == flags + kCount - 1, "both see it");
    unsigned* inside;
    gate::ok(cudaHostGetDevicePointer(&inside, host + 5, 0), "inside");
    gate::that(inside == device + 5, "the same distance");
    gate::ok(cudaFreeHost(host), "cudaFreeHost");
  }
  unsigned *p, *q;
  refused(cudaHostAlloc(&p, 64, 8), cudaErrorInvalidValue, "flags");
  refused(cudaHostAlloc((unsigned**)nullptr, 64, 0), cudaErrorInvalidValue, "no place");
  refused(cudaHostAlloc(&p, 1ull << 50, 0), cudaErrorMemoryAllocation, "too much");

  // What a copy that has not run yet needs stays there until it has.
  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "stream");
  auto* gates = gate::pinned<unsigned>(1);
  auto* source = gate::pinned<unsigned>(1 << 20);
  unsigned* device;
  gate::ok(cudaMalloc(&device, 4 << 20), "cudaMalloc");
  for (unsigned i = 0; i < 1 << 20; ++i) source[i] = i + 6;
  gate::ok(cudaMemcpyAsync(device, source, 4 << 20, cudaMemcpyHostToDevice, s), "copy");
  gate::ok(cudaFreeHost(source), "cudaFreeHost waits");
  gate::that(memory::holds(device, 1 << 20, 6), "it was copied");

  // Memory of the program's own.
  std::vector<unsigned> own(kCount);
  gate::ok(cudaHostRegister(own.data(), kCount * 4, cudaHostRegisterPortable), "register");
  gate::ok(cudaHostGetDevicePointer(&q, own.data() + 1, 0), "device pointer");
  memory::count_from<<<2, 64>>>(q - 1, kCount, 77);
  gate::ok(cudaDeviceSynchronize(), "count");
  gate::that(own[kCount - 1] == 77 + kCount - 1, "both see it");
  unsigned flags;
  refused(cudaHostGetFlags(&flags, own.data()), cudaErrorInvalidValue, "of cudaHostAlloc only");
  refused(cudaFreeHost(own.data()), cudaErrorInvalidValue, "not allocated");
  refused(cudaHostRegister(own.data(), 16, 0), cudaErrorHostMemoryAlreadyRegistered, "again");
  refused(cudaHostRegister(own.data() + 100, 16, 0), cudaErrorHostMemoryAlreadyRegistered, "part");
  refused(cudaHostRegister(own.data() - 4, 32, 0), cudaErrorHostMemoryAlreadyRegistered, "overlap");
  refused(cudaHostUnregister(own.data() + 1), cudaErrorInvalidValue, "inside");
  gate::ok(cudaHostUnregister(own.data()), "unregister");
  refused(cudaHostUnregister(own.data()), cudaErrorHostMemoryNotRegistered, "twice");
  gate::ok(cudaHostRegister(own.data(), 16, cudaHostRegisterMapped), "and again");
  gate::ok(cudaHostUnregister(own.data()), "unregister");
  refused(cudaHostRegister(nullptr, 16, 0), cudaErrorInvalidValue, "null");
  refused(cudaHostRegister(own.data(), 0, 0), cudaErrorInvalidValue, "nothing");
  refused(cudaHostRegister(own.data(), 16, 0x40), cudaErrorInvalidValue, "flags");
  refused(cudaHostRegister(own.data(), ~size_t{0}, 0), cudaErrorInvalidValue, "size wraps around");
  refused(cudaHostRegister(own.data(), 16, cudaHostRegisterIoMemory), cudaErrorNotSupported, "I/O");
  refused(cudaHostRegister(own.data(), 16, cudaHostRegisterReadOnly), cudaErrorNotSupported,
          "as the device attribute says");
  refused(cudaHostRegister(device, 64, 0), cudaErrorInvalidValue, "device memory");
  void* gone = mmap(nullptr, 1 << 16, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(gone, 1 << 16);
  refused(cudaHostRegister(gone, 1 << 16, 0), cudaErrorInvalidValue, "no memory");
  gate::ok(cudaMallocHost(&p, 64), "cudaMallocHost");
  refused(cudaHostUnregister(p), cudaErrorInvalidValue, "not registered, allocated");
  refused(cudaHostRegister(p, 64, 0), cudaErrorHostMemoryAlreadyRegistered, "locked already");
  refused(cudaHostGetDevicePointer(&q, &own[0], 0), cudaErrorInvalidValue, "pageable");
  refused(cudaHostGetDevicePointer(&q, p, 1), cudaErrorInvalidValue, "flags");
  refused(cudaHostGetDevicePointer((unsigned**)nullptr, p, 0), cudaErrorInvalidValue, "no place");
  refused(cudaFree(p), cudaErrorInvalidValue, "not device memory");
  refused(cudaFreeHost(p + 1), cudaErrorInvalidValue, "inside");
  gate::ok(cudaFreeHost(p), "once");
  refused(cudaFreeHost(p), cudaErrorInvalidValue, "twice");
  refused(cudaFreeHost(device), cudaErrorInvalidValue, "device memory");
  gate::ok(cudaFreeHost(nullptr), "nothing");
  return gate::result();
}
