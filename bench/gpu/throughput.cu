// SPDX-License-Identifier: Apache-2.0
// What one SM does in a cycle when it is full: warp instructions of each pipe, passes through
// shared memory, bytes of L1, barriers. One block of 1024 threads on each SM; each thread has eight
// chains.
#include "measure.h"

using namespace bench_gpu;

namespace {

constexpr int kThreads = 1024;
constexpr int kSteps = 512;
constexpr int kChains = 8;

struct Ffma {
  using T = float;
  static constexpr int ops = 1;
  static __device__ T step(T x, T a) { return fmaf(x, a, a); }
};
struct Fadd {
  using T = float;
  static constexpr int ops = 1;
  static __device__ T step(T x, T a) { return x + a; }
};
struct Dfma {
  using T = double;
  static constexpr int ops = 1;
  static __device__ T step(T x, T a) { return fma(x, a, a); }
};
struct Imad {
  using T = int;
  static constexpr int ops = 1;
  static __device__ T step(T x, T a) { return x * a + a; }
};
struct AddXor {
  using T = int;
  static constexpr int ops = 2;
  static __device__ T step(T x, T a) { return (x + a) ^ (a >> 1); }
};
struct Logic {
  using T = int;
  static constexpr int ops = 2;
  static __device__ T step(T x, T a) { return __funnelshift_l(x, a, 7) & (a | x); }
};
struct Minimum {
  using T = float;
  static constexpr int ops = 2;
  static __device__ T step(T x, T a) { return fmaxf(fminf(x, a), -x); }
};
struct Rsqrt {
  using T = float;
  static constexpr int ops = 1;
  static __device__ T step(T x, T) {
    asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
  }
};
struct Exponential {
  using T = float;
  static constexpr int ops = 1;
  static __device__ T step(T x, T) { return expf(x); }
};
struct Tangent {
  using T = float;
  static constexpr int ops = 1;
  static __device__ T step(T x, T) { return tanhf(x); }
};
struct Divide {
  using T = float;
  static constexpr int ops = 1;
  static __device__ T step(T x, T a) { return a / x; }
};
struct DivideInt {
  using T = int;
  static constexpr int ops = 1;
  static __device__ T step(T x, T a) { return a / (x | 1) + 5; }
};
struct Convert {
  using T = int;
  static constexpr int ops = 2;
  static __device__ T step(T x, T) { return __float2int_rn(__int2float_rn(x)); }
};
struct Shuffle {
  using T = int;
  static constexpr int ops = 1;
  static __device__ T step(T x, T) {
    asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, 0xffffffff;" : "+r"(x));
    return x;
  }
};

template <class Op>
__global__ void __launch_bounds__(kThreads)
    full(typename Op::T seed, long long* cycles, typename Op::T* sink) {
  typename Op::T x[kChains];
  for (int k = 0; k < kChains; ++k) x[k] = seed + typename Op::T(threadIdx.x + k);
  __syncthreads();
  const auto begin = clock64();
#pragma unroll 4
  for (int i = 0; i < kSteps; ++i) {
#pragma unroll
    for (int k = 0; k < kChains; ++k) x[k] = Op::step(x[k], seed);
  }
  __syncthreads();
  const auto end = clock64();
  typename Op::T sum = 0;
  for (int k = 0; k < kChains; ++k) sum += x[k];
  sink[blockIdx.x * kThreads + threadIdx.x] = sum;
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

template <class Op>
void pipe(const char* name, const char* sentence) {
  const int sms = sm_count();
  Array<typename Op::T> sink(std::size_t(sms) * kThreads);
  const auto cycles = block_cycles(
      sms, [&](long long* to) { full<Op><<<sms, kThreads>>>(typename Op::T(3), to, sink.get()); });
  const double lanes = double(kThreads) * kSteps * kChains * Op::ops;
  fact(name, lanes / cycles, "lanes/cycle/SM", sentence);
}

struct Word {
  unsigned x;
};

// Loads of `Vector` whose lanes are `stride` vectors apart.
template <class Vector>
__global__ void __launch_bounds__(kThreads) shared_loads(int stride, long long* cycles, int* sink) {
  extern __shared__ uint4 shared_bytes[];
  auto* data = reinterpret_cast<Vector*>(shared_bytes);
  for (int i = threadIdx.x; i < 2048; i += kThreads) data[i] = Vector{};
  __syncthreads();
  int sum = 0, at = threadIdx.x * stride % 1024;
  const auto begin = clock64();
#pragma unroll 8
  for (int i = 0; i < kSteps; ++i) {
    Vector v;
    if constexpr (sizeof(Vector) == 4) {
      asm volatile("ld.shared.u32 %0, [%1];"
                   : "=r"(v.x)
                   : "r"(static_cast<unsigned>(__cvta_generic_to_shared(data + at + i))));
      sum += v.x;
    } else {
      asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                   : "r"(static_cast<unsigned>(__cvta_generic_to_shared(data + at + i))));
      sum += v.x ^ v.w;
    }
  }
  __syncthreads();
  const auto end = clock64();
  sink[blockIdx.x * kThreads + threadIdx.x] = sum;
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

template <class Vector>
void shared(const char* name, int stride, double passes, const char* sentence) {
  const int sms = sm_count();
  Array<int> sink(std::size_t(sms) * kThreads);
  check(cudaFuncSetAttribute(shared_loads<Vector>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             2048 * sizeof(Vector)),
        "attribute");
  const auto cycles = block_cycles(sms, [&](long long* to) {
    shared_loads<Vector><<<sms, kThreads, 2048 * sizeof(Vector)>>>(stride, to, sink.get());
  });
  fact(name, passes * kThreads / 32 * kSteps / cycles, "passes/cycle/SM", sentence);
}

// Loads that L1 holds. Each step has an address of its own: the assembler joins loads of one.
__global__ void __launch_bounds__(kThreads)
    l1_loads(const float4* data, int stride, long long* cycles, float* sink) {
  float sum = 0;
  constexpr int kMask = 4095;  // 64 KiB
  for (int i = threadIdx.x; i <= kMask; i += kThreads) sum += __ldca(data + i).x;
  __syncthreads();
  const auto begin = clock64();
#pragma unroll 8
  for (int i = 0; i < kSteps; ++i) {
    float4 v;
    asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(data + ((threadIdx.x * stride + i * 32) & kMask)));
    sum += v.x + v.w;
  }
  __syncthreads();
  const auto end = clock64();
  sink[blockIdx.x * kThreads + threadIdx.x] = sum;
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

__global__ void __launch_bounds__(kThreads)
    l1_scalar(const float* data, int stride, long long* cycles, float* sink) {
  float sum = 0;
  constexpr int kMask = 16383;  // 64 KiB
  for (int i = threadIdx.x; i <= kMask; i += kThreads) sum += __ldca(data + i);
  __syncthreads();
  const auto begin = clock64();
#pragma unroll 8
  for (int i = 0; i < kSteps; ++i) {
    float v;
    asm volatile("ld.global.ca.f32 %0, [%1];"
                 : "=f"(v)
                 : "l"(data + ((threadIdx.x * stride + i * 32) & kMask)));
    sum += v;
  }
  __syncthreads();
  const auto end = clock64();
  sink[blockIdx.x * kThreads + threadIdx.x] = sum;
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

void l1() {
  const int sms = sm_count();
  Array<float4> data(4096);
  Array<float> sink(std::size_t(sms) * kThreads);
  auto cycles = block_cycles(
      sms, [&](long long* to) { l1_loads<<<sms, kThreads>>>(data.get(), 1, to, sink.get()); });
  fact("l1_bytes_per_cycle", 16.0 * kThreads * kSteps / cycles, "bytes/cycle/SM",
       "loads of 16 bytes that L1 holds");
  const char* names[] = {"l1_lines1_cycles", "l1_lines2_cycles",  "l1_lines4_cycles",
                         "l1_lines8_cycles", "l1_lines16_cycles", "l1_lines32_cycles"};
  for (int k = 0; k < 6; ++k) {
    cycles = block_cycles(sms, [&](long long* to) {
      l1_scalar<<<sms, kThreads>>>(reinterpret_cast<float*>(data.get()), 1 << k, to, sink.get());
    });
    fact(names[k], cycles / (kThreads / 32.0 * kSteps), "cycles/request",
         "loads of 4 bytes that L1 holds, of a warp that touches so many lines");
  }
}

template <bool same>
__global__ void __launch_bounds__(kThreads) shared_atomics(long long* cycles, int* sink) {
  __shared__ int data[kThreads];
  data[threadIdx.x] = 0;
  __syncthreads();
  const auto at = static_cast<unsigned>(
      __cvta_generic_to_shared(data + (same ? threadIdx.x / 32 : threadIdx.x)));
  const auto begin = clock64();
#pragma unroll 8
  for (int i = 0; i < kSteps; ++i) asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(i));
  __syncthreads();
  const auto end = clock64();
  sink[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

void shared_atomic() {
  const int sms = sm_count();
  Array<int> sink(kThreads);
  auto cycles = block_cycles(
      sms, [&](long long* to) { shared_atomics<false><<<sms, kThreads>>>(to, sink.get()); });
  fact("shared_atomic_cycles", cycles / (kThreads / 32.0 * kSteps), "cycles/warp",
       "red.shared.add.u32, lanes at different words");
  cycles = block_cycles(
      sms, [&](long long* to) { shared_atomics<true><<<sms, kThreads>>>(to, sink.get()); });
  fact("shared_atomic_same_cycles", cycles / (kThreads / 32.0 * kSteps), "cycles/warp",
       "red.shared.add.u32, all lanes at one word");
}

__global__ void barriers(long long* cycles) {
  __syncthreads();
  const auto begin = clock64();
#pragma unroll 16
  for (int i = 0; i < kSteps; ++i) __syncthreads();
  const auto end = clock64();
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

void barrier() {
  const char* names[] = {"barrier_cycles_1_warp",   "barrier_cycles_2_warps",
                         "barrier_cycles_4_warps",  "barrier_cycles_8_warps",
                         "barrier_cycles_16_warps", "barrier_cycles_32_warps"};
  for (int k = 0; k < 6; ++k) {
    const auto cycles = block_cycles(1, [&](long long* to) { barriers<<<1, 32 << k>>>(to); });
    fact(names[k], cycles / kSteps, "cycles", "__syncthreads() of a block with so many warps");
  }
}

}  // namespace

int main() {
  pipe<Ffma>("fp32_fma_lanes", "FFMA");
  pipe<Fadd>("fp32_add_lanes", "FADD");
  pipe<Dfma>("fp64_fma_lanes", "DFMA");
  pipe<Imad>("imad_lanes", "IMAD");
  pipe<AddXor>("int32_lanes", "integer additions and logic");
  pipe<Logic>("shift_lanes", "shifts and logic");
  pipe<Minimum>("fp32_minimum_lanes", "FMNMX");
  pipe<Rsqrt>("special_lanes_measured", "MUFU.RSQ");
  pipe<Convert>("convert_lanes", "I2F and F2I");
  pipe<Shuffle>("shuffle_lanes_measured", "SHFL");
  pipe<Exponential>("expf_lanes", "expf()");
  pipe<Tangent>("tanhf_lanes", "tanhf()");
  pipe<Divide>("fp32_divide_lanes", "a / b in float");
  pipe<DivideInt>("int32_divide_lanes", "a / b in int");
  shared<Word>("shared_passes_4_bytes", 1, 1, "loads of 4 bytes without conflicts");
  shared<Word>("shared_passes_8_way", 8, 8, "loads of 4 bytes with 8-way conflicts");
  shared<uint4>("shared_passes_16_bytes", 1, 4, "loads of 16 bytes without conflicts");
  l1();
  shared_atomic();
  barrier();
}
