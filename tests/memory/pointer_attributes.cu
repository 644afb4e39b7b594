// SPDX-License-Identifier: Apache-2.0
// What a pointer points to, of every kind of memory, at its beginning and inside; and copies that
// infer their direction from it.
#include "memory.h"

namespace {

__device__ unsigned variable[16];
__managed__ unsigned shared_variable[16];

void says(const void* p, cudaMemoryType type, int device, bool on_device, bool on_host,
          const char* what) {
  cudaPointerAttributes a;
  gate::ok(cudaPointerGetAttributes(&a, p), what);
  gate::that(a.type == type && a.device == device, what);
  gate::that(a.devicePointer == (on_device ? p : nullptr), what);
  gate::that(a.hostPointer == (on_host ? p : nullptr), what);
}

}  // namespace

int main() {
  unsigned *device, *managed, *pinned, *ordered, *pitched, *symbol, own[64] = {};
  size_t pitch;
  gate::ok(cudaMalloc(&device, 4096), "cudaMalloc");
  gate::ok(cudaMallocManaged(&managed, 4096), "cudaMallocManaged");
  gate::ok(cudaHostAlloc(&pinned, 4096, cudaHostAllocWriteCombined), "cudaHostAlloc");
  gate::ok(cudaMallocAsync(&ordered, 4096, 0), "cudaMallocAsync");
  gate::ok(cudaMallocPitch(&pitched, &pitch, 100, 10), "cudaMallocPitch");
  gate::ok(cudaGetSymbolAddress((void**)&symbol, variable), "symbol");
  for (size_t inside : {0, 5}) {
    says(device + inside, cudaMemoryTypeDevice, 0, true, false, "device");
    says(ordered + inside, cudaMemoryTypeDevice, 0, true, false, "in stream order");
    says(pitched + inside, cudaMemoryTypeDevice, 0, true, false, "pitched");
    says(symbol + inside, cudaMemoryTypeDevice, 0, true, false, "variable");
    says(managed + inside, cudaMemoryTypeManaged, 0, true, true, "managed");
    says(shared_variable + inside, cudaMemoryTypeManaged, 0, true, true, "managed variable");
    says(pinned + inside, cudaMemoryTypeHost, 0, true, true, "pinned");
    says(own + inside, cudaMemoryTypeUnregistered, cudaInvalidDeviceId, false, true, "pageable");
  }
  gate::ok(cudaHostRegister(own, sizeof own, 0), "register");
  says(own + 2, cudaMemoryTypeHost, 0, true, true, "registered");
  gate::ok(cudaHostUnregister(own), "unregister");
  says(own + 2, cudaMemoryTypeUnregistered, cudaInvalidDeviceId, false, true, "no more");
  memory::refused(cudaPointerGetAttributes(nullptr, device), cudaErrorInvalidValue, "no place");

  // Directions.
  memory::count_from<<<1, 64>>>(device, 1024, 1);
  for (unsigned* to : {managed, pinned, ordered}) {
    gate::ok(cudaMemcpy(to, device, 4096, cudaMemcpyDefault), "copy");
    gate::that(memory::holds(to, 1024, 1), "its direction is known");
  }
  memory::refused(cudaMemcpy(own, device, 64, cudaMemcpyHostToDevice), cudaErrorInvalidValue,
                  "the wrong direction");
  memory::refused(cudaMemcpy(device, own, 64, cudaMemcpyDeviceToHost), cudaErrorInvalidValue,
                  "the wrong direction");
  memory::refused(cudaMemcpy(device, device, 64, (cudaMemcpyKind)7),
                  cudaErrorInvalidMemcpyDirection, "no direction");
  memory::refused(cudaMemcpy(device + 1000, pinned, 128, cudaMemcpyDefault), cudaErrorInvalidValue,
                  "past the end");
  gate::ok(cudaFree(device), "cudaFree");
  says(device, cudaMemoryTypeUnregistered, cudaInvalidDeviceId, false, true, "freed");
  memory::refused(cudaMemcpy(own, device, 64, cudaMemcpyDeviceToHost), cudaErrorInvalidValue,
                  "freed");
  memory::refused(cudaMemset(device, 0, 4), cudaErrorInvalidValue, "freed");
  memory::refused(cudaFree(device), cudaErrorInvalidValue, "twice");
  gate::ok(cudaFreeAsync(ordered, 0), "cudaFreeAsync");
  says(ordered, cudaMemoryTypeUnregistered, cudaInvalidDeviceId, false, true, "freed in order");
  return gate::result();
}
