// SPDX-License-Identifier: Apache-2.0
// Every form of mma.sync against plain loops over matrices, which are put together from the
// fragments as the PTX ISA describes them. Integers must be equal; floating-point sums may be cut
// off (tests/tensor/gpu says how a GPU does it), so they get as much tolerance as that takes.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "values.h"

inline int failures = 0;

inline void cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "FAIL %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// A warp each: two in a block, so that it matters which is which.
template <int FORM>
__global__ void run(unsigned* fragments, unsigned* out) {
  constexpr Form form = kForms[FORM];
  constexpr int kIn = form.words_a() + form.words_b() + form.words_c();
  const unsigned warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  unsigned in[kIn], d[form.words_d()];
  for (int i = 0; i < kIn; ++i) in[i] = fragments[(warp * kIn + i) * 32 + lane];
  Mma<FORM>::run(d, in, in + form.words_a(), in + form.words_a() + form.words_b());
  for (int i = 0; i < form.words_d(); ++i) out[(warp * form.words_d() + i) * 32 + lane] = d[i];
}

// The fragments of a warp.
template <int FORM>
void fill(unsigned* in, Values values, unsigned seed) {
  constexpr Form form = kForms[FORM];
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned* to = in + lane;
    const auto put = [&](Type type, int which, int words) {
      for (int w = 0; w < words; ++w, to += 32) {
        *to = fragment_word(type, values, which, seed, lane, w);
      }
    };
    put(form.a, 0, form.words_a());
    put(form.b, 1, form.words_b());
    put(form.c, 2, form.words_c());
  }
}

constexpr int kMost = 256;  // of k
struct Matrices {
  double a[4][16][kMost], b[4][kMost][8], c[4][16][8];
};

// Of a number, but no less than of the smallest one that is normal.
inline double size(Type type, double x) {
  if (!is_float(type)) return std::fabs(x);
  return std::fmax(std::fabs(x), std::ldexp(1, 2 - (1 << (fields_of(type).exponent - 1))));
}

template <int FORM>
void compare(Values values, int warp, const unsigned* in, const unsigned* out) {
  constexpr Form form = kForms[FORM];
  static Matrices matrices;
  for (int lane = 0; lane < 32; ++lane) {
    unsigned mine[64];
    const int words = form.words_a() + form.words_b() + form.words_c();
    for (int i = 0; i < words; ++i) mine[i] = in[i * 32 + lane];
    const int p = product_of(form, lane);
    for (int i = 0; i < elements_of(form.words_a(), form.a); ++i) {
      const Where at = place_of_a(form, lane, i);
      matrices.a[p][at.row][at.column] = number(form.a, element_of(mine, form.a, i));
    }
    for (int i = 0; i < elements_of(form.words_b(), form.b); ++i) {
      const Where at = place_of_b(form, lane, i);
      matrices.b[p][at.row][at.column] =
          number(form.b, element_of(mine + form.words_a(), form.b, i));
    }
    for (int i = 0; i < elements_of(form.words_c(), form.c); ++i) {
      const Where at = place_of_sum(form, form.c, lane, i);
      matrices.c[p][at.row][at.column] =
          number(form.c, element_of(mine + form.words_a() + form.words_b(), form.c, i));
    }
  }
  for (int lane = 0; lane < 32; ++lane) {
    unsigned mine[16];
    for (int i = 0; i < form.words_d(); ++i) mine[i] = out[i * 32 + lane];
    const int p = product_of(form, lane);
    for (int i = 0; i < elements_of(form.words_d(), form.d); ++i) {
      const Where at = place_of_sum(form, form.d, lane, i);
      long double sum = matrices.c[p][at.row][at.column];
      double largest = std::fabs(static_cast<double>(sum));
      for (int k = 0; k < form.k; ++k) {
        const double a = matrices.a[p][at.row][k], b = matrices.b[p][k][at.column];
        const double product = form.mode == Form::kXor ? a != b : a * b;
        sum += product;
        // Denormals are aligned as they are.
        if (product != 0) largest = std::fmax(largest, size(form.a, a) * size(form.b, b));
      }
      double want = static_cast<double>(sum);
      if (form.mode == Form::kSaturate)
        want = std::fmin(std::fmax(want, -2147483648.0), 2147483647.0);
      const unsigned long long bits = element_of(mine, form.d, i);
      const double got = number(form.d, bits);
      bool good = false;
      if (!is_float(form.d)) {
        const auto wrapped = static_cast<long long>(want);
        good = static_cast<unsigned>(bits) == static_cast<unsigned>(wrapped);
      } else {
        // Each of the k + 1 numbers may lose a unit of the 24th bit of the largest one, and the
        // result one of its own.
        // Bytes: halves in between.
        const bool halves = form.d == Type::f16 && bits_of(form.a) == 8;
        const double unit = form.d == Type::f64 ? 0x1p-52 : halves ? 0x1p-11 : 0x1p-23;
        const double own = form.d == Type::f16 ? 0x1p-10 : unit;
        good = std::fabs(got - want) <= largest * unit * (form.k + 2) + std::fabs(want) * own +
                                            (form.d == Type::f16 ? 0x1p-24 : 0x1p-149);
        if (form.d == Type::f16 && std::fabs(want) > 65500) good = std::isinf(got) || good;
      }
      if (good) continue;
      if (++failures < 10) {
        std::fprintf(stderr,
                     "FAIL %s, values %d, warp %d, product %d, row %d, column %d: got %.17g "
                     "(%llx), expected %.17g\n",
                     form.name, values, warp, p, at.row, at.column, got, bits, want);
      }
    }
  }
}

template <int FORM>
void test(int blocks) {
  constexpr Form form = kForms[FORM];
  constexpr int kIn = form.words_a() + form.words_b() + form.words_c();
  const int warps = 2 * blocks;
  unsigned *in = nullptr, *out = nullptr;
  cuda(cudaMallocManaged(&in, sizeof(unsigned) * 32 * kIn * warps), "malloc");
  cuda(cudaMallocManaged(&out, sizeof(unsigned) * 32 * form.words_d() * warps), "malloc");
  for (int values : {kNearOne, kNear, kWide, kTiny, kLargeC, kZeros, kTinyC}) {
    if (!is_float(form.a) && values > kWide) continue;
    // Beyond a half's range.
    if (form.d == Type::f16 && (values == kNear || values == kWide)) continue;
    for (int warp = 0; warp < warps; ++warp) {
      fill<FORM>(in + warp * kIn * 32, static_cast<Values>(values),
                 static_cast<unsigned>(values * 1000 + warp + FORM * 100000));
    }
    run<FORM><<<blocks, 64>>>(in, out);
    cuda(cudaGetLastError(), form.name);
    cuda(cudaDeviceSynchronize(), form.name);
    for (int warp = 0; warp < warps; ++warp) {
      compare<FORM>(static_cast<Values>(values), warp, in + warp * kIn * 32,
                    out + warp * form.words_d() * 32);
    }
  }
  cuda(cudaFree(in), "free");
  cuda(cudaFree(out), "free");
}

template <int FIRST, int LAST>
void test_forms(int blocks) {
  test<FIRST>(blocks);
  if constexpr (FIRST < LAST) test_forms<FIRST + 1, LAST>(blocks);
}
