// SPDX-License-Identifier: Apache-2.0
// cudaDeviceReset takes everything of the device away (CUDA Runtime API): streams, events, arrays,
// pools, and memory of cudaMalloc, cudaMallocHost, cudaMallocManaged and cudaMallocPitch; then it
// works anew.
#include "memory.h"

using memory::refused;

namespace {

__device__ unsigned variable = 5;

cudaMemoryType type_of(const void* p) {
  cudaPointerAttributes attributes;
  gate::ok(cudaPointerGetAttributes(&attributes, p), "cudaPointerGetAttributes");
  return attributes.type;
}

}  // namespace

int main() {
  void *linear, *managed, *pinned, *pitched, *ordered;
  size_t pitch = 0, free_before = 0, free_after = 0, total = 0;
  auto* registered = static_cast<unsigned*>(std::aligned_alloc(4096, 4096));
  cudaStream_t stream;
  cudaEvent_t event;
  cudaArray_t array;
  cudaMemPool_t pool;
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned>();
  gate::ok(cudaMemGetInfo(&free_before, &total), "cudaMemGetInfo");
  gate::ok(cudaMalloc(&linear, 3 << 20), "cudaMalloc");
  gate::ok(cudaMallocManaged(&managed, 4096), "cudaMallocManaged");
  gate::ok(cudaMallocHost(&pinned, 4096), "cudaMallocHost");
  gate::ok(cudaMallocPitch(&pitched, &pitch, 100, 100), "cudaMallocPitch");
  gate::ok(cudaHostRegister(registered, 4096, 0), "cudaHostRegister");
  gate::ok(cudaStreamCreate(&stream), "cudaStreamCreate");
  gate::ok(cudaEventCreate(&event), "cudaEventCreate");
  gate::ok(cudaMallocArray(&array, &desc, 64, 64), "cudaMallocArray");
  gate::ok(cudaMemPoolCreate(&pool, &props), "cudaMemPoolCreate");
  gate::ok(cudaMallocFromPoolAsync(&ordered, 4096, pool, stream), "cudaMallocFromPoolAsync");
  const unsigned seven = 7;
  gate::ok(cudaMemcpyToSymbol(variable, &seven, 4), "cudaMemcpyToSymbol");

  gate::ok(cudaDeviceReset(), "cudaDeviceReset");
  for (void* p : {linear, managed, pitched, ordered}) {
    refused(cudaFree(p), cudaErrorInvalidValue, "device memory is gone");
    gate::that(type_of(p) == cudaMemoryTypeUnregistered, "nobody's memory");
  }
  gate::that(type_of(pinned) == cudaMemoryTypeUnregistered, "pinned memory is gone");
  refused(cudaFreeHost(pinned), cudaErrorInvalidValue, "pinned memory is gone");
  refused(cudaHostUnregister(registered), cudaErrorHostMemoryNotRegistered, "nor registered");
  gate::ok(cudaHostRegister(registered, 4096, 0), "it can be again");
  refused(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle, "streams are gone");
  refused(cudaEventSynchronize(event), cudaErrorInvalidResourceHandle, "events are gone");
  refused(cudaFreeArray(array), cudaErrorInvalidResourceHandle, "arrays are gone");
  refused(cudaMemPoolDestroy(pool), cudaErrorInvalidValue, "pools are gone");
  gate::ok(cudaMemGetInfo(&free_after, &total), "cudaMemGetInfo");
  gate::that(free_after == free_before, "all memory is free");

  unsigned value = 0;
  gate::ok(cudaMemcpyFromSymbol(&value, variable, 4), "cudaMemcpyFromSymbol");
  gate::that(value == 5, "variables begin anew");
  auto* out = gate::pinned<unsigned>(1);
  gate::write<<<1, 1>>>(out, 3);
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::that(*out == 3, "kernels run");
  gate::ok(cudaHostUnregister(registered), "cudaHostUnregister");
  return gate::result();
}
