// SPDX-License-Identifier: Apache-2.0
// Integer intrinsics and type punning (CUDA Math API, "Integer Intrinsics", "Type Casting
// Intrinsics").
#pragma once

#define HEDDLE_INTRINSIC(R) static HEDDLE_CONST __forceinline__ R

HEDDLE_INTRINSIC(int) __clz(int x) {
  return __builtin_clzg((unsigned int)x, 32);
}
HEDDLE_INTRINSIC(int) __clzll(long long x) {
  return __builtin_clzg((unsigned long long)x, 64);
}
HEDDLE_INTRINSIC(int) __ffs(int x) {
  return __builtin_ctzg((unsigned int)x, -1) + 1;
}
HEDDLE_INTRINSIC(int) __ffsll(long long x) {
  return __builtin_ctzg((unsigned long long)x, -1) + 1;
}
HEDDLE_INTRINSIC(int) __popc(unsigned int x) {
  return __builtin_popcount(x);
}
HEDDLE_INTRINSIC(int) __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
HEDDLE_INTRINSIC(unsigned int) __brev(unsigned int x) {
  return __builtin_bitreverse32(x);
}
HEDDLE_INTRINSIC(unsigned long long) __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}

HEDDLE_INTRINSIC(int) __mulhi(int x, int y) {
  return (int)(((long long)x * y) >> 32);
}
HEDDLE_INTRINSIC(unsigned int) __umulhi(unsigned int x, unsigned int y) {
  return (unsigned int)(((unsigned long long)x * y) >> 32);
}
HEDDLE_INTRINSIC(long long) __mul64hi(long long x, long long y) {
  return (long long)(((__int128)x * y) >> 64);
}
HEDDLE_INTRINSIC(unsigned long long) __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}
// The product of the low 24 bits, sign-extended for the signed form.
HEDDLE_INTRINSIC(int) __mul24(int x, int y) {
  return (int)((unsigned int)(x << 8 >> 8) * (unsigned int)(y << 8 >> 8));
}
HEDDLE_INTRINSIC(unsigned int) __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
HEDDLE_INTRINSIC(int) mul24(int x, int y) {
  return __mul24(x, y);
}
HEDDLE_INTRINSIC(unsigned int) umul24(unsigned int x, unsigned int y) {
  return __umul24(x, y);
}
HEDDLE_INTRINSIC(int) mulhi(int x, int y) {
  return __mulhi(x, y);
}
HEDDLE_INTRINSIC(unsigned int) umulhi(unsigned int x, unsigned int y) {
  return __umulhi(x, y);
}
HEDDLE_INTRINSIC(long long) mul64hi(long long x, long long y) {
  return __mul64hi(x, y);
}
HEDDLE_INTRINSIC(unsigned long long) umul64hi(unsigned long long x, unsigned long long y) {
  return __umul64hi(x, y);
}

HEDDLE_INTRINSIC(unsigned int) __sad(int x, int y, unsigned int z) {
  return z + (x < y ? (unsigned int)y - (unsigned int)x : (unsigned int)x - (unsigned int)y);
}
HEDDLE_INTRINSIC(unsigned int) __usad(unsigned int x, unsigned int y, unsigned int z) {
  return z + (x < y ? y - x : x - y);
}
// Averages without overflow; the r forms round up.
HEDDLE_INTRINSIC(int) __hadd(int x, int y) {
  return (x & y) + ((x ^ y) >> 1);
}
HEDDLE_INTRINSIC(int) __rhadd(int x, int y) {
  return (x | y) - ((x ^ y) >> 1);
}
HEDDLE_INTRINSIC(unsigned int) __uhadd(unsigned int x, unsigned int y) {
  return (x & y) + ((x ^ y) >> 1);
}
HEDDLE_INTRINSIC(unsigned int) __urhadd(unsigned int x, unsigned int y) {
  return (x | y) - ((x ^ y) >> 1);
}

// Bytes of y:x picked by the low three bits of each nibble of s.
HEDDLE_INTRINSIC(unsigned int) __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
  unsigned long long bytes = ((unsigned long long)y << 32) | x;
  unsigned int r = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned int pick = s >> (4 * i);
    unsigned int byte = (unsigned int)(bytes >> (8 * (pick & 7u))) & 0xffu;
    r |= byte << (8 * i);
  }
  return r;
}
HEDDLE_INTRINSIC(unsigned int) __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int s) {
  return (unsigned int)(((((unsigned long long)hi << 32) | lo) << (s & 31)) >> 32);
}
HEDDLE_INTRINSIC(unsigned int) __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int s) {
  return (unsigned int)(((((unsigned long long)hi << 32) | lo) << (s < 32 ? s : 32)) >> 32);
}
HEDDLE_INTRINSIC(unsigned int) __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int s) {
  return (unsigned int)((((unsigned long long)hi << 32) | lo) >> (s & 31));
}
HEDDLE_INTRINSIC(unsigned int) __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int s) {
  return (unsigned int)((((unsigned long long)hi << 32) | lo) >> (s < 32 ? s : 32));
}

// Position of the n-th set bit of mask at or above (n > 0) or below (n < 0) base, else 0xffffffff.
HEDDLE_INTRINSIC(unsigned int) __fns(unsigned int mask, unsigned int base, int n) {
  if (n == 0) return (mask >> base) & 1u ? base : 0xffffffffu;
  int step = n > 0 ? 1 : -1, left = n > 0 ? n : -n;
  for (int i = (int)base; i >= 0 && i < 32; i += step)
    if (((mask >> i) & 1u) && --left == 0) return (unsigned int)i;
  return 0xffffffffu;
}

HEDDLE_INTRINSIC(int) __float_as_int(float x) {
  return __builtin_bit_cast(int, x);
}
HEDDLE_INTRINSIC(unsigned int) __float_as_uint(float x) {
  return __builtin_bit_cast(unsigned int, x);
}
HEDDLE_INTRINSIC(float) __int_as_float(int x) {
  return __builtin_bit_cast(float, x);
}
HEDDLE_INTRINSIC(float) __uint_as_float(unsigned int x) {
  return __builtin_bit_cast(float, x);
}
HEDDLE_INTRINSIC(long long) __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
HEDDLE_INTRINSIC(double) __longlong_as_double(long long x) {
  return __builtin_bit_cast(double, x);
}
HEDDLE_INTRINSIC(int) __double2hiint(double x) {
  return (int)(__builtin_bit_cast(unsigned long long, x) >> 32);
}
HEDDLE_INTRINSIC(int) __double2loint(double x) {
  return (int)__builtin_bit_cast(unsigned long long, x);
}
HEDDLE_INTRINSIC(double) __hiloint2double(int hi, int lo) {
  return __builtin_bit_cast(double,
                            ((unsigned long long)(unsigned int)hi << 32) | (unsigned int)lo);
}
#undef HEDDLE_INTRINSIC
