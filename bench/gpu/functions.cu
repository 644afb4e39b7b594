// SPDX-License-Identifier: Apache-2.0
// Cycles of: functions and divisions of float and double, reciprocal roots; loads, stores and
// atomics to shared memory of this block and of another block of the cluster. nvcc -arch=sm_90 -O3
// -std=c++17 functions.cu -o functions && ./functions Latency: one warp, each result feeds the
// next. Throughput: 1024 threads on each SM, four chains a thread; cycles of an SM for a warp.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
namespace cg = cooperative_groups;
constexpr int kLoops = 512;
using integer64 = long long;
// clang-format off
#define OPS(X)                                                                                    \
  X(float, fadd, x + 1.5f)                                                                        \
  X(float, fdiv, 1.5f / x)                                                                        \
  X(float, fdiv_fast, __fdividef(1.5f, x))                                                        \
  X(float, rcp, __frcp_rn(x))                                                                     \
  X(float, sqrt_f, sqrtf(x))                                                                      \
  X(float, rsqrt_f, rsqrtf(x)) X(float, one_over_sqrt_f, 1.0f / sqrtf(x))                         \
      X(float, exp_f, expf(-x)) X(float, log_f, logf(x + 1.5f)) X(float, sin_f, sinf(x))          \
          X(float, sin_fast, __sinf(x)) X(float, pow_f, powf(x, 0.7f)) X(float, tanh_f, tanhf(x)) \
              X(double, dadd, x + 1.5) X(double, dfma, x * 0.5 + 1.5) X(double, ddiv, 1.5 / x)    \
                  X(double, sqrt_d, sqrt(x)) X(double, rsqrt_d, rsqrt(x))                         \
                      X(double, one_over_sqrt_d, 1.0 / sqrt(x)) X(double, exp_d, exp(-x))         \
                          X(double, log_d, log(x + 1.5)) X(double, sin_d, sin(x))                 \
                              X(double, pow_d, pow(x, 0.7)) X(int, idiv, 1000003 / (x | 1))       \
                                  X(int, imod, 1000003 % (x | 1))                                 \
                                      X(integer64, ldiv, 100000000003LL / (x | 1))
// clang-format on
#define KERNEL(T, name, e)                                                  \
  __device__ __forceinline__ T once_##name(T x) {                           \
    return e;                                                               \
  }                                                                         \
  template <int chains>                                                     \
  __global__ void k_##name(T* out, long long* cycles, T start) {            \
    T v[chains];                                                            \
    for (int c = 0; c < chains; ++c) v[c] = start + T(threadIdx.x % 7 + c); \
    __syncthreads();                                                        \
    const long long begin = clock64();                                      \
    for (int i = 0; i < kLoops; ++i)                                        \
      for (int c = 0; c < chains; ++c) v[c] = once_##name(v[c]);            \
    T sum = 0;                                                              \
    for (int c = 0; c < chains; ++c) sum += v[c];                           \
    if (sum == T(123456)) *out = sum;                                       \
    __syncthreads();                                                        \
    if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = clock64() - begin;   \
  }
OPS(KERNEL)

// Each thread of block 0 works on the memory of the block `other` of its cluster: 0 is its own.
enum { kLoad, kStore, kAtomicSpread, kAtomicOne, kAtomicReturn };
template <int what>
__global__ void shared_of(long long* cycles, int* out, int other, bool all) {
  __shared__ int memory[2048];
  auto cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) memory[i] = i * 4 % 2048 / 4;
  cluster.sync();
  int* there =
      cluster.map_shared_rank(memory, (cluster.block_rank() + other) % cluster.num_blocks());
  int at = threadIdx.x % 1024;
  const long long begin = clock64();
  if (all || cluster.block_rank() == 0) {
    for (int i = 0; i < kLoops; ++i) {
      if (what == kLoad) at = there[at] & 1023;
      if (what == kStore) *(volatile int*)(there + at) = i;
      if (what == kAtomicSpread) atomicAdd(there + at, 1);
      if (what == kAtomicOne) atomicAdd(there, 1);
      if (what == kAtomicReturn) at = (at + (atomicAdd(there + at, 0) & 1)) & 1023;
    }
  }
  const long long own = clock64() - begin;
  cluster.sync();
  const long long end = clock64() - begin;
  if (at == -5) *out = at;
  if (threadIdx.x == 0 && cluster.block_rank() == 0 && blockIdx.x == 0)
    cycles[0] = own, cycles[1] = end;
}

int main() {
  long long *cycles, got[2];
  void* out;
  int sms;
  cudaMalloc(&cycles, 16);
  cudaMalloc(&out, 64);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  printf("operation,latency_cycles,cycles_of_sm_per_warp_operation\n");
#define RUN(T, name, e)                                                                      \
  for (int twice = 0; twice < 2; ++twice) k_##name<1><<<1, 32>>>((T*)out, cycles, T(3));     \
  cudaMemcpy(got, cycles, 8, cudaMemcpyDefault);                                             \
  double l_##name = double(got[0]) / kLoops;                                                 \
  for (int twice = 0; twice < 2; ++twice) k_##name<4><<<sms, 1024>>>((T*)out, cycles, T(3)); \
  cudaMemcpy(got, cycles, 8, cudaMemcpyDefault);                                             \
  printf("%s,%.2f,%.3f\n", #name, l_##name, double(got[0]) / (kLoops * 4 * 32.0));
  OPS(RUN)
  printf("access,cluster,other,threads,blocks_that_do,cycles_each,cycles_each_with_end\n");
  const char* names[] = {"load", "store", "atomic_spread", "atomic_one", "atomic_return"};
  void* kernels[] = {(void*)shared_of<0>, (void*)shared_of<1>, (void*)shared_of<2>,
                     (void*)shared_of<3>, (void*)shared_of<4>};
  for (int what = 0; what < 5; ++what)
    for (int cluster : {2, 8})
      for (int other : {0, 1})
        for (int threads : {32, 256, 1024})
          for (int all : {0, 1}) {
            cudaLaunchAttribute a[1];
            a[0].id = cudaLaunchAttributeClusterDimension;
            a[0].val.clusterDim.x = cluster;
            a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
            cudaLaunchConfig_t c = {};
            c.gridDim = cluster;
            c.blockDim = threads;
            c.attrs = a;
            c.numAttrs = 1;
            bool everyone = all;
            int* o = (int*)out;
            void* words[] = {&cycles, &o, &other, &everyone};
            for (int twice = 0; twice < 2; ++twice) cudaLaunchKernelExC(&c, kernels[what], words);
            if (cudaMemcpy(got, cycles, 16, cudaMemcpyDefault)) {
              printf("error %s\n", cudaGetErrorString(cudaGetLastError()));
              return 1;
            }
            printf("%s,%d,%d,%d,%d,%.2f,%.2f\n", names[what], cluster, other, threads, all,
                   double(got[0]) / kLoops, double(got[1]) / kLoops);
          }
  return 0;
}
