// SPDX-License-Identifier: Apache-2.0
// options: -rdc=true
// also: three-threads
// What else of the runtime device code may call: memory, copies, facts of kernels and devices. And
// launches through pointers to kernels, in functions that are called through pointers.
#include "../check.h"

__global__ void scale(int* a, int by) {
  a[threadIdx.x] *= by;
}
__global__ void __launch_bounds__(96) shift(int* a, int by) {
  __shared__ int all[96];
  all[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = all[(threadIdx.x + by) % blockDim.x];
}

using Kernel = void (*)(int*, int);
__device__ Kernel const kernels[] = {scale, shift};

__global__ void through_pointers(int* a) {
  for (int k = 0; k < 2; ++k) kernels[(k + blockIdx.x) % 2]<<<1, 50>>>(a + 50 * blockIdx.x, 3);
}

__device__ __noinline__ void launch_scale(int* a) {
  scale<<<1, 50>>>(a, 5);
}
__device__ __noinline__ void launch_shift(int* a) {
  shift<<<1, 50>>>(a, 7);
}
using Launch = void (*)(int*);
__device__ Launch launches[] = {launch_scale, launch_shift};
__global__ void through_functions(int* a) {
  launches[blockIdx.x % 2](a + 50 * blockIdx.x);
}

__global__ void copies(int* a, char* b, int* errors) {
  errors[0] = cudaMemcpyAsync(a, a + 100, 100 * sizeof(int), cudaMemcpyDeviceToDevice);
  errors[1] = cudaMemsetAsync(a + 100, 3, 10 * sizeof(int) + 1);
  errors[2] = cudaMemcpy2DAsync(b, 10, b + 200, 20, 7, 9, cudaMemcpyDefault);
  errors[3] = cudaMemset2DAsync(b + 100, 10, 77, 3, 5);
  errors[4] = cudaMemcpyAsync(a, a, 4, cudaMemcpyHostToDevice);
  errors[5] = cudaGetLastError();
  errors[6] = cudaMemcpyAsync(a, a, 0, cudaMemcpyDeviceToDevice);
  errors[7] = cudaMemcpy2DAsync(b, 10, b, 10, 11, 2, cudaMemcpyDeviceToDevice);
  errors[8] = cudaMemcpyAsync(nullptr, a, 4, cudaMemcpyDeviceToDevice);
  errors[9] = cudaMemset2DAsync(b, 8, 1, 16, 2);
  int local[4] = {(int)threadIdx.x};
  errors[10] = cudaMemcpyAsync(a, local, 16, cudaMemcpyDeviceToDevice);
  void* memory = a;
  errors[11] = cudaMalloc(&memory, 0);
  errors[12] = cudaMalloc(&memory, (size_t)1 << 40);
  errors[13] = memory == a ? 0 : 1;
}

__global__ void facts(int* out) {
  cudaFuncAttributes of;
  out[0] = cudaFuncGetAttributes(&of, shift);
  out[1] = of.maxThreadsPerBlock;
  out[2] = (int)of.sharedSizeBytes;
  out[3] = cudaDeviceGetAttribute(&out[4], cudaDevAttrWarpSize, 0);
  cudaGetDevice(&out[5]);
  cudaGetDeviceCount(&out[6]);
  out[7] = cudaDeviceGetAttribute(&out[8], cudaDevAttrWarpSize, 99);
  out[9] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&out[10], scale, 1024, 0);
  const char* text = cudaGetErrorString(cudaErrorInvalidDevice);
  const char* name = cudaGetErrorName(cudaErrorLaunchMaxDepthExceeded);
  for (int i = 0; i < 7; ++i) out[16 + i] = text[i];
  for (int i = 0; i < 9; ++i) out[24 + i] = name[i];
}

__global__ void use(int* memory, int* out) {
  out[threadIdx.x] = memory[threadIdx.x] + 1;
}
__global__ void release(int* memory) {
  cudaFree(memory);
}
__global__ void heap(int* out) {
  int* memory = nullptr;
  if (cudaMalloc(&memory, 32 * sizeof(int)) != cudaSuccess) return;
  for (int i = 0; i < 32; ++i) memory[i] = (int)(100 * threadIdx.x + i);
  use<<<1, 32>>>(memory, out + 32 * threadIdx.x);
  release<<<1, 1, 0, cudaStreamTailLaunch>>>(memory);
}

int main() {
  int *a, *errors;
  char* b;
  check::cuda(cudaMallocManaged(&a, 4000 * sizeof(int)), "a");
  check::cuda(cudaMallocManaged(&b, 1000), "b");
  check::cuda(cudaMallocManaged(&errors, 64 * sizeof(int)), "errors");
  for (int i = 0; i < 200; ++i) a[i] = i;
  through_pointers<<<4, 1>>>(a);
  check::cuda(cudaDeviceSynchronize(), "through_pointers");
  for (int i = 0; i < 200; ++i)
    check::equal(a[i], 3 * (i / 50 * 50 + (i % 50 + 3) % 50), "through pointers");
  for (int i = 0; i < 200; ++i) a[i] = i;
  through_functions<<<4, 1>>>(a);
  check::cuda(cudaDeviceSynchronize(), "through_functions");
  for (int i = 0; i < 200; ++i)
    check::equal(a[i], i / 50 % 2 ? i / 50 * 50 + (i % 50 + 7) % 50 : 5 * i, "through functions");

  for (int i = 0; i < 1000; ++i) a[i] = i, b[i] = (char)(i % 100);
  copies<<<1, 1>>>(a, b, errors);
  check::cuda(cudaDeviceSynchronize(), "copies");
  for (int i = 0; i < 100; ++i) check::equal(a[i], 100 + i, "copy");
#ifdef __HEDDLE__  // an H100 with CUDA 13 fills with zeros
  for (int i = 0; i < 10; ++i) check::equal(a[100 + i], 0x03030303, "fill");
  check::equal(a[110], (110 & ~255) | 3, "its last byte");
  for (int i = 0; i < 50; ++i) check::equal(b[100 + i], (char)(i % 10 < 3 ? 77 : i), "fill rows");
#endif
  check::equal(a[111], 111, "behind it");
  for (int i = 0; i < 90; ++i) {
    const char want = i % 10 < 7 ? (char)((200 + i / 10 * 20 + i % 10) % 100) : (char)i;
    check::equal(b[i], want, "copy of rows");
  }
  const int want[] = {0,
                      0,
                      0,
                      0,
                      cudaErrorInvalidMemcpyDirection,
                      cudaErrorInvalidMemcpyDirection,
                      0,
                      cudaErrorInvalidPitchValue,
                      cudaErrorInvalidValue,
                      cudaErrorInvalidValue,
                      cudaErrorInvalidValue,
                      cudaErrorInvalidValue,
                      cudaErrorMemoryAllocation,
                      0};
  for (int i = 0; i < 14; ++i) check::equal(errors[i], want[i], "errors of copies");

  facts<<<1, 1>>>(a);
  check::cuda(cudaDeviceSynchronize(), "facts");
  int device = -1, count = 0, blocks = 0;
  cudaGetDevice(&device);
  cudaGetDeviceCount(&count);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 1024, 0);
  check::equal(a[0], 0, "attributes");
  check::equal(a[1], 96, "launch bounds");
  check::equal(a[2], 384, "shared memory");
  check::equal(a[3], 0, "device attribute");
  check::equal(a[4], 32, "warp size");
  check::equal(a[5], device, "device");
  check::equal(a[6], count, "devices");
  check::equal(a[7], (int)cudaErrorInvalidDevice, "no such device");
  check::equal(a[9], 0, "occupancy");
  check::equal(a[10], blocks, "blocks");
  for (int i = 0; i < 7; ++i) check::equal(a[16 + i], (int)"invalid"[i], "text");
  for (int i = 0; i < 9; ++i) check::equal(a[24 + i], (int)"cudaError"[i], "name");

  heap<<<1, 40>>>(a);
  check::cuda(cudaDeviceSynchronize(), "heap");
  for (int i = 0; i < 40 * 32; ++i) check::equal(a[i], 100 * (i / 32) + i % 32 + 1, "heap");
  return check::result();
}
