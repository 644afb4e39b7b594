// SPDX-License-Identifier: Apache-2.0
// What an SM needs for a warp's instruction, in cycles: blocks of 512 threads, two on each SM; and
// until its result is there, with one warp. Then loops with divisions beside loads, atomic
// operations, chains of blocks.
#include "common.h"

constexpr int kRounds = 256, kOwn = 8;
#define KERNEL(name, T, expression)                                    \
  __global__ void name(T* out, T b, T c, long long* cycles, int own) { \
    T x[kOwn];                                                         \
    for (int k = 0; k < kOwn; ++k) x[k] = T(threadIdx.x + k + 1);      \
    const long long begin = clock64();                                 \
    if (own == 1) {                                                    \
      T a = x[0];                                                      \
      for (int r = 0; r < kRounds; r += 16) {                          \
        _Pragma("unroll") for (int k = 0; k < 16; ++k) a = expression; \
      }                                                                \
      x[0] = a;                                                        \
    } else {                                                           \
      for (int r = 0; r < kRounds; r += 2) {                           \
        _Pragma("unroll") for (int q = 0; q < 2; ++q) {                \
          _Pragma("unroll") for (int k = 0; k < kOwn; ++k) {           \
            T a = x[k];                                                \
            x[k] = expression;                                         \
          }                                                            \
        }                                                              \
      }                                                                \
    }                                                                  \
    const long long end = clock64();                                   \
    T sum = 0;                                                         \
    for (int k = 0; k < kOwn; ++k) sum += x[k];                        \
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;                  \
    if (blockIdx.x == 0 && threadIdx.x == 0) *cycles = end - begin;    \
  }
using U = unsigned;
using L = unsigned long long;
KERNEL(logic3, U, (a & b) ^ (~a & c))
KERNEL(xor2, U, (a ^ b))
KERNEL(add2, U, (a + b) ^ c)
KERNEL(add3, U, a + b + c)
KERNEL(multiply_add, U, a* b + c)
KERNEL(multiply_high, U, __umulhi(a, b) + c)
KERNEL(multiply_wide, L, (L)(U)a*(U)b + c)
KERNEL(multiply_long, L, a* b + c)
KERNEL(multiply_long_high, L, __umul64hi(a, b) + c)
KERNEL(add_long, L, (a + b) ^ c)
KERNEL(rotate, U, __funnelshift_l(a, a, 7) + b)
KERNEL(shift_run_time, U, (a >> (b & 31)) + c)
KERNEL(dot_bytes, int, __dp4a(a, b, c))
KERNEL(permute_bytes, U, __byte_perm(a, b, c))
KERNEL(count_bits, U, __popc(a) + b)
KERNEL(find_bit, U, __clz(a) + b)
KERNEL(least, U, min(a, b) + c)
KERNEL(choose, U, (a > b ? a ^ c : a + c))
KERNEL(field, U, (a >> 8 & 255) + b)
KERNEL(fused_float, float, fmaf(a, b, c))
KERNEL(fused_double, double, fma(a, b, c))
KERNEL(least_float, float, fminf(a, b) + c)
KERNEL(compare_float, float, (a > b ? a * c : a + c))
KERNEL(convert_float, float, float(int(a)) + b)

template <class T, class Kernel>
void rates(const char* name, Kernel kernel, T b, T c) {
  static char* out = nullptr;
  static long long* cycles = nullptr;
  if (!out) {
    CHECK(cudaMalloc(&out, 8 << 20));
    CHECK(cudaMalloc(&cycles, 8));
  }
  long long all[2];
  for (int own : {kOwn, 1}) {
    for (int k = 0; k < 2; ++k)
      kernel<<<own == 1 ? 1 : 264, own == 1 ? 32 : 512>>>((T*)out, b, c, cycles, own);
    CHECK(cudaMemcpy(&all[own == 1], cycles, 8, cudaMemcpyDeviceToHost));
  }
  printf("%s: an SM's cycles of a warp %.3f, latency %.2f\n", name,
         double(all[0]) / (32.0 * kRounds * kOwn), double(all[1]) / kRounds);
  fflush(stdout);
}

// Columns of a matrix, one a thread, with what depends on the round before.
template <int kWhat>
__global__ void columns(const float* a, float* out, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 1;
  for (int k = 0; k < rounds; ++k) {
    const float v = a[size_t(k) * n + i];
    if (kWhat == 0) x = x * 0.5f + v;
    if (kWhat == 1) x = v / (x + 1.5f);
    if (kWhat == 2) x = sqrtf(x + v) + 1;
    if (kWhat == 3) x = expf(-x) + v;
    if (kWhat == 4) x = sinf(x) + v;
    if (kWhat == 5) x = float(int(v * 100) % (int(x) + 3));
    if (kWhat == 6) x = logf(x + 2) + v;
    if (kWhat == 7) x = powf(x + 1, 0.3f) + v;
    if (kWhat == 8) x = float(1.0 / (double(x) + 1.5)) + v;
  }
  out[i] = x;
}
template <int kWhat>
void column_rows(const char* name, const float* a, float* out) {
  row(std::string("columns, one warp: ") + name, 200,
      [&] { columns<kWhat><<<1, 32>>>(a, out, 4096, 200); });
  row(
      std::string("columns, one warp: ") + name, 200,
      [&] { columns<kWhat><<<1, 32>>>(a, out, 4096, 200); }, true);
}

template <class T, int kOperation>
__global__ void update(T* a, unsigned mask, int each) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int k = 0; k < each; ++k) {
    T* p = &a[spread(i + k * n) & mask];
    if constexpr (kOperation == 0) atomicAdd(p, T(1));
    if constexpr (kOperation == 1) atomicMax(p, T(i));
    if constexpr (kOperation == 2) atomicExch(p, T(i));
    if constexpr (kOperation == 3) atomicCAS(p, T(i), T(k));
  }
}
template <class T, int kOperation>
void update_rows(const char* name, void* a) {
  for (unsigned words : {1u, 32u, 1024u, 1u << 16, 4u << 20})
    row(std::string(name) + " of " + std::to_string(words) + " places", 1 << 20,
        [&] { update<T, kOperation><<<1024, 256>>>((T*)a, words - 1, 4); });
}
template <class T, int kOperation>
__global__ void update_shared(T* out, unsigned mask, int each) {
  __shared__ T bins[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) bins[k] = 0;
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int k = 0; k < each; ++k) {
    T* p = &bins[spread(i + k * n) & mask];
    if constexpr (kOperation == 0) atomicAdd(p, T(1));
    if constexpr (kOperation == 1) atomicMax(p, T(i));
    if constexpr (kOperation == 3) atomicCAS(p, T(i), T(k));
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) out[blockIdx.x * 1024 + k] = bins[k];
}
template <class T, int kOperation>
void shared_rows(const char* name, void* a) {
  for (unsigned words : {1u, 32u, 1024u})
    row(std::string(name) + " in shared memory of " + std::to_string(words) + " places (of an SM)",
        2 * 256.0 * 64, [&] { update_shared<T, kOperation><<<264, 256>>>((T*)a, words - 1, 64); });
}
// Each block waits for the one before it; or says first what it has, and looks at 32 before it.
__global__ void chain(volatile int* flags, int* next, bool fences) {
  __shared__ int tile;
  if (threadIdx.x == 0) {
    tile = atomicAdd(next, 1);
    while (tile != 0 && flags[tile - 1] == 0) {
    }
    if (fences) __threadfence();
    flags[tile] = 1;
  }
  __syncthreads();
}
__global__ void take_turns(int* next, int* out) {
  __shared__ int tile;
  if (threadIdx.x == 0) tile = atomicAdd(next, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[tile] = tile;
}

int main() {
  rates<U>("logic of three", logic3, 0x12345678u, 0x9abcdef0u);
  rates<U>("xor", xor2, 3u, 5u);
  rates<U>("add, xor", add2, 3u, 5u);
  rates<U>("add of three", add3, 3u, 5u);
  rates<U>("multiply-add", multiply_add, 3u, 5u);
  rates<U>("upper word of a product, add", multiply_high, 0x87654321u, 5u);
  rates<L>("product of two words, add", multiply_wide, 3ull, 5ull);
  rates<L>("product of 64 bits, add", multiply_long, 0x123456789abcdefull, 5ull);
  rates<L>("upper half of a product of 64 bits, add", multiply_long_high, 0x923456789abcdefull,
           5ull);
  rates<L>("add, xor of 64 bits", add_long, 0x123456789abcdefull, 5ull);
  rates<U>("rotate, add", rotate, 3u, 5u);
  rates<U>("shift by a variable, add", shift_run_time, 3u, 5u);
  rates<int>("dp4a", dot_bytes, 0x01020304, 5);
  rates<U>("permute bytes", permute_bytes, 0x01020304u, 0x5214u);
  rates<U>("count bits, add", count_bits, 3u, 5u);
  rates<U>("find a bit, add", find_bit, 3u, 5u);
  rates<U>("minimum, add", least, 300000u, 5u);
  rates<U>("compare, xor, add, choose", choose, 300000u, 5u);
  rates<U>("shift, mask, add", field, 300000u, 5u);
  rates<float>("fused float", fused_float, 1.1f, 0.1f);
  rates<double>("fused double", fused_double, 1.1, 0.1);
  rates<float>("minimum of float, add", least_float, 1.1f, 0.1f);
  rates<float>("compare, multiply, add, choose of float", compare_float, 1.1f, 0.1f);
  rates<float>("to integer and back, add", convert_float, 1.1f, 0.1f);

  float *a, *out;
  CHECK(cudaMalloc(&a, 64 << 20));
  CHECK(cudaMemset(a, 0, 64 << 20));
  CHECK(cudaMalloc(&out, 64 << 20));
  CHECK(cudaMemset(out, 0, 64 << 20));
  column_rows<0>("multiply, add", a, out);
  column_rows<1>("division", a, out);
  column_rows<2>("root", a, out);
  column_rows<3>("exponential", a, out);
  column_rows<4>("sine", a, out);
  column_rows<5>("integer remainder", a, out);
  column_rows<6>("logarithm", a, out);
  column_rows<7>("power", a, out);
  column_rows<8>("division of double", a, out);

  update_rows<int, 0>("add int", a);
  update_rows<float, 0>("add float", a);
  update_rows<double, 0>("add double", a);
  update_rows<unsigned long long, 0>("add 64 bits", a);
  update_rows<int, 1>("greatest int", a);
  update_rows<int, 2>("exchange", a);
  update_rows<int, 3>("compare and swap", a);
  update_rows<unsigned long long, 3>("compare and swap 64 bits", a);
  shared_rows<int, 0>("add int", a);
  shared_rows<float, 0>("add float", a);
  shared_rows<double, 0>("add double", a);
  shared_rows<int, 1>("greatest int", a);
  shared_rows<int, 3>("compare and swap", a);

  auto* flags = (int*)a;
  auto* next = (int*)out;
  const auto fresh = [&] {
    CHECK(cudaMemset(flags, 0, 1 << 20));
    CHECK(cudaMemset(next, 0, 4));
  };
  for (int blocks : {132, 1056, 8448}) {
    const std::string of = " of " + std::to_string(blocks) + " blocks";
    row("chain" + of, blocks, [&] { chain<<<blocks, 128>>>(flags, next, false); }, false, fresh);
    row(
        "chain with fences" + of, blocks, [&] { chain<<<blocks, 128>>>(flags, next, true); }, false,
        fresh);
    row("numbers" + of, blocks, [&] { take_turns<<<blocks, 128>>>(next, flags); }, false, fresh);
  }
}
