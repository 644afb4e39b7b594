// SPDX-License-Identifier: Apache-2.0
// Latencies in cycles of an SM: chains in which each instruction needs the result of the one
// before, run by one warp (arithmetic) or one thread (memory).
#include <numeric>
#include <random>

#include "measure.h"

using namespace bench_gpu;

namespace {

constexpr int kSteps = 4096;

// Chains. `ops` says how many dependent instructions one step is.
struct Ffma {
  using T = float;
  static constexpr int ops = 1;
  static __device__ T step(T x, T a) { return fmaf(x, a, a); }
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
struct AddXor {  // so that the assembler makes no three-input addition of two
  using T = int;
  static constexpr int ops = 2;
  static __device__ T step(T x, T a) { return (x + a) ^ (a >> 1); }
};
struct Rsqrt {
  using T = float;
  static constexpr int ops = 1;
  static __device__ T step(T x, T) {
    asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
  }
};
struct Shuffle {
  using T = int;
  static constexpr int ops = 1;
  // A compiler joins shuffles that it sees through.
  static __device__ T step(T x, T) {
    asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 31, 0xffffffff;" : "+r"(x));
    return x;
  }
};
struct Convert {
  using T = int;
  static constexpr int ops = 2;
  static __device__ T step(T x, T) { return __float2int_rn(__int2float_rn(x)); }
};

template <class Op>
__global__ void chain(typename Op::T seed, long long* cycles, typename Op::T* sink) {
  auto x = seed + typename Op::T(threadIdx.x);
  const auto begin = clock64();
#pragma unroll 64
  for (int i = 0; i < kSteps; ++i) x = Op::step(x, seed);
  const auto end = clock64();
  sink[threadIdx.x] = x;
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

template <class Op>
void arithmetic(const char* name, const char* sentence) {
  Array<typename Op::T> sink(32);
  const auto cycles = block_cycles(
      1, [&](long long* to) { chain<Op><<<1, 32>>>(typename Op::T(3), to, sink.get()); });
  fact(name, cycles / kSteps / Op::ops, "cycles", sentence);
}

// A ring of lines in random order.
std::vector<std::uint64_t> ring(std::size_t bytes, std::size_t line) {
  const auto count = bytes / line;
  std::vector<std::uint64_t> order(count);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::shuffle(order.begin() + 1, order.end(), std::mt19937_64(1));
  std::vector<std::uint64_t> next(bytes / 8, 0);
  for (std::size_t i = 0; i < count; ++i) {
    next[order[i] * line / 8] = order[(i + 1) % count] * line / 8;
  }
  return next;
}

enum class By { kL1, kL2, kSize };

template <By by>
__device__ std::uint64_t load(const std::uint64_t* at) {
  std::uint64_t value;
  if (by == By::kL2) {
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(value) : "l"(at));
  } else {
    asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(value) : "l"(at));
  }
  return value;
}

template <By by>
__global__ void chase(const std::uint64_t* next, int warm, int steps, long long* cycles,
                      std::uint64_t* sink) {
  std::uint64_t at = *sink;  // where the launch before ended: DRAM's lines are new ones each time
  for (int i = 0; i < warm; ++i) at = load<by>(next + at);
  const auto begin = clock64();
  for (int i = 0; i < steps; ++i) at = load<by>(next + at);
  const auto end = clock64();
  *sink = at;
  cycles[0] = end - begin;
}

template <By by>
void memory(const char* name, std::size_t bytes, std::size_t line, int warm, int steps,
            const char* sentence) {
  Array<std::uint64_t> next(ring(bytes, line)), sink(std::vector<std::uint64_t>{0});
  const auto cycles = block_cycles(
      1, [&](long long* to) { chase<by><<<1, 1>>>(next.get(), warm, steps, to, sink.get()); });
  fact(name, cycles / steps, "cycles", sentence);
}

__global__ void chase_shared(int steps, long long* cycles, int* sink) {
  __shared__ int next[1024];
  for (int i = 0; i < 1024; ++i) next[i] = (i + 33) % 1024;
  int at = 0;
  const auto begin = clock64();
  for (int i = 0; i < steps; ++i) at = next[at];
  const auto end = clock64();
  *sink = at;
  cycles[0] = end - begin;
}

__constant__ int ring_constant[256];

__global__ void chase_constant(int steps, long long* cycles, int* sink) {
  int at = 0;
  for (int i = 0; i < 256; ++i) at = ring_constant[at];
  const auto begin = clock64();
  for (int i = 0; i < steps; ++i) at = ring_constant[at];
  const auto end = clock64();
  *sink = at;
  cycles[0] = end - begin;
}

template <bool in_shared>
__global__ void chain_atomic(int* global, int steps, long long* cycles) {
  __shared__ int own[1];
  own[0] = 0;
  global[0] = 0;
  int* target = in_shared ? own : global;
  int at = 0;
  const auto begin = clock64();
  for (int i = 0; i < steps; ++i)
    at = atomicExch(target + at, 0);  // which the compiler cannot know
  const auto end = clock64();
  global[1] = at;
  cycles[0] = end - begin;
}

void chases() {
  Array<int> sink(2);
  auto cycles =
      block_cycles(1, [&](long long* to) { chase_shared<<<1, 1>>>(kSteps, to, sink.get()); });
  fact("shared_latency_cycles", cycles / kSteps, "cycles", "a load of shared memory");
  std::vector<int> next(256);
  for (int i = 0; i < 256; ++i) next[i] = (i + 17) % 256;
  check(cudaMemcpyToSymbol(ring_constant, next.data(), 1024), "symbol");
  cycles =
      block_cycles(1, [&](long long* to) { chase_constant<<<1, 1>>>(kSteps, to, sink.get()); });
  fact("constant_latency_cycles", cycles / kSteps, "cycles", "a load of constant memory, cached");
  cycles =
      block_cycles(1, [&](long long* to) { chain_atomic<true><<<1, 1>>>(sink.get(), kSteps, to); });
  fact("shared_atomic_latency_cycles", cycles / kSteps, "cycles", "atomicAdd in shared memory");
  cycles = block_cycles(
      1, [&](long long* to) { chain_atomic<false><<<1, 1>>>(sink.get(), kSteps, to); });
  fact("global_atomic_latency_cycles", cycles / kSteps, "cycles", "atomicAdd in L2");
  memory<By::kL1>("l1_latency_cycles", 16 << 10, 128, 256, kSteps, "a load that L1 holds");
  memory<By::kL2>("l2_latency_cycles", 4 << 20, 128, 40000, kSteps,
                  "a load that L2 holds, mean of both partitions");
  memory<By::kL2>("l2_latency_cycles_16mb", 16 << 20, 128, 140000, kSteps, "the same, 16 MiB");
  memory<By::kL2>("dram_latency_cycles_512mb", std::size_t{512} << 20, 4096, 0, kSteps,
                  "a load that only DRAM holds, of 512 MiB");
  memory<By::kL2>("dram_latency_cycles", std::size_t{160} << 20, 1024, 0, kSteps,
                  "a load that only DRAM holds, of 160 MiB");
}

}  // namespace

int main() {
  arithmetic<Ffma>("fp32_latency_cycles", "dependent FFMA");
  arithmetic<Dfma>("fp64_latency_cycles", "dependent DFMA");
  arithmetic<Imad>("imad_latency_cycles", "dependent IMAD");
  arithmetic<AddXor>("int32_latency_cycles", "dependent integer additions and logic");
  arithmetic<Rsqrt>("special_latency_cycles", "dependent MUFU.RSQ");
  arithmetic<Convert>("convert_latency_cycles", "dependent conversions, int to float and back");
  arithmetic<Shuffle>("shuffle_latency_cycles", "dependent SHFL");
  chases();
}
