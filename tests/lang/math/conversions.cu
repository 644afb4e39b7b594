// SPDX-License-Identifier: Apache-2.0
// Conversions between floating point and integers: truncation, rounding variants, and, as the PTX
// document says of cvt, saturation out of range; NaN gives 0 from float to 32 bits, else the sign
// bit (an H200 says so).
// Narrow integers are the low bits of a conversion to 32 bits.
#include <climits>
#include <cmath>

#include "../check.h"

HD double source(unsigned v) {
  switch (v % 12) {
    case 0:
      return NAN;
    case 1:
      return INFINITY;
    case 2:
      return -INFINITY;
    case 3:
      return 3e9;
    case 4:
      return -3e9;
    case 5:
      return 1e19 * (1 + v % 3);
    case 6:
      return -1e19;
    case 7:
      return -0.75;
    default:
      return ((int)v / 16) * 0.125;
  }
}

template <class I>
I saturate(double d, double low, double high, I least, I most, I nan) {
  if (d != d) return nan;
  if (d < low) return least;
  if (d >= high) return most;
  return (I)d;
}

struct FromFloat {
  int i;
  unsigned u;
  long long l;
  unsigned long long ul;
};

__global__ void from_float(const unsigned* in, FromFloat* out) {
  unsigned i = check::gid();
  float f = (float)source(in[i]);
  out[i] = {__float2int_rz(f), __float2uint_rz(f), __float2ll_rz(f), __float2ull_rz(f)};
}
__global__ void from_float_cast(const unsigned* in, FromFloat* out) {
  unsigned i = check::gid();
  float f = (float)source(in[i]);
  out[i] = {(int)f, (unsigned)f, (long long)f, (unsigned long long)f};
}
__global__ void from_double(const unsigned* in, FromFloat* out) {
  unsigned i = check::gid();
  double d = source(in[i]);
  out[i] = {__double2int_rz(d), __double2uint_rz(d), __double2ll_rz(d), __double2ull_rz(d)};
}
__global__ void from_double_cast(const unsigned* in, FromFloat* out) {
  unsigned i = check::gid();
  double d = source(in[i]);
  out[i] = {(int)d, (unsigned)d, (long long)d, (unsigned long long)d};
}

// The other rounding modes, of values that are whole, and of those that are not numbers.
struct OtherModes {
  int i[3];
  unsigned u[3];
};
__global__ void other_modes(const unsigned* in, OtherModes* out) {
  unsigned i = check::gid();
  double d = source(in[i]);
  d = d > -1 && d < 0 ? -1 : d * 8;
  out[i] = {{__double2int_rn(d), __double2int_ru(d), __double2int_rd(d)},
            {__double2uint_rn(d), __double2uint_ru(d), __double2uint_rd(d)}};
}

struct Narrow {
  short s[2];
  unsigned short us[2];
  signed char c[2];
  unsigned char uc[2];
};
__global__ void narrow(const unsigned* in, Narrow* out) {
  unsigned i = check::gid();
  double d = source(in[i]);
  float f = (float)d;
  out[i] = {{(short)d, (short)f},
            {(unsigned short)d, (unsigned short)f},
            {(signed char)d, (signed char)f},
            {(unsigned char)d, (unsigned char)f}};
}

FromFloat truncated(double d, bool narrow) {
  const unsigned long long top = 1ull << 63;
  return {saturate<int>(d, -2147483648.0, 2147483648.0, INT_MIN, INT_MAX, narrow ? 0 : INT_MIN),
          saturate<unsigned>(d, 0, 4294967296.0, 0, UINT_MAX, narrow ? 0 : 0x80000000u),
          saturate<long long>(d, -9223372036854775808.0, 9223372036854775808.0, LLONG_MIN,
                              LLONG_MAX, LLONG_MIN),
          saturate<unsigned long long>(d, 0, 18446744073709551616.0, 0, ULLONG_MAX, top)};
}

Narrow narrowed(double d) {
  FromFloat a = truncated(d, false), b = truncated((float)d, true);
  return {{(short)a.i, (short)b.i},
          {(unsigned short)a.u, (unsigned short)b.u},
          {(signed char)a.i, (signed char)b.i},
          {(unsigned char)a.u, (unsigned char)b.u}};
}

struct Rounded {
  int i[4];
  float f[4];
  double d;
};

__global__ void rounding(const unsigned* in, Rounded* out) {
  unsigned i = check::gid();
  float f = ((int)in[i] / 1024) * 0.25f;
  int v = (int)in[i + 1];
  out[i] = {
      {__float2int_rn(f), __float2int_rd(f), __float2int_ru(f), __float2int_rz(f)},
      {__int2float_rn(v), __int2float_rd(v), __int2float_ru(v), __int2float_rz(v)},
      (double)v + (double)(float)in[i] + (double)(long long)((unsigned long long)in[i] << 31)};
}

Rounded rounded(const unsigned* in, unsigned i) {
  float f = ((int)in[i] / 1024) * 0.25f;
  int v = (int)in[i + 1];
  float near = (float)v;
  float below = (double)near > v ? nextafterf(near, -INFINITY) : near;
  float above = (double)near < v ? nextafterf(near, INFINITY) : near;
  return {{(int)rint(f), (int)floor(f), (int)ceil(f), (int)trunc(f)},
          {near, below, above, v < 0 ? above : below},
          (double)v + (double)(float)in[i] + (double)(long long)((unsigned long long)in[i] << 31)};
}

HD unsigned small_types(unsigned i, const unsigned* in) {
  float f = in[i] % 100 * 1.25f;
  unsigned char c = (unsigned char)f;
  short s = (short)-f;
  bool b = f != 0 && (bool)(f - 5.0f);
  float back = (float)c + (float)s + (float)(signed char)in[i];
  double d = (double)(unsigned short)in[i] + (double)in[i + 1] + (float)(in[i] >> 3 & 0xfffff);
  return c + (unsigned)(int)s + b + (unsigned)(int)back + (unsigned)(long long)d;
}

int main() {
  check::run<FromFloat>(
      "float intrinsics",
      [](dim3 g, dim3 b, const unsigned* in, FromFloat* out) { from_float<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        FromFloat r = truncated((float)source(in[t.global]), true);
        return r;
      });
  check::run<FromFloat>(
      "float casts",
      [](dim3 g, dim3 b, const unsigned* in, FromFloat* out) {
        from_float_cast<<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        return truncated((float)source(in[t.global]), true);
      });
  check::run<FromFloat>(
      "double intrinsics",
      [](dim3 g, dim3 b, const unsigned* in, FromFloat* out) { from_double<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return truncated(source(in[t.global]), false);
      });
  check::run<FromFloat>(
      "double casts",
      [](dim3 g, dim3 b, const unsigned* in, FromFloat* out) {
        from_double_cast<<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        return truncated(source(in[t.global]), false);
      });
  check::run<Narrow>(
      "casts to narrow integers",
      [](dim3 g, dim3 b, const unsigned* in, Narrow* out) { narrow<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return narrowed(source(in[t.global])); });
  check::run<OtherModes>(
      "double to 32 bits, other modes",
      [](dim3 g, dim3 b, const unsigned* in, OtherModes* out) { other_modes<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        double d = source(in[t.global]);
        FromFloat r = truncated(d > -1 && d < 0 ? -1 : d * 8, false);
        return OtherModes{{r.i, r.i, r.i}, {r.u, r.u, r.u}};
      });
  check::run<Rounded>(
      "rounding variants",
      [](dim3 g, dim3 b, const unsigned* in, Rounded* out) { rounding<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return rounded(in, t.global); });
  check::each<small_types>("small types");
  return check::result();
}
