// SPDX-License-Identifier: Apache-2.0
// Kernels in which all that is counted occurs: partial warps, loops of different lengths, gathers,
// rows narrower than a warp, atomics, barriers, shuffles, local arrays, constants, calls, double
// and half.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__constant__ float weights[256];

// 100 threads: the last warp has four lanes.
__global__ void partial(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * weights[3] + weights[threadIdx.x];
}

__global__ void gathers(const int* index, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < index[i] % 7; ++k) sum += in[index[(i + k) % 256]];
  out[i * 3] = sum;
}

// Rows of eight lanes.
__global__ void narrow(const double* in, double* out, int pitch) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * pitch + x] = in[x * pitch + y] * 2 + in[y * pitch + x] / 3;
}

__global__ void shared_and_warps(const float* in, int* bins) {
  __shared__ int own[64];
  __shared__ float4 rows[32];
  own[threadIdx.x % 64] = 0;
  if (threadIdx.x < 32) rows[threadIdx.x] = make_float4(in[threadIdx.x], 1, 2, 3);
  __syncthreads();
  float value = in[threadIdx.x] + rows[(threadIdx.x * 5) % 32].y;
  for (int d = 16; d; d /= 2) value += __shfl_xor_sync(~0u, value, d);
  const unsigned votes = __ballot_sync(~0u, value > 3);
  atomicAdd(&own[(threadIdx.x * threadIdx.x) % 64], __popc(votes));
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[own[threadIdx.x] % 8], 1);
  if (threadIdx.x % 3 == 0) bins[64 + threadIdx.x] = atomicExch(&bins[threadIdx.x % 5], 7);
}

__global__ void local_arrays(const int* index, float* out) {
  float own[16];
  for (int k = 0; k < 16; ++k) own[k] = k * 1.5f + threadIdx.x;
  own[index[threadIdx.x] % 16] += 1;
  float sum = 0;
  for (int k = 0; k < index[threadIdx.x] % 16; ++k) sum += own[(k * 7 + threadIdx.x) % 16];
  out[threadIdx.x] = sum;
}

__device__ __noinline__ int collatz(int n) {
  return n <= 1 ? 0 : 1 + collatz(n % 2 ? 3 * n + 1 : n / 2);
}

__global__ void calls(int* out) {
  out[threadIdx.x] = collatz(threadIdx.x);
}

__global__ void halves(const __half2* in, __half2* out) {
  out[threadIdx.x] = __hfma2(in[threadIdx.x], in[threadIdx.x + 1], __hadd2(in[0], in[1]));
}

// No accesses.
__global__ void nothing() {}
__global__ void answers(float value) {
  if (value * threadIdx.x > 40) printf("a large number\n");
}

template <class T>
T* device_array(size_t elements) {
  void* memory = nullptr;
  if (cudaMalloc(&memory, elements * sizeof(T)) != cudaSuccess) std::exit(1);
  cudaMemset(memory, 0, elements * sizeof(T));
  return static_cast<T*>(memory);
}

int main() {
  int numbers[1024];
  for (int i = 0; i < 1024; ++i) numbers[i] = i * i * 31 % 256;
  int* index = device_array<int>(1024);
  cudaMemcpy(index, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  float *in = device_array<float>(4096), *out = device_array<float>(4096);
  partial<<<5, 100>>>(in, out, 450);
  gathers<<<4, 128>>>(index, in, out);
  narrow<<<1, dim3(8, 8)>>>(device_array<double>(1024), device_array<double>(1024), 11);
  shared_and_warps<<<3, 128>>>(in, device_array<int>(1024));
  local_arrays<<<1, 96>>>(index, out);
  calls<<<1, 64>>>(device_array<int>(64));
  nothing<<<3, 64>>>();
  answers<<<2, 32>>>(1);
  halves<<<1, 64>>>(device_array<__half2>(128), device_array<__half2>(128));
  const auto error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
