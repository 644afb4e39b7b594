// SPDX-License-Identifier: Apache-2.0
// Zeros with their signs, infinities, NaN, denormals and the largest numbers: every function must
// answer as the C library does (C standard, annex F), and the exact functions must agree
// everywhere.
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

// clang-format off: it cannot settle on a layout for a list of macro calls
#define FOR_UNARY(M) \
  M(acos) M(acosh) M(asin) M(asinh) M(atan) M(atanh) M(cbrt) M(cos) M(cosh) M(erf) M(erfc) \
  M(exp) M(exp2) M(exp10) M(expm1) M(lgamma) M(log) M(log10) M(log1p) M(log2) M(sin) M(sinh) \
  M(tan) M(tanh) M(tgamma) M(logb)
// clang-format on
#define FOR_BINARY(M) M(atan2) M(fmod) M(hypot) M(pow) M(remainder) M(nextafter)
// clang-format off: it cannot settle on a layout for a list of macro calls
#define FOR_OWN(M) \
  M(rsqrt) M(rcbrt) M(sinpi) M(cospi) M(erfinv) M(erfcinv) M(normcdf) M(normcdfinv) M(erfcx) \
  M(cyl_bessel_i0) M(cyl_bessel_i1)
// clang-format on

namespace heddle::devicelib {
#define DECLARE(name)  \
  double name(double); \
  float name##f(float);
#define DECLARE_2(name)        \
  double name(double, double); \
  float name##f(float, float);
FOR_UNARY(DECLARE) FOR_OWN(DECLARE) FOR_BINARY(DECLARE_2) double ldexp(double, int);
float ldexpf(float, int);
double scalbln(double, long);
float scalblnf(float, long);
double frexp(double, int*);
float frexpf(float, int*);
double modf(double, double*);
float modff(float, float*);
double remquo(double, double, int*);
float remquof(float, float, int*);
int ilogb(double);
int ilogbf(float);
long lrint(double);
long lrintf(float);
long lround(double);
long lroundf(float);
double nan(const char*);
float nanf(const char*);
double norm3d(double, double, double);
float norm3df(float, float, float);
double rnorm4d(double, double, double, double);
float rnorm4df(float, float, float, float);
}  // namespace heddle::devicelib

namespace lib = heddle::devicelib;

namespace {

int failures = 0;

template <class F>
bool alike(F got, F want) {  // the same class and sign, and near when finite
  if (got != got || want != want) return got != got && want != want;
  if (std::isinf(want) || std::isinf(got) || want == 0 || got == 0)
    return got == want && std::signbit(got) == std::signbit(want);
  return std::fabs(got - want) <= 4 * std::fabs(want) * (sizeof(F) == 4 ? 0x1p-23 : 0x1p-52) +
                                      (sizeof(F) == 4 ? 0x1p-149 : 0x1p-1074);
}
template <class F>
bool same(F a, F b) {
  using Bits = std::conditional_t<sizeof(F) == 4, std::uint32_t, std::uint64_t>;
  return (a != a && b != b) || std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}
void wrong(const char* name, double x, double y, double got, double want) {
  ++failures;
  std::printf("%s(%a, %a) = %a instead of %a\n", name, x, y, got, want);
}

template <class F>
const std::vector<F> kSpecial = {0,
                                 (F)-0.0,
                                 1,
                                 -1,
                                 (F)0.5,
                                 (F)-0.5,
                                 2,
                                 -2,
                                 3,
                                 -3,
                                 (F)2.5,
                                 (F)1e9,
                                 (F)-1e9,
                                 (F)(sizeof(F) == 4 ? FLT_MAX : DBL_MAX),
                                 (F)(sizeof(F) == 4 ? -FLT_MAX : -DBL_MAX),
                                 (F)(sizeof(F) == 4 ? 0x1p-149 : 0x1p-1074),
                                 (F)(sizeof(F) == 4 ? -0x1p-149 : -0x1p-1074),
                                 (F)(sizeof(F) == 4 ? 0x1p-126 : 0x1p-1022),
                                 (F)INFINITY,
                                 (F)-INFINITY,
                                 (F)NAN};

std::mt19937_64 engine(11);
template <class F, class Bits>
F any() {
  Bits b = (Bits)engine();
  if (engine() % 3 == 0) {  // of moderate size
    constexpr int kMantissa = sizeof(F) == 4 ? 23 : 52, kBias = sizeof(F) == 4 ? 127 : 1023;
    b = (b & ~((Bits)(2 * kBias + 1) << kMantissa)) | (Bits)(kBias + engine() % 70 - 10)
                                                          << kMantissa;
  }
  if (engine() % 50 == 0) return kSpecial<F>[engine() % kSpecial<F>.size()];
  F x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}

#define EXACT(name, F, x, y, got, want) \
  if (!same<decltype(got)>(got, want)) wrong(#name, x, y, (double)(got), (double)(want));

template <class F, class Bits>
void exact_functions() {
  constexpr bool f = sizeof(F) == 4;
  for (int i = 0; i < 200000; ++i) {
    F x = any<F, Bits>(), y = any<F, Bits>();
    int n = (int)(engine() % 5000) - 2500;
    if constexpr (f) {
      EXACT(ldexpf, F, x, n, lib::ldexpf(x, n), std::ldexp(x, n))
      EXACT(scalblnf, F, x, n, lib::scalblnf(x, n), std::scalbln(x, n))
      EXACT(nextafterf, F, x, y, lib::nextafterf(x, y), std::nextafter(x, y))
      EXACT(logbf, F, x, 0, lib::logbf(x), std::logb(x))
      if (x == x && x != 0) EXACT(ilogbf, F, x, 0, lib::ilogbf(x), std::ilogb(x))
    } else {
      EXACT(ldexp, F, x, n, lib::ldexp(x, n), std::ldexp(x, n))
      EXACT(scalbln, F, x, n, lib::scalbln(x, n), std::scalbln(x, n))
      EXACT(nextafter, F, x, y, lib::nextafter(x, y), std::nextafter(x, y))
      EXACT(logb, F, x, 0, lib::logb(x), std::logb(x))
      if (x == x && x != 0) EXACT(ilogb, F, x, 0, lib::ilogb(x), std::ilogb(x))
    }
    int e1 = 0, e2 = 0, q1 = 0, q2 = 0;
    F whole1, whole2, got, want;
    if constexpr (f)
      got = lib::frexpf(x, &e1);
    else
      got = lib::frexp(x, &e1);
    want = std::frexp(x, &e2);
    EXACT(frexp, F, x, 0, got, want)
    if (x - x == 0) EXACT(frexp exponent, F, x, 0, e1, e2)
    if constexpr (f)
      got = lib::modff(x, &whole1);
    else
      got = lib::modf(x, &whole1);
    want = std::modf(x, &whole2);
    EXACT(modf, F, x, 0, got, want)
    EXACT(modf whole, F, x, 0, whole1, whole2)
    if constexpr (f)
      got = lib::remquof(x, y, &q1);
    else
      got = lib::remquo(x, y, &q1);
    want = std::remquo(x, y, &q2);
    EXACT(remquo, F, x, y, got, want)
    if (want == want) EXACT(remquo quotient, F, x, y, q1 & 7, q2 & 7)
    if (std::fabs(x) < (F)9e18) {
      if constexpr (f) {
        EXACT(lrintf, F, x, 0, lib::lrintf(x), std::lrint(x))
        EXACT(lroundf, F, x, 0, lib::lroundf(x), std::lround(x))
      } else {
        EXACT(lrint, F, x, 0, lib::lrint(x), std::lrint(x))
        EXACT(lround, F, x, 0, lib::lround(x), std::lround(x))
      }
    }
  }
}

// Values of the functions that CUDA adds (CUDA Math API).
#define ADDED(name, x, value)                                                         \
  do {                                                                                \
    if (!alike<double>(lib::name(x), value)) wrong(#name, x, 0, lib::name(x), value); \
    float got = lib::name##f((float)(x));                                             \
    if (!alike<float>(got, (float)(value))) wrong(#name "f", x, 0, got, value);       \
  } while (0)
#define NORM(call, value)                                                       \
  do {                                                                          \
    if (!alike<double>(lib::call, value)) wrong(#call, 0, 0, lib::call, value); \
  } while (0)

void added_functions() {
  const double inf = INFINITY, nan = NAN;
  ADDED(rsqrt, 0.0, inf);
  ADDED(rsqrt, -0.0, -inf);
  ADDED(rsqrt, inf, 0.0);
  ADDED(rsqrt, -1.0, nan);
  ADDED(rsqrt, 4.0, 0.5);
  ADDED(rsqrt, nan, nan);
  ADDED(rsqrt, -inf, nan);
  ADDED(rcbrt, 0.0, inf);
  ADDED(rcbrt, -0.0, -inf);
  ADDED(rcbrt, inf, 0.0);
  ADDED(rcbrt, -inf, -0.0);
  ADDED(sinpi, 0.0, 0.0);
  ADDED(sinpi, -0.0, -0.0);
  ADDED(sinpi, 1.0, 0.0);
  ADDED(sinpi, -1.0, -0.0);
  ADDED(sinpi, 0.5, 1.0);
  ADDED(sinpi, 1.5, -1.0);
  ADDED(sinpi, inf, nan);
  ADDED(sinpi, nan, nan);
  ADDED(cospi, 0.0, 1.0);
  ADDED(cospi, -0.0, 1.0);
  ADDED(cospi, 0.5, 0.0);
  ADDED(cospi, 1.5, 0.0);
  ADDED(cospi, 1.0, -1.0);
  ADDED(cospi, 1e9, 1.0);
  ADDED(cospi, inf, nan);
  ADDED(erfinv, 0.0, 0.0);
  ADDED(erfinv, -0.0, -0.0);
  ADDED(erfinv, 1.0, inf);
  ADDED(erfinv, -1.0, -inf);
  ADDED(erfinv, 2.0, nan);
  ADDED(erfinv, nan, nan);
  ADDED(erfcinv, 0.0, inf);
  ADDED(erfcinv, 2.0, -inf);
  ADDED(erfcinv, 1.0, 0.0);
  ADDED(erfcinv, 3.0, nan);
  ADDED(erfcinv, -1.0, nan);
  ADDED(erfcinv, nan, nan);
  ADDED(normcdf, inf, 1.0);
  ADDED(normcdf, -inf, 0.0);
  ADDED(normcdf, nan, nan);
  ADDED(normcdf, 0.0, 0.5);
  ADDED(normcdfinv, 0.0, -inf);
  ADDED(normcdfinv, 1.0, inf);
  ADDED(normcdfinv, 2.0, nan);
  ADDED(erfcx, inf, 0.0);
  ADDED(erfcx, -inf, inf);
  ADDED(erfcx, nan, nan);
  ADDED(erfcx, 0.0, 1.0);
  ADDED(cyl_bessel_i0, inf, inf);
  ADDED(cyl_bessel_i0, -inf, inf);
  ADDED(cyl_bessel_i0, 0.0, 1.0);
  ADDED(cyl_bessel_i0, nan, nan);
  ADDED(cyl_bessel_i1, inf, inf);
  ADDED(cyl_bessel_i1, -inf, -inf);
  ADDED(cyl_bessel_i1, 0.0, 0.0);
  ADDED(cyl_bessel_i1, nan, nan);
  NORM(norm3d(1e300, 2e300, 2e300), 3e300);
  NORM(norm3d(0, 0, 0), 0.0);
  NORM(norm3d(nan, 1, 2), nan);
  NORM(norm3df(inf, nan, 0), inf);
  NORM(norm3df(3e38f, 4e-45f, 0), 3e38f);
  NORM(rnorm4d(0, 0, 0, 0), inf);
  NORM(rnorm4d(1e-300, 1e-300, 1e-300, 1e-300), 5e299);
  NORM(rnorm4df(-inf, nan, 0, 0), 0.0);
  NORM(nan("12"), nan);
  NORM(nanf("0x7f"), nan);
}

}  // namespace

int main() {
#define CHECK_1(name)                                                                         \
  for (double x : kSpecial<double>)                                                           \
    if (!alike<double>(lib::name(x), ::name(x))) wrong(#name, x, 0, lib::name(x), ::name(x)); \
  for (float x : kSpecial<float>)                                                             \
    if (!alike<float>(lib::name##f(x), ::name##f(x)))                                         \
      wrong(#name "f", x, 0, lib::name##f(x), ::name##f(x));
  FOR_UNARY(CHECK_1)
#define CHECK_2(name)                                         \
  for (double x : kSpecial<double>)                           \
    for (double y : kSpecial<double>)                         \
      if (!alike<double>(lib::name(x, y), ::name(x, y)))      \
        wrong(#name, x, y, lib::name(x, y), ::name(x, y));    \
  for (float x : kSpecial<float>)                             \
    for (float y : kSpecial<float>)                           \
      if (!alike<float>(lib::name##f(x, y), ::name##f(x, y))) \
        wrong(#name "f", x, y, lib::name##f(x, y), ::name##f(x, y));
  FOR_BINARY(CHECK_2)
  exact_functions<float, std::uint32_t>();
  exact_functions<double, std::uint64_t>();
  added_functions();
  std::printf("%d wrong\n", failures);
  return failures != 0;
}
