// SPDX-License-Identifier: Apache-2.0
// heavy: 33
// Every bfloat16 becomes the float and the integers that it is, and floats, doubles and integers of
// all widths become bfloat16 in four rounding modes, on the device and on the host.
#include <cuda_bf16.h>

#include "narrow_conversions.h"

NARROW_CONVERSIONS(__nv_bfloat16, bfloat16, narrow::Format<7>)

ANYWHERE unsigned by_operators(unsigned i) {
  const __nv_bfloat16 h = narrow::from_bits<__nv_bfloat16>((Bits)i);
  const float f = h;
  unsigned bad = 0;
  const auto is_h = [&](__nv_bfloat16 x) {
    return __hisnan(h) ? __hisnan(x) : __bfloat16_as_ushort(x) == i;
  };
  bad |= !is_h(__nv_bfloat16(f)) << 0;
  bad |= !is_h(__nv_bfloat16((double)f)) << 1;
  bad |= ((bool)h != (f != 0)) << 2;
  bad |= ((int)h != __bfloat162int_rz(h)) << 3;
  bad |= ((unsigned short)h != __bfloat162ushort_rz(h)) << 4;
  bad |= ((long long)h != __bfloat162ll_rz(h)) << 5;
  bad |= ((unsigned long)h != __bfloat162ull_rz(h)) << 6;
  bad |= ((signed char)h != __bfloat162char_rz(h)) << 7;
  bad |= ((unsigned char)h != __bfloat162uchar_rz(h)) << 8;
  return bad;
}

// To half and back: the float that both are decides.
ANYWHERE unsigned to_half(unsigned i) {
  const __nv_bfloat16 b = narrow::from_bits<__nv_bfloat16>((Bits)i);
  const __half h(b);
  if (__hisnan(b)) return __hisnan(h) ? 0 : 1;
  return (narrow::to_bits(h) != narrow::to_bits(__float2half((float)b))) << 1;
}
ANYWHERE unsigned from_half(unsigned i) {
  const __half h = narrow::from_bits<__half>((Bits)i);
  const __nv_bfloat16 b(h);
  if (__hisnan(h)) return __hisnan(b) ? 0 : 1;
  return (narrow::to_bits(b) != narrow::to_bits(__float2bfloat16((float)h))) << 1;
}

ANYWHERE unsigned data_movement(unsigned i) {
  using B = __nv_bfloat16;
  const B a = __ushort_as_bfloat16((Bits)i), b = __short_as_bfloat16((short)check::mix(i));
  const __nv_bfloat162 ab = __halves2bfloat162(a, b), ba = __lowhigh2highlow(ab);
  const auto same = [](B x, B y) { return __bfloat16_as_short(x) == __bfloat16_as_short(y); };
  const auto both = [&](__nv_bfloat162 p, B x, B y) {
    return same(__low2bfloat16(p), x) && same(__high2bfloat16(p), y);
  };
  const float x = (float)(int)i / 7, y = -x;
  unsigned bad = 0;
  bad |= !both(ba, b, a) << 0;
  bad |= !both(make_bfloat162(b, a), b, a) << 1;
  bad |= !both(__bfloat162bfloat162(b), b, b) << 2;
  bad |= !both(__low2bfloat162(ab), a, a) << 3;
  bad |= !both(__high2bfloat162(ab), b, b) << 4;
  bad |= !both(__lows2bfloat162(ab, ba), a, b) << 5;
  bad |= !both(__highs2bfloat162(ab, ba), b, a) << 6;
  bad |= !both(__floats2bfloat162_rn(x, y), __float2bfloat16(x), __float2bfloat16(y)) << 7;
  bad |= !both(__float2bfloat162_rn(x), __float2bfloat16(x), __float2bfloat16(x)) << 8;
  bad |= !both(__float22bfloat162_rn(make_float2(y, x)), __float2bfloat16(y), __float2bfloat16(x))
         << 9;
  const __nv_bfloat162 numbers = __floats2bfloat162_rn(x, y);
  const float2 back = __bfloat1622float2(numbers);
  bad |= (back.x != __low2float(numbers) || back.y != __high2float(numbers)) << 10;
  bad |= (back.x != -back.y || back.x != (float)__float2bfloat16(x)) << 11;
  return bad;
}

int main() {
  check_conversions();
  const auto none = [](unsigned) { return 0u; };
  narrow::compare_both<by_operators>("constructors and conversion operators", 1 << 16, none);
  narrow::compare_both<to_half>("to half", 1 << 16, none);
  narrow::compare_both<from_half>("from half", 1 << 16, none);
  narrow::compare_both<data_movement>("data movement", 1 << 16, none);
  return check::result();
}
