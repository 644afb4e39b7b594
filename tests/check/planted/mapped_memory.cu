// SPDX-License-Identifier: Apache-2.0
// Virtual memory that the device may only read from some time on.
// COMPILE: -lcuda
#include <cuda.h>

#include "planted.h"

__device__ void put(int* y, int value) {
  y[threadIdx.x] = value;  // ERROR constant-write (0,0,0)
}
__global__ void fills(int* y) {
  put(y, threadIdx.x);
}
__global__ void counts(int* y) {
  atomicAdd(&y[threadIdx.x / 8], 1);  // ERROR constant-write (0,0,0)
}
// The same place in the program, before it is to be kept and after.
__global__ void changes(int* y) {
  y[31 - threadIdx.x] += 1;  // ERROR constant-write (0,0,0)
}
// Reading is right all the time, and the other mapping of the same memory may be written.
__global__ void sums(const int* x, int* y) {
  y[threadIdx.x] = x[31 - threadIdx.x] + threadIdx.x;
}

void ok(CUresult result) {
  if (result == CUDA_SUCCESS) return;
  std::printf("error %d\n", result);
  std::exit(3);
}

constexpr std::size_t kBytes = 2 << 20;

int* map(CUmemGenericAllocationHandle memory) {
  CUdeviceptr base = 0;
  ok(cuMemAddressReserve(&base, kBytes, 0, 0, 0));
  ok(cuMemMap(base, kBytes, 0, memory, 0));
  return reinterpret_cast<int*>(base);
}
void let(int* base, bool write) {
  const CUmemAccessDesc access{
      {CU_MEM_LOCATION_TYPE_DEVICE, 0},
      write ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_READ};
  ok(cuMemSetAccess(reinterpret_cast<CUdeviceptr>(base), kBytes, &access, 1));
}

int main() {
  good(cudaFree(nullptr));
  CUmemAllocationProp wanted{};
  wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemGenericAllocationHandle memory = 0;
  ok(cuMemCreate(&memory, kBytes, &wanted, 0));
  int *kept = map(memory), *open = map(memory);
  for (int* base : {kept, open}) {
    let(base, true);
    good(cudaMemset(base, 0, 128));
  }
  let(kept, PLANT(false, true));
  sums<<<1, 32>>>(kept, open);
  fills<<<1, 32>>>(kept);
  counts<<<1, 32>>>(kept);
  good(cudaDeviceSynchronize());
  changes<<<1, 32>>>(open);
  changes<<<1, 32>>>(open);
  good(cudaDeviceSynchronize());
  let(open, PLANT(false, true));
  changes<<<1, 32>>>(open);
  good(cudaDeviceSynchronize());
  for (int* base : {kept, open}) {
    ok(cuMemUnmap(reinterpret_cast<CUdeviceptr>(base), kBytes));
    ok(cuMemAddressFree(reinterpret_cast<CUdeviceptr>(base), kBytes));
  }
  ok(cuMemRelease(memory));
}
