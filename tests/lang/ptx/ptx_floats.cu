// SPDX-License-Identifier: Apache-2.0
// Inline PTX: floating-point arithmetic with roundings, .ftz and .sat, conversions, comparisons
// with NaN, classification; the approximate functions within a few units of the last place.
#include <cmath>

#include "../check.h"

HD float value(unsigned bits) {
  switch (bits % 11) {
    case 0:
      return 0.0f;
    case 1:
      return -__builtin_inff();
    case 2:
      return __builtin_nanf("");
    case 3:
      return 0x1.8p-130f;
    case 4:
      return -3.5f;
    default:
      return (float)(int)bits * 0x1p-20f;
  }
}

struct Result {
  float f[14];
  int i[12];
  double d[4];
};

HD float flushed(float x) {
  return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0.0f, x) : x;
}
HD float limited(float x) {
  return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
}
// NaN of any sign is one value here.
HD float canonical(float x) {
  return x == x ? x : __builtin_nanf("");
}

HD Result work(unsigned i, const unsigned* in) {
  const float x = value(in[i]), y = value(in[i + 9]);
  const int n = (int)in[i + 2];
  Result r{};
#ifdef __CUDA_ARCH__
  asm("add.f32 %0, %1, %2;" : "=f"(r.f[0]) : "f"(x), "f"(y));
  asm("mul.rn.ftz.f32 %0, %1, 0f3F000000;" : "=f"(r.f[1]) : "f"(x));
  asm("fma.rn.sat.f32 %0, %1, %2, 0.25;" : "=f"(r.f[2]) : "f"(x), "f"(y));
  asm("cvt.rn.f32.s32 %0, %1;" : "=f"(r.f[3]) : "r"(n));
  asm("cvt.rz.f32.u32 %0, %1;" : "=f"(r.f[4]) : "r"(n));
  asm("min.f32 %0, %1, %2;" : "=f"(r.f[5]) : "f"(x), "f"(y));
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(r.f[6]) : "f"(x), "f"(y));
  asm("copysign.f32 %0, %1, %2;" : "=f"(r.f[7]) : "f"(x), "f"((float)n));
  asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(r.f[8]) : "f"(x));
  asm("cvt.sat.f32.f32 %0, %1;" : "=f"(r.f[9]) : "f"(x));
  asm("neg.f32 %0, %1;\n\tabs.f32 %0, %0;" : "=f"(r.f[10]) : "f"(x));
  asm("cvt.rp.f32.f64 %0, %1;" : "=f"(r.f[11]) : "d"((double)n + 0x1p-25));
  asm("min.xorsign.abs.f32 %0, %1, %2;" : "=f"(r.f[12]) : "f"(x), "f"(y));
  asm("max.ftz.NaN.xorsign.abs.f32 %0, %1, %2;" : "=f"(r.f[13]) : "f"(x), "f"(y));
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(r.i[0]) : "f"(x));
  asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(r.i[1]) : "f"(x));
  asm("cvt.s32.s8 %0, %1;" : "=r"(r.i[2]) : "r"(n));
  asm("cvt.sat.u8.s32 %0, %1;" : "=r"(r.i[3]) : "r"(n >> 22));
  {
    short s;
    asm("cvt.sat.s16.s32 %0, %1;" : "=h"(s) : "r"(n >> 14));
    r.i[4] = s;
  }
  asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.s32 %0, 1, 0, p; setp.geu.f32 p, %1, %2;\n"
      "  @p add.s32 %0, %0, 2; setp.nan.f32 p, %1, %2; @p add.s32 %0, %0, 4; }"
      : "=&r"(r.i[5])
      : "f"(x), "f"(y));
  asm("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.s32 %0, 1, 0, p; testp.finite.f32 p, %1;\n"
      "  @p add.s32 %0, %0, 2; testp.notanumber.f32 p, %1; @p add.s32 %0, %0, 4; }"
      : "=&r"(r.i[6])
      : "f"(x));
  asm("mov.b32 %0, %1;" : "=r"(r.i[7]) : "f"(canonical(x)));
  asm("fma.rn.f64 %0, %1, %2, 0d3FF0000000000000;"
      : "=d"(r.d[0])
      : "d"((double)n), "d"((double)(n >> 3)));
  asm("div.rn.f64 %0, %1, 3.0;" : "=d"(r.d[1]) : "d"((double)n));
  asm("cvt.rn.f64.s64 %0, %1;" : "=d"(r.d[2]) : "l"((long long)n * n));
  asm("sqrt.rn.f64 %0, %1;" : "=d"(r.d[3]) : "d"((double)in[i]));
#else
  r.f[0] = x + y;
  r.f[1] = flushed(flushed(x) * 0.5f);
  r.f[2] = limited(__builtin_fmaf(x, y, 0.25f));
  r.f[3] = (float)n;
  r.f[4] = (float)(unsigned)n;
  if ((double)r.f[4] > (double)(unsigned)n) r.f[4] = __builtin_nextafterf(r.f[4], 0.0f);
  r.f[5] = x != x ? y : y != y ? x : x < y ? x : y;
  r.f[6] = x != x || y != y ? __builtin_nanf("") : x > y ? x : y;
  r.f[7] = __builtin_copysignf((float)n, x);
  r.f[8] = __builtin_floorf(x);
  r.f[9] = limited(x);
  r.f[10] = __builtin_fabsf(x);
  const double up = (double)n + 0x1p-25;
  r.f[11] = (float)up;
  if ((double)r.f[11] < up) r.f[11] = __builtin_nextafterf(r.f[11], __builtin_inff());
  const float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
  const float sign = __builtin_signbit(x) == __builtin_signbit(y) ? 1.0f : -1.0f;
  r.f[12] = __builtin_copysignf(a != a ? b : b != b ? a : a < b ? a : b, sign);
  r.f[13] = a != a || b != b ? a + b : __builtin_copysignf(flushed(a > b ? a : b), sign);
  r.i[0] = x != x ? 0 : x < -0x1p31f ? (int)0x80000000 : (int)__builtin_rintf(x);
  r.i[1] = x > 0 ? (int)(unsigned)x : 0;
  r.i[2] = (signed char)n;
  r.i[3] = n >> 22 < 0 ? 0 : n >> 22 > 255 ? 255 : n >> 22;
  r.i[4] = n >> 14 < -32768 ? -32768 : n >> 14 > 32767 ? 32767 : n >> 14;
  r.i[5] = (x < y) + 2 * !(x < y) + 4 * (x != x || y != y);
  const bool finite = x - x == 0;
  r.i[6] = (x != 0 && __builtin_fabsf(x) < 0x1p-126f) + 2 * finite + 4 * (x != x);
  const float c = canonical(x);
  __builtin_memcpy(&r.i[7], &c, 4);
  r.d[0] = __builtin_fma((double)n, (double)(n >> 3), 1.0);
  r.d[1] = (double)n / 3.0;
  r.d[2] = (double)((long long)n * n);
  r.d[3] = __builtin_sqrt((double)in[i]);
#endif
  for (float& f : r.f) f = canonical(f);
  return r;
}

__global__ void approximations(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  const float x = (float)(in[i] % 100000) * 0x1p-15f + 0x1p-10f;
  float r[8];
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r[0]) : "f"(x));
  asm("lg2.approx.f32 %0, %1;" : "=f"(r[1]) : "f"(x + 2));
  asm("sin.approx.f32 %0, %1;" : "=f"(r[2]) : "f"(x));
  asm("cos.approx.f32 %0, %1;" : "=f"(r[3]) : "f"(x));
  asm("rsqrt.approx.f32 %0, %1;" : "=f"(r[4]) : "f"(x));
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r[5]) : "f"(x));
  asm("tanh.approx.f32 %0, %1;" : "=f"(r[6]) : "f"(x));
  asm("div.full.f32 %0, %1, %2;" : "=f"(r[7]) : "f"(x), "f"(x + 1));
  const float want[8] = {exp2f(x),        log2f(x + 2), sinf(x),  cosf(x),
                         1.0f / sqrtf(x), 1.0f / x,     tanhf(x), x / (x + 1)};
  unsigned wrong = 0;
  for (int k = 0; k < 8; ++k) {
    const float bound = k == 6 ? 0x1p-10f : 1e-6f;  // tanh.approx is documented to 2^-11
    if (!(fabsf(r[k] - want[k]) <= bound * fabsf(want[k]) + 1e-6f)) wrong |= 1u << k;
  }
  out[i] = wrong;
}

int main() {
  check::each<work>("floats");
  check::run<unsigned>(
      "approximations",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { approximations<<<g, b>>>(in, out); },
      [](const check::Thread&, const unsigned*) { return 0u; });
  return check::result();
}
