// SPDX-License-Identifier: Apache-2.0
// Accesses outside of their object through vectors of halves, read-only and streaming loads, narrow
// atomic operations, asynchronous and cooperative copies, pointers in constant and global memory,
// templates, parameters, carved shared memory and pointers to local arrays.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include "planted.h"

namespace cg = cooperative_groups;

__global__ void half2_add(__half2* y, int n) {
  if (threadIdx.x <= PLANT(n, n - 1))
    y[threadIdx.x] = __hadd2(y[threadIdx.x], y[threadIdx.x]);  // ERROR out-of-bounds
}
__global__ void half_atomic(__half* y) {
  atomicAdd(y + PLANT(8, 7), __float2half(1.f));  // ERROR out-of-bounds (0,0,0)
}
__global__ void bf16_atomic(__nv_bfloat162* y) {
  atomicAdd(y + PLANT(8, 7), __nv_bfloat162{});  // ERROR out-of-bounds (0,0,0)
}
__global__ void cas16(unsigned short* y) {
  atomicCAS(y + PLANT(8, 7), (unsigned short)0, (unsigned short)1);  // ERROR out-of-bounds (0,0,0)
}
__global__ void ldg(const float* x, float* y) {
  y[threadIdx.x] = __ldg(x + threadIdx.x + PLANT(1, 0));  // ERROR out-of-bounds (31,0,0)
}
__global__ void streaming(const float4* x, float* y) {
  y[threadIdx.x] = __ldcs(x + threadIdx.x + PLANT(1, 0)).y;  // ERROR out-of-bounds (31,0,0)
}
__global__ void group_copy(const int* x, int* y) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, x + PLANT(32, 0), sizeof s);  // ERROR out-of-bounds
  cg::wait(block);
  y[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 32];
}
__global__ void async_source(const int* x, int* y) {
  __shared__ int s[32];
  const int* from = x + threadIdx.x + PLANT(1, 0);
  __pipeline_memcpy_async(s + threadIdx.x, from, 4);  // ERROR out-of-bounds
  __pipeline_commit();
  __pipeline_wait_prior(0);
  y[threadIdx.x] = s[threadIdx.x];
}
__global__ void async_target(const int* x, int* y) {
  __shared__ int s[32];
  int* to = s + threadIdx.x + (threadIdx.x == 31 ? PLANT(1, 0) : 0);
  __pipeline_memcpy_async(to, x, 4);  // ERROR out-of-bounds
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if (threadIdx.x < 31) y[threadIdx.x] = s[threadIdx.x];
}
template <class T, int N>
struct View {
  T* data;
  __device__ T& operator()(int i) const { return data[i]; }
};
template <class V>
__global__ void by_view(V v) {
  v(threadIdx.x + PLANT(1, 0)) = 1;  // ERROR out-of-bounds
}
struct Params {
  int* p;
  int n;
};
__constant__ Params in_constant;
__global__ void by_constant() {
  in_constant.p[threadIdx.x + PLANT(1, 0)] = 1;  // ERROR out-of-bounds (31,0,0)
}
__device__ int* in_global;
__global__ void by_global() {
  in_global[threadIdx.x + PLANT(1, 0)] = 1;  // ERROR out-of-bounds (31,0,0)
}
struct Big {
  int a[16];
};
__global__ void grid_constant(const __grid_constant__ Big big, int* y) {
  int* p = const_cast<int*>(big.a);
  if (PLANT(true, false)) p[threadIdx.x & 15] = 1;  // ERROR constant-write (0,0,0)
  y[threadIdx.x] = big.a[threadIdx.x & 15];
}
__global__ void grid_constant_outside(const __grid_constant__ Big big, int* y) {
  y[threadIdx.x] = big.a[threadIdx.x % PLANT(17, 16)];  // ERROR out-of-bounds (16,0,0)
}
__global__ void parameter_outside(Big big, int* y) {
  y[threadIdx.x] = big.a[threadIdx.x % PLANT(17, 16)];  // ERROR out-of-bounds (16,0,0)
}
__device__ __noinline__ int pick(const int* a, int i) {
  return a[i];  // ERROR out-of-bounds (4,0,0)
}
__global__ void local_by_pointer(const int* x, int* y) {
  int a[4] = {x[0], x[1], x[2], x[3]};
  y[threadIdx.x] = pick(a, threadIdx.x % PLANT(5, 4));
}
__device__ __noinline__ void put(int* a, int i) {
  a[i] = 3;  // ERROR out-of-bounds (4,0,0)
}
__global__ void local_by_pointer_write(const int* x, int* y) {
  int a[4] = {x[0], x[1], x[2], x[3]};
  put(a, threadIdx.x % PLANT(5, 4));
  y[threadIdx.x] = a[0] + a[3];
}
struct Stack {
  int* base;
  int top;
};
__global__ void local_in_struct(const int* x, int* y, int n) {
  int a[4] = {x[0], x[1], x[2], x[3]};
  Stack s{a, 0};
  for (int i = 0; i < n; ++i) s.base[s.top++] = i;  // ERROR out-of-bounds (0,0,0)
  y[threadIdx.x] = a[n & 3];
}
extern __shared__ int dynamic[];
__global__ void carved(int* y) {
  int* a = dynamic;
  float* b = reinterpret_cast<float*>(a + blockDim.x);
  a[threadIdx.x] = threadIdx.x;
  const int i = threadIdx.x == 31 ? PLANT(32, 31) : threadIdx.x;
  b[i] = threadIdx.x;  // ERROR out-of-bounds (31,0,0)
  __syncthreads();
  y[threadIdx.x] = a[31 - threadIdx.x] + b[threadIdx.x % 31];
}
__global__ void two_arrays(int* y, int i) {
  __shared__ int a[16];
  __shared__ int b[16];
  if (threadIdx.x < 16) {
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 2;
  }
  __syncthreads();
  y[threadIdx.x] = a[threadIdx.x % 16 + i] + b[15 - threadIdx.x % 16];  // ERROR out-of-bounds
}
__device__ __noinline__ int get(const int* s, int i) {
  return s[i];  // ERROR out-of-bounds
}
__global__ void shared_by_call(int* y, int i) {
  __shared__ int a[16];
  __shared__ int b[16];
  if (threadIdx.x < 16) {
    a[threadIdx.x] = 1;
    b[threadIdx.x] = 2;
  }
  __syncthreads();
  y[threadIdx.x] = get(a, threadIdx.x % 16 + i) + get(b, threadIdx.x % 16 + i);
}
int main() {
  int* y = make<int>(64);
  half2_add<<<1, 32>>>(make<__half2>(16), 16);
  half_atomic<<<1, 1>>>(make<__half>(8));
  bf16_atomic<<<1, 1>>>(make<__nv_bfloat162>(8));
  cas16<<<1, 1>>>(make<unsigned short>(8));
  ldg<<<1, 32>>>(make<float>(32), make<float>(32));
  streaming<<<1, 32>>>(make<float4>(32), make<float>(32));
  group_copy<<<1, 32>>>(make<int>(64), y);
  async_source<<<1, 32>>>(make<int>(32), y);
  async_target<<<1, 32>>>(make<int>(32), y);
  by_view<<<1, 32>>>(View<int, 3>{make<int>(32)});
  Params p{make<int>(32), 3};
  good(cudaMemcpyToSymbol(in_constant, &p, sizeof p));
  by_constant<<<1, 32>>>();
  int* q = make<int>(32);
  good(cudaMemcpyToSymbol(in_global, &q, sizeof q));
  by_global<<<1, 32>>>();
  grid_constant<<<1, 32>>>(Big{}, y);
  grid_constant_outside<<<1, 32>>>(Big{}, y);
  parameter_outside<<<1, 32>>>(Big{}, y);
  local_by_pointer<<<1, 32>>>(make<int>(4), y);
  local_by_pointer_write<<<1, 32>>>(make<int>(4), y);
  local_in_struct<<<1, 32>>>(make<int>(4), y, PLANT(5, 4));
  carved<<<1, 32, 256>>>(y);
  two_arrays<<<1, 32>>>(y, PLANT(1, 0));
  shared_by_call<<<1, 32>>>(y, PLANT(1, 0));
  good(cudaDeviceSynchronize());
  std::printf("done\n");
}
