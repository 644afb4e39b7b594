// SPDX-License-Identifier: Apache-2.0
// The mathematical functions of a 16-bit type on every number of it, against double. Bounds are in
// units in the last place (0.5: correctly rounded); docs/language.md has them. NARROW_SHOW=1 prints
// what was reached.
#pragma once

#include "narrow.h"

namespace narrow {

// How far `got` lies from `exact`, in units of the last place that the format has there.
template <class F>
double error_in_ulps(Bits got, double exact) {
  const double value = F::decode(got);
  const Bits nearest = F::encode({exact, 0});
  if (exact != exact || F::decode(nearest) == 0 || std::isinf(F::decode(nearest))) {
    const bool same = exact != exact ? value != value : value == F::decode(nearest);
    if (same) return exact == 0 && std::signbit(value) != std::signbit(exact) ? INFINITY : 0;
    if (exact != exact || std::isinf(exact)) return INFINITY;
  }
  if (value != value) return INFINITY;
  const int exponent = std::max(std::ilogb(exact), 1 - F::kBias);
  const double clipped =
      std::isinf(value) ? std::copysign(F::decode_magnitude(F::kInfinity), value) : value;
  return std::fabs(clipped - exact) / std::ldexp(1.0, exponent - F::kMantissaBits);
}

template <class F, auto Function>
void check_function(const char* name, double (*exact)(double), double bound) {
  const auto got = run<Function>(1 << 16);
  double worst = 0;
  unsigned at = 0;
  for (unsigned i = 0; i < got.size(); ++i) {
    const double error = error_in_ulps<F>(got[i], exact(F::decode((Bits)i)));
    if (error > worst) worst = error, at = i;
  }
  if (std::getenv("NARROW_SHOW")) std::printf("%-12s %.3f ulp at 0x%04x\n", name, worst, at);
  if (worst <= bound) return;
  ++check::failures();
  std::fprintf(stderr, "FAIL %s(0x%04x): got 0x%04x, %g ulp from %a\n", name, at, got[at], worst,
               exact(F::decode((Bits)at)));
}

#define NARROW_FUNCTION(T, T2, name)                                                      \
  __device__ Bits got_##name(unsigned i) {                                                \
    return to_bits(h##name(from_bits<T>((Bits)i)));                                       \
  }                                                                                       \
  __device__ unsigned pair_##name(unsigned i) {                                           \
    const T2 both = h2##name(T2(from_bits<T>((Bits)i), from_bits<T>((Bits)(i ^ 0x5a5)))); \
    return to_bits(both.x) | (unsigned)to_bits(both.y) << 16;                             \
  }                                                                                       \
  __device__ unsigned singly_##name(unsigned i) {                                         \
    return got_##name(i) | (unsigned)got_##name(i ^ 0x5a5) << 16;                         \
  }
#define NARROW_FUNCTIONS(T, T2)       \
  namespace narrow {                  \
  NARROW_FUNCTION(T, T2, ceil)        \
  NARROW_FUNCTION(T, T2, floor)       \
  NARROW_FUNCTION(T, T2, trunc)       \
  NARROW_FUNCTION(T, T2, rint)        \
  NARROW_FUNCTION(T, T2, sqrt)        \
  NARROW_FUNCTION(T, T2, rsqrt)       \
  NARROW_FUNCTION(T, T2, rcp)         \
  NARROW_FUNCTION(T, T2, exp)         \
  NARROW_FUNCTION(T, T2, exp2)        \
  NARROW_FUNCTION(T, T2, exp10)       \
  NARROW_FUNCTION(T, T2, log)         \
  NARROW_FUNCTION(T, T2, log2)        \
  NARROW_FUNCTION(T, T2, log10)       \
  NARROW_FUNCTION(T, T2, sin)         \
  NARROW_FUNCTION(T, T2, cos)         \
  NARROW_FUNCTION(T, T2, tanh)        \
  NARROW_FUNCTION(T, T2, tanh_approx) \
  }
#define NARROW_CHECK_FUNCTION(F, name, exact, bound)                                            \
  narrow::check_function<F, narrow::got_##name>(                                                \
      "h" #name, [](double x) -> double { return exact; }, bound);                              \
  check::that(                                                                                  \
      narrow::run<narrow::pair_##name>(1 << 16) == narrow::run<narrow::singly_##name>(1 << 16), \
      "h2" #name);
#define NARROW_CHECK_FUNCTIONS(F)                           \
  NARROW_CHECK_FUNCTION(F, ceil, std::ceil(x), 0)           \
  NARROW_CHECK_FUNCTION(F, floor, std::floor(x), 0)         \
  NARROW_CHECK_FUNCTION(F, trunc, std::trunc(x), 0)         \
  NARROW_CHECK_FUNCTION(F, rint, std::nearbyint(x), 0)      \
  NARROW_CHECK_FUNCTION(F, sqrt, std::sqrt(x), 0.5)         \
  NARROW_CHECK_FUNCTION(F, rsqrt, 1 / std::sqrt(x), 0.501)  \
  NARROW_CHECK_FUNCTION(F, rcp, 1 / x, 0.5)                 \
  NARROW_CHECK_FUNCTION(F, exp, std::exp(x), 0.501)         \
  NARROW_CHECK_FUNCTION(F, exp2, std::exp2(x), 0.501)       \
  NARROW_CHECK_FUNCTION(F, exp10, std::pow(10.0, x), 0.501) \
  NARROW_CHECK_FUNCTION(F, log, std::log(x), 0.501)         \
  NARROW_CHECK_FUNCTION(F, log2, std::log2(x), 0.501)       \
  NARROW_CHECK_FUNCTION(F, log10, std::log10(x), 0.501)     \
  NARROW_CHECK_FUNCTION(F, sin, std::sin(x), 0.501)         \
  NARROW_CHECK_FUNCTION(F, cos, std::cos(x), 0.501)         \
  NARROW_CHECK_FUNCTION(F, tanh, std::tanh(x), 0.501)       \
  NARROW_CHECK_FUNCTION(F, tanh_approx, std::tanh(x), 1.01)

}  // namespace narrow
