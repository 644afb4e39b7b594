// SPDX-License-Identifier: Apache-2.0
// Integers to floats in the four rounding modes, at the ends of each type too, also where the
// integer itself was converted from a float.
#include <cmath>

#include "../check.h"

// Exact: a long double of x86 has 64 bits of mantissa.
float rounded(long double x, int mode) {
  float f = (float)x;  // to nearest even
  if (mode == 1 && std::fabs((long double)f) > std::fabs(x)) f = std::nextafter(f, 0.0f);
  if (mode == 2 && f < x) f = std::nextafter(f, INFINITY);
  if (mode == 3 && f > x) f = std::nextafter(f, -INFINITY);
  return f;
}

template <class T>
HD T number(unsigned i, const unsigned* in) {
  const unsigned long long bits = (unsigned long long)in[i] << 32 | in[i] * 0x9e3779b9u;
  const T top = (T) ~(T)0 < 0 ? (T)(~0ull >> (65 - 8 * sizeof(T))) : (T)~0ull;
  const unsigned shift = in[i] / 64 % 64;
  switch (in[i] % 8) {
    case 0:
      return top - (T)(in[i] / 8 % 200);
    case 1:
      return (T)~top + (T)(in[i] / 8 % 200);
    case 2:
      return (T)((1ull << shift) + in[i] / 8 % 3 - 1);
    default:
      return (T)(bits >> shift);
  }
}

#define OF_TYPE(name, T)                                                                          \
  __global__ void name(const unsigned* in, float4* out) {                                         \
    const unsigned i = check::gid();                                                              \
    const T x = number<T>(i, in);                                                                 \
    out[i] = make_float4(__##name##_rn(x), __##name##_rz(x), __##name##_ru(x), __##name##_rd(x)); \
  }                                                                                               \
  float4 expected_##name(const check::Thread& t, const unsigned* in) {                            \
    const auto x = (long double)number<T>(t.global, in);                                          \
    return make_float4(rounded(x, 0), rounded(x, 1), rounded(x, 2), rounded(x, 3));               \
  }
OF_TYPE(int2float, int)
OF_TYPE(uint2float, unsigned)
OF_TYPE(ll2float, long long)
OF_TYPE(ull2float, unsigned long long)

// The conversion to an integer saturates.
__global__ void there_and_back(const unsigned* in, float2* out) {
  const unsigned i = check::gid();
  const float x = in[i] % 3 ? in[i] * 1.0f : in[i] * 1e15f;
  out[i] = make_float2(__uint2float_rd((unsigned)x), __int2float_rd((int)x));
}
float2 expected_back(const check::Thread& t, const unsigned* in) {
  const unsigned v = in[t.global];
  const double x = v % 3 ? v * 1.0f : v * 1e15f;
  const double u = std::fmin(std::trunc(x), 4294967295.0),
               s = std::fmin(std::trunc(x), 2147483647.0);
  return make_float2(rounded(u, 3), rounded(s, 3));
}

int main() {
  check::run<float4>(
      "int", [](dim3 g, dim3 b, const unsigned* i, float4* o) { int2float<<<g, b>>>(i, o); },
      expected_int2float);
  check::run<float4>(
      "unsigned", [](dim3 g, dim3 b, const unsigned* i, float4* o) { uint2float<<<g, b>>>(i, o); },
      expected_uint2float);
  check::run<float4>(
      "long long", [](dim3 g, dim3 b, const unsigned* i, float4* o) { ll2float<<<g, b>>>(i, o); },
      expected_ll2float);
  check::run<float4>(
      "unsigned long long",
      [](dim3 g, dim3 b, const unsigned* i, float4* o) { ull2float<<<g, b>>>(i, o); },
      expected_ull2float);
  check::run<float2>(
      "there and back",
      [](dim3 g, dim3 b, const unsigned* i, float2* o) { there_and_back<<<g, b>>>(i, o); },
      expected_back);
  return check::result();
}
