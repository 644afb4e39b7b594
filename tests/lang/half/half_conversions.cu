// SPDX-License-Identifier: Apache-2.0
// heavy: 33
// Every half becomes the float and the integers that it is, and floats, doubles and integers of all
// widths become halves in four rounding modes, on the device and on the host.
#include <cuda_fp16.h>

#include "narrow_conversions.h"

NARROW_CONVERSIONS(__half, half, narrow::Format<10>)

// Constructors and conversion operators.
ANYWHERE unsigned by_operators(unsigned i) {
  const __half h = narrow::from_bits<__half>((Bits)i);
  const float f = h;
  unsigned bad = 0;
  const auto is_h = [&](__half x) { return __hisnan(h) ? __hisnan(x) : __half_as_ushort(x) == i; };
  bad |= !is_h(__half(f)) << 0;
  bad |= !is_h(__half((double)f)) << 1;
  bad |= ((bool)h != (f != 0)) << 2;
  bad |= ((int)h != __half2int_rz(h)) << 3;
  bad |= ((unsigned short)h != __half2ushort_rz(h)) << 4;
  bad |= ((long long)h != __half2ll_rz(h)) << 5;
  bad |= ((unsigned long)h != __half2ull_rz(h)) << 6;
  bad |= ((signed char)h != __half2char_rz(h)) << 7;
  bad |= ((unsigned char)h != __half2uchar_rz(h)) << 8;
  bad |= (__half_as_ushort(__half((int)i)) != __half_as_ushort(__int2half_rn((int)i))) << 9;
  bad |= (__half_as_ushort(__half((short)i)) != __half_as_ushort(__short2half_rn((short)i))) << 10;
  bad |=
      (__half_as_ushort(__half(1ull << i % 64)) != __half_as_ushort(__ull2half_rn(1ull << i % 64)))
      << 11;
  return bad;
}

ANYWHERE unsigned data_movement(unsigned i) {
  const __half a = __ushort_as_half((Bits)i), b = __short_as_half((short)check::mix(i));
  const __half2 ab = __halves2half2(a, b), ba = __lowhigh2highlow(ab);
  const auto same = [](__half x, __half y) { return __half_as_short(x) == __half_as_short(y); };
  const auto both = [&](__half2 p, __half x, __half y) {
    return same(__low2half(p), x) && same(__high2half(p), y);
  };
  const float x = (float)(int)i / 7, y = -x;
  unsigned bad = 0;
  bad |= !both(ba, b, a) << 0;
  bad |= !both(make_half2(b, a), b, a) << 1;
  bad |= !both(__half2half2(b), b, b) << 2;
  bad |= !both(__low2half2(ab), a, a) << 3;
  bad |= !both(__high2half2(ab), b, b) << 4;
  bad |= !both(__lows2half2(ab, ba), a, b) << 5;
  bad |= !both(__highs2half2(ab, ba), b, a) << 6;
  bad |= !both(__floats2half2_rn(x, y), __float2half(x), __float2half(y)) << 7;
  bad |= !both(__float2half2_rn(x), __float2half(x), __float2half(x)) << 8;
  bad |= !both(__float22half2_rn(make_float2(y, x)), __float2half(y), __float2half(x)) << 9;
  const __half2 numbers = __floats2half2_rn(x, y);
  const float2 back = __half22float2(numbers);
  bad |= (back.x != __low2float(numbers) || back.y != __high2float(numbers)) << 10;
  bad |= (back.x != -back.y || back.x != (float)__float2half(x)) << 11;
  return bad;
}

int main() {
  check_conversions();
  const auto none = [](unsigned) { return 0u; };
  narrow::compare_both<by_operators>("constructors and conversion operators", 1 << 16, none);
  narrow::compare_both<data_movement>("data movement", 1 << 16, none);
  return check::result();
}
