// SPDX-License-Identifier: Apache-2.0
// The operations with a rounding mode, bit for bit against this CPU's scalar unit set to that mode.
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <type_traits>

namespace heddle::devicelib {
#define DECLARE(mode)                           \
  float __fadd_##mode(float, float);            \
  float __fsub_##mode(float, float);            \
  float __fmul_##mode(float, float);            \
  float __fdiv_##mode(float, float);            \
  float __frcp_##mode(float);                   \
  float __fsqrt_##mode(float);                  \
  float __fmaf_##mode(float, float, float);     \
  double __dadd_##mode(double, double);         \
  double __dsub_##mode(double, double);         \
  double __dmul_##mode(double, double);         \
  double __ddiv_##mode(double, double);         \
  double __drcp_##mode(double);                 \
  double __dsqrt_##mode(double);                \
  double __fma_##mode(double, double, double);  \
  float __double2float_##mode(double);          \
  float __int2float_##mode(int);                \
  float __uint2float_##mode(unsigned int);      \
  float __ll2float_##mode(long long);           \
  float __ull2float_##mode(unsigned long long); \
  double __ll2double_##mode(long long);         \
  double __ull2double_##mode(unsigned long long);
DECLARE(rz)
DECLARE(ru)
DECLARE(rd)
}  // namespace heddle::devicelib

namespace {

std::mt19937_64 engine(7);
int failures = 0;

// All bit patterns, and often values of like size, few bits, or special ones.
template <class F, class Bits>
F sample() {
  constexpr int kMantissa = sizeof(F) == 4 ? 23 : 52, kBias = sizeof(F) == 4 ? 127 : 1023;
  Bits b = (Bits)engine();
  Bits sign = b & ((Bits)1 << (8 * sizeof(F) - 1)), fraction = b & (((Bits)1 << kMantissa) - 1);
  switch (engine() % 6) {
    case 0:
      break;
    case 1:
      b = sign | fraction | (Bits)(kBias + engine() % 4) << kMantissa;
      break;
    case 2:
      b = sign | (Bits)(kBias + engine() % 8 - 4) << kMantissa |
          (fraction >> (kMantissa - 3) << (kMantissa - 3));
      break;
    case 3:
      b = sign | fraction >> (engine() % kMantissa);
      break;  // denormal
    case 4:
      b = sign | fraction | (Bits)(2 * kBias - engine() % 60) << kMantissa;
      break;
    default: {
      const F special[] = {0, -(F)0, 1, -1, (F)INFINITY, -(F)INFINITY, (F)NAN};
      return special[engine() % 7];
    }
  }
  F x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}
float sample_f() {
  return sample<float, std::uint32_t>();
}
double sample_d() {
  return sample<double, std::uint64_t>();
}

template <class F>
bool same(F a, F b) {
  using Bits = std::conditional_t<sizeof(F) == 4, std::uint32_t, std::uint64_t>;
  return (a != a && b != b) || std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

template <class F>
void expect(const char* name, F got, F want, double a, double b = 0, double c = 0) {
  if (same(got, want)) return;
  if (++failures < 40)
    std::printf("%s(%a, %a, %a) = %a, the CPU says %a\n", name, a, b, c, (double)got, (double)want);
}

#define WITH(rounding, expression) \
  ([&] {                           \
    std::fesetround(rounding);     \
    auto r = expression;           \
    std::fesetround(FE_TONEAREST); \
    return r;                      \
  }())

#define CHECK_MODE(mode, rounding)                                                            \
  void check_##mode(int samples) {                                                            \
    using namespace heddle::devicelib;                                                        \
    for (int i = 0; i < samples; ++i) {                                                       \
      volatile float a = sample_f(), b = sample_f(), c = sample_f(), one = 1;                 \
      expect("__fadd_" #mode, __fadd_##mode(a, b), WITH(rounding, a + b), a, b);              \
      expect("__fsub_" #mode, __fsub_##mode(a, b), WITH(rounding, a - b), a, b);              \
      expect("__fmul_" #mode, __fmul_##mode(a, b), WITH(rounding, a * b), a, b);              \
      expect("__fdiv_" #mode, __fdiv_##mode(a, b), WITH(rounding, a / b), a, b);              \
      expect("__frcp_" #mode, __frcp_##mode(a), WITH(rounding, one / a), a);                  \
      expect("__fsqrt_" #mode, __fsqrt_##mode(a), WITH(rounding, std::sqrt(a)), a);           \
      expect("__fmaf_" #mode, __fmaf_##mode(a, b, c),                                         \
             WITH(rounding, std::fma((float)a, (float)b, (float)c)), a, b, c);                \
      volatile float d = -a * b;                                                              \
      expect("__fmaf_" #mode, __fmaf_##mode(a, b, d),                                         \
             WITH(rounding, std::fma((float)a, (float)b, (float)d)), a, b, d);                \
      volatile double x = sample_d(), y = sample_d(), z = sample_d(), unit = 1;               \
      expect("__dadd_" #mode, __dadd_##mode(x, y), WITH(rounding, x + y), x, y);              \
      expect("__dsub_" #mode, __dsub_##mode(x, y), WITH(rounding, x - y), x, y);              \
      expect("__dmul_" #mode, __dmul_##mode(x, y), WITH(rounding, x * y), x, y);              \
      expect("__ddiv_" #mode, __ddiv_##mode(x, y), WITH(rounding, x / y), x, y);              \
      expect("__drcp_" #mode, __drcp_##mode(x), WITH(rounding, unit / x), x);                 \
      expect("__dsqrt_" #mode, __dsqrt_##mode(x), WITH(rounding, std::sqrt(x)), x);           \
      expect("__fma_" #mode, __fma_##mode(x, y, z),                                           \
             WITH(rounding, std::fma((double)x, (double)y, (double)z)), x, y, z);             \
      volatile double w = -x * y;                                                             \
      expect("__fma_" #mode, __fma_##mode(x, y, w),                                           \
             WITH(rounding, std::fma((double)x, (double)y, (double)w)), x, y, w);             \
      expect("__double2float_" #mode, __double2float_##mode(x), WITH(rounding, (float)x), x); \
      volatile double narrow = (double)a * (1 + 0x1p-40);                                     \
      expect("__double2float_" #mode, __double2float_##mode(narrow),                          \
             WITH(rounding, (float)narrow), narrow);                                          \
      volatile long long l = (long long)engine() >> (engine() % 64);                          \
      volatile unsigned long long u = engine() >> (engine() % 64);                            \
      volatile int n = (int)l;                                                                \
      volatile unsigned int m = (unsigned int)u;                                              \
      expect("__int2float_" #mode, __int2float_##mode(n), WITH(rounding, (float)n), n);       \
      expect("__uint2float_" #mode, __uint2float_##mode(m), WITH(rounding, (float)m), m);     \
      expect("__ll2float_" #mode, __ll2float_##mode(l), WITH(rounding, (float)l), l);         \
      expect("__ull2float_" #mode, __ull2float_##mode(u), WITH(rounding, (float)u), u);       \
      expect("__ll2double_" #mode, __ll2double_##mode(l), WITH(rounding, (double)l), l);      \
      expect("__ull2double_" #mode, __ull2double_##mode(u), WITH(rounding, (double)u), u);    \
    }                                                                                         \
  }
CHECK_MODE(rz, FE_TOWARDZERO)
CHECK_MODE(ru, FE_UPWARD)
CHECK_MODE(rd, FE_DOWNWARD)

}  // namespace

int main() {
  check_rz(200000);
  check_ru(200000);
  check_rd(200000);
  std::printf("%d wrong\n", failures);
  return failures != 0;
}
