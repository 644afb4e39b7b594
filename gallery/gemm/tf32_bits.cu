// SPDX-License-Identifier: Apache-2.0
// What a TF32 product makes of the 13 bits that TF32 does not have. One operand is random floats,
// every eighth of them half-way between two TF32 numbers; the other has a single 1 in every column
// (or row), so that each element of C is one element of the first, as the product saw it.
#include <cstdint>

#include "harness.h"
#include "tensor_gemm.cuh"

namespace gemm {

__device__ uint32_t float_bits(uint32_t i) {  // of either sign, between 2^-8 and 2^8
  uint32_t x = i * 2654435761u + 12345u;
  x ^= x >> 15, x *= 0x2c1b3c6du, x ^= x >> 12, x *= 0x297a2d39u, x ^= x >> 15;
  const uint32_t bits = (x & 0x807fffffu) | (119 + (x >> 23) % 16) << 23;
  return i % 8 == 0 ? (bits & ~0x1fffu) | 0x1000u : bits;
}
static __global__ void fill_values(float* x, size_t size) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < size) x[i] = __uint_as_float(float_bits(uint32_t(i)));
}
// 1 where row = column % rows, or column = row % columns.
static __global__ void fill_ones(float* x, int rows, int columns, bool one_a_column) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= (size_t)rows * columns) return;
  const int row = i / columns, column = i % columns;
  x[i] = one_a_column ? row == column % rows : column == row % columns;
}

enum Rounding { kCutOff, kNearestEven, kNearestAway, kNotAtAll, kRoundings };
// How many elements of C are not what each way of rounding makes of their original.
static __global__ void count_others(const float* values, const float* c, int m, int n, int k,
                                    bool of_a, unsigned long long* others) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= (size_t)m * n) return;
  const size_t row = i / n, column = i % n;
  const uint32_t x =
      __float_as_uint(of_a ? values[row * k + column % k] : values[row % k * n + column]);
  const uint32_t got = __float_as_uint(c[i]);
  const uint32_t expected[kRoundings] = {x & ~0x1fffu, (x + 0xfffu + (x >> 13 & 1)) & ~0x1fffu,
                                         (x + 0x1000u) & ~0x1fffu, x};
  for (int r = 0; r < kRoundings; ++r)
    if (got != expected[r]) atomicAdd(&others[r], 1ull);
}

template <class Product>
void examine(gallery::Program& program, const char* name, const Settings& s, bool of_a,
             Product product) {
  const gallery::DeviceArray<float> a(size_t(s.m) * s.k), b(size_t(s.k) * s.n),
      c(size_t(s.m) * s.n);
  gallery::DeviceArray<unsigned long long> others(kRoundings);
  const gallery::DeviceArray<float>&values = of_a ? a : b, &ones = of_a ? b : a;
  fill_values<<<unsigned(tiles(int(values.count()), 256)), 256>>>(values.get(), values.count());
  fill_ones<<<unsigned(tiles(int(ones.count()), 256)), 256>>>(ones.get(), of_a ? s.k : s.m,
                                                              of_a ? s.n : s.k, of_a);
  others.zero();
  const FloatProblem p{s.m,
                       s.n,
                       s.k,
                       1,
                       0,
                       {a.get(), s.k, Order::kRow},
                       {b.get(), s.n, Order::kRow},
                       {c.get(), s.n, Order::kRow}};
  CUDA_CHECK(product(p));
  count_others<<<unsigned(tiles(s.m * s.n, 256)), 256>>>(values.get(), c.get(), s.m, s.n, s.k, of_a,
                                                         others.get());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<unsigned long long> found = others.to_host();
  const char* const ways[kRoundings] = {"cuts off", "rounds to nearest, ties to even",
                                        "rounds to nearest, ties away from 0", "keeps all bits"};
  const char* answer = "does something else";
  for (int r = 0; r < kRoundings; ++r)
    if (found[r] == 0) answer = ways[r];
  const bool rounds = found[kNearestEven] == 0 || found[kNearestAway] == 0;
  gallery::Check check = gallery::check_that(rounds, answer);
  if (!rounds)
    check.detail = std::to_string(found[kCutOff]) + " of " + std::to_string(c.count()) +
                   " are not cut off, " + std::to_string(found[kNearestEven]) + " not rounded";
  program.row(std::string(name) + (of_a ? ": A" : ": B"), gallery::by(s.m, s.n, s.k), check);
}

}  // namespace gemm

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "tf32_bits", "what becomes of the bits that TF32 lacks");
  const gemm::Settings settings(program);
  program.start();
  gallery::DeviceArray<float> workspace(size_t(256) << 20);
#ifdef GEMM_CUBLAS
  gemm::Cublas cublas;
#endif
  for (const bool of_a : {true, false}) {
    gemm::examine(program, "gemm", settings, of_a, [&](const gemm::FloatProblem& p) {
      return gemm::gemm_tf32(p, workspace.get(), workspace.count(), 0);
    });
#ifdef GEMM_CUBLAS
    gemm::examine(program, "cuBLAS", settings, of_a,
                  [&](const gemm::FloatProblem& p) { return cublas(p, true); });
#endif
  }
  return program.finish();
}
