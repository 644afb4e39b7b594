// SPDX-License-Identifier: Apache-2.0
// heavy: 33
// Products are joined with sums as nvcc does it (-fmad=true): contraction.inc has a row a pattern,
// with what an H200 made of it. A CPU without fused multiply-add joins 16-bit numbers only.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <vector>

#include "../check.h"

constexpr int kThreads = 128, kIn = 4096, kRows = 8, kHashed = 6;

template <class T>
struct Arrays {
  const T* x;
  T* o;
  int n, m;
  int* q;
};
#define OUT(k) o[t + (k) * kThreads]

template <class T>
__device__ __noinline__ T times_out(T a, T b) {
  return a * b;
}

// clang-format off
#define ROW(type, name, fused, apart, ...)                                                      \
  __global__ void name##_##type(Arrays<type> g) {                                               \
    using Number = type;                                                                        \
    const Number* __restrict__ x = g.x;                                                         \
    [[maybe_unused]] Number* o = g.o;                                                           \
    [[maybe_unused]] int n = g.n, m = g.m;                                                      \
    const int t = threadIdx.x, i = t * 6;                                                       \
    [[maybe_unused]] Number a = x[i], b = x[i + 1], c = x[i + 2], d = x[i + 3], e = x[i + 4], f = x[i + 5]; \
    __VA_ARGS__                                                                                 \
  }
// clang-format on
#include "contraction.inc"
#undef ROW

// Random numbers between -2 and 2.
struct Random {
  unsigned state = 12345;
  float operator()() {
    state = state * 1664525u + 1013904223u;
    return ((state >> 8) / float(1 << 24) - 0.5f) * 4;
  }
};
void make(Random& random, float& v) {
  v = random();
}
void make(Random& random, double& v) {
  const double high = random();
  v = high + random() * 0x1p-26;
}
void make(Random& random, __half& v) {
  v = __float2half(random());
}
void make(Random& random, __nv_bfloat16& v) {
  v = __float2bfloat16(random());
}
template <class Pair>
void make_pair_of(Random& random, Pair& v) {
  make(random, v.x);
  make(random, v.y);
}
void make(Random& random, __half2& v) {
  make_pair_of(random, v);
}
void make(Random& random, __nv_bfloat162& v) {
  make_pair_of(random, v);
}

template <class T>
unsigned hash_of(const std::vector<T>& out) {
  unsigned all = 0;
  for (int row = 0; row < kHashed; ++row) {
    std::uint64_t h = 1469598103934665603ull;
    const auto* bytes = reinterpret_cast<const unsigned char*>(&out[row * kThreads]);
    for (std::size_t k = 0; k < kThreads * sizeof(T); ++k) h = (h ^ bytes[k]) * 1099511628211ull;
    all = all * 0x01000193u ^ unsigned(h ^ h >> 32);
  }
  return all;
}

template <class T>
void expect(const char* name, unsigned want, void (*kernel)(Arrays<T>)) {
  Random random;
  std::vector<T> in(kIn), out(kRows * kThreads);
  for (auto& v : in) make(random, v);
  for (auto& v : out) make(random, v);
  T *x, *o;
  int* q;
  cudaMalloc(&x, in.size() * sizeof(T));
  cudaMalloc(&o, out.size() * sizeof(T));
  cudaMalloc(&q, sizeof(int));
  cudaMemset(q, 0, sizeof(int));
  cudaMemcpy(x, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(o, out.data(), out.size() * sizeof(T), cudaMemcpyHostToDevice);
  kernel<<<1, kThreads>>>(Arrays<T>{x, o, 61, 5, q});
  check::cuda(cudaMemcpy(out.data(), o, out.size() * sizeof(T), cudaMemcpyDeviceToHost), name);
  check::that(hash_of(out) == want, name);
  cudaFree(x), cudaFree(o), cudaFree(q);
}

__global__ void joins(float a, float b, float* o) {
  *o = a * a - b;
}
bool fuses_floats() {
  float *o, got;
  cudaMalloc(&o, sizeof(float));
  joins<<<1, 1>>>(1 + 0x1p-12f, 1 + 0x1p-11f, o);
  check::cuda(cudaMemcpy(&got, o, sizeof(float), cudaMemcpyDeviceToHost), "joins");
  cudaFree(o);
  return got == 0x1p-24f;
}

int main() {
#ifdef APART
  const bool joined = false, wide = false;
#else
  const bool joined = true, wide = fuses_floats();
#endif
#define ROW(type, name, fused, apart, ...)                                                  \
  expect(#name " " #type, (std::is_floating_point_v<type> ? wide : joined) ? fused : apart, \
         name##_##type);
#include "contraction.inc"
#undef ROW
  return check::result();
}
