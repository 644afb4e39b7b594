// SPDX-License-Identifier: Apache-2.0
// Two devices: a kernel of one uses memory of the other. A GPU ends such a kernel with
// cudaErrorIllegalAddress until the program has enabled access.
// ENVIRONMENT: HEDDLE_GPU=h200,h200
#include "planted.h"

__device__ int counter;

__global__ void adds(const int* x, int* y) {
  y[threadIdx.x] = x[threadIdx.x] + threadIdx.x;  // ERROR peer-access (0,0,0)
}
__global__ void counts(int* counter) {
  atomicAdd(counter, 1);  // ERROR peer-access (0,0,0)
}
__global__ void of_a_pool(int* y) {
  y[31 - threadIdx.x] = threadIdx.x;  // ERROR peer-access (0,0,0)
}
// Access has been taken back.
__global__ void no_longer(int* y) {
  y[threadIdx.x] += 1;  // ERROR peer-access (0,0,0)
}
// Each device its own memory, and managed and pinned memory whoever has made it: by the same lines.
__global__ void own(int* y) {
  y[threadIdx.x] += 2;
}
// Memory of a pool of the host's: no device has access until it is given.
__global__ void of_the_host(int* y) {
  y[threadIdx.x] = 5;  // ERROR peer-access (0,0,0)
}

void use_host_pool() {
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = {cudaMemLocationTypeHost, 0};
  cudaMemPool_t pool = nullptr;
  good(cudaMemPoolCreate(&pool, &props));
  cudaMemAccessDesc access{};
  access.location = {cudaMemLocationTypeDevice, 1};
  access.flags = cudaMemAccessFlagsProtReadWrite;
  if (PLANT(false, true)) good(cudaMemPoolSetAccess(pool, &access, 1));
  int* memory = nullptr;
  good(cudaMallocFromPoolAsync(reinterpret_cast<void**>(&memory), 32 * sizeof(int), pool, nullptr));
  of_the_host<<<1, 32>>>(memory);
  good(cudaDeviceSynchronize());
  good(cudaFreeAsync(memory, nullptr));
}

int main() {
  good(cudaSetDevice(0));
  int* first = make<int>(32);
  int *shared = nullptr, *pinned = nullptr, *pooled = nullptr, *address = nullptr;
  good(cudaMallocManaged(&shared, 32 * sizeof(int)));
  good(cudaMallocHost(&pinned, 32 * sizeof(int)));
  for (int i = 0; i < 32; ++i) shared[i] = pinned[i] = i;
  good(cudaMallocAsync(&pooled, 32 * sizeof(int), nullptr));
  good(cudaMemset(pooled, 0, 32 * sizeof(int)));
  good(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), counter));
  own<<<1, 32>>>(first);
  good(cudaDeviceSynchronize());

  cudaMemPool_t pool = nullptr;
  good(cudaDeviceGetDefaultMemPool(&pool, 0));
  cudaMemAccessDesc access{};
  access.location = {cudaMemLocationTypeDevice, 1};
  access.flags = cudaMemAccessFlagsProtReadWrite;
  if (PLANT(false, true)) good(cudaMemPoolSetAccess(pool, &access, 1));

  good(cudaSetDevice(1));
  int* second = make<int>(32);
  own<<<1, 32>>>(second);
  own<<<1, 32>>>(shared);
  own<<<1, 32>>>(pinned);
  of_a_pool<<<1, 32>>>(pooled);
  if (PLANT(false, true)) good(cudaDeviceEnablePeerAccess(0, 0));
  adds<<<1, 32>>>(first, second);
  counts<<<1, 32>>>(address);
  good(cudaDeviceSynchronize());
  if (PLANT(true, false)) {
    good(cudaDeviceEnablePeerAccess(0, 0));
    own<<<1, 32>>>(first);
    good(cudaDeviceSynchronize());
    good(cudaDeviceDisablePeerAccess(0));
  }
  no_longer<<<1, 32>>>(first);
  good(cudaDeviceSynchronize());
  use_host_pool();
  std::printf("done\n");
}
