// SPDX-License-Identifier: Apache-2.0
// Bit-field and byte instructions of inline PTX, as the PTX ISA describes each: the rows of
// src/ptx/table.cpp that are functions.
#define PTX static __forceinline__ __device__

namespace {

// Position of the highest bit that is not a copy of the sign, or none.
template <class U, class S>
PTX unsigned int find_highest(U bits, bool is_signed) {
  if (is_signed && (S)bits < 0) bits = ~bits;
  constexpr unsigned int kWidth = 8 * sizeof(U);
  return bits ? kWidth - 1 - (unsigned int)__builtin_clzg(bits) : ~0u;
}

// Bits of x from `start` on, with zeros or the field's sign above.
template <class U>
PTX U extract(U x, unsigned int start, unsigned int length, bool is_signed) {
  constexpr unsigned int kWidth = 8 * sizeof(U);
  start &= 255;
  length &= 255;
  unsigned int last = length == 0 ? kWidth : start + length - 1;
  if (last > kWidth - 1) last = kWidth - 1;
  const U sign = is_signed && length != 0 && (x >> last & 1) ? ~(U)0 : 0;
  const U shifted = start < kWidth ? x >> start : 0;
  const U inside = start < kWidth ? (length < kWidth ? ((U)1 << length) - 1 : ~(U)0) : 0;
  const U valid = start < kWidth ? inside & (~(U)0 >> start) : 0;
  return (shifted & valid) | (sign & ~valid);
}

template <class U>
PTX U insert(U field, U into, unsigned int start, unsigned int length) {
  constexpr unsigned int kWidth = 8 * sizeof(U);
  start &= 255;
  length &= 255;
  if (start >= kWidth) return into;
  const U inside = (length < kWidth ? ((U)1 << length) - 1 : ~(U)0) << start;
  return (into & ~inside) | (field << start & inside);
}

}  // namespace

extern "C" {

#define PTX_BFIND(name, U, S, is_signed)                                        \
  __device__ unsigned int __ptx_bfind_##name(U x) {                             \
    return find_highest<U, S>(x, is_signed);                                    \
  }                                                                             \
  __device__ unsigned int __ptx_bfind_shiftamt_##name(U x) {                    \
    const unsigned int at = find_highest<U, S>(x, is_signed);                   \
    return at == ~0u ? at : 8 * sizeof(U) - 1 - at;                             \
  }                                                                             \
  __device__ U __ptx_bfe_##name(U x, unsigned int start, unsigned int length) { \
    return extract<U>(x, start, length, is_signed);                             \
  }
PTX_BFIND(u32, unsigned int, int, false)
PTX_BFIND(s32, unsigned int, int, true)
PTX_BFIND(u64, unsigned long long, long long, false)
PTX_BFIND(s64, unsigned long long, long long, true)
#undef PTX_BFIND

__device__ unsigned int __ptx_bfi_b32(unsigned int a, unsigned int b, unsigned int start,
                                      unsigned int length) {
  return insert(a, b, start, length);
}
__device__ unsigned long long __ptx_bfi_b64(unsigned long long a, unsigned long long b,
                                            unsigned int start, unsigned int length) {
  return insert(a, b, start, length);
}

// Bit k of the table, for the three bits at a place.
__device__ unsigned int __ptx_lop3_b32(unsigned int a, unsigned int b, unsigned int c,
                                       unsigned int table) {
  unsigned int r = 0;
#pragma unroll
  for (unsigned int k = 0; k < 8; ++k) {
    const unsigned int term = (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    r |= term & -(table >> k & 1);
  }
  return r;
}

__device__ unsigned int __ptx_shf_l_wrap_b32(unsigned int a, unsigned int b, unsigned int s) {
  return __funnelshift_l(a, b, s);
}
__device__ unsigned int __ptx_shf_l_clamp_b32(unsigned int a, unsigned int b, unsigned int s) {
  return __funnelshift_lc(a, b, s);
}
__device__ unsigned int __ptx_shf_r_wrap_b32(unsigned int a, unsigned int b, unsigned int s) {
  return __funnelshift_r(a, b, s);
}
__device__ unsigned int __ptx_shf_r_clamp_b32(unsigned int a, unsigned int b, unsigned int s) {
  return __funnelshift_rc(a, b, s);
}

// The fourth bit of a nibble replicates the sign of its byte.
__device__ unsigned int __ptx_prmt_b32(unsigned int a, unsigned int b, unsigned int s) {
  const unsigned int bytes = __byte_perm(a, b, s);
  const unsigned int negative = (bytes >> 7 & 0x01010101u) * 0xffu;
  // Bits 3, 7, 11 and 15 of s, each a byte.
  const unsigned int wide =
      (s >> 3 & 1) | (s << 1 & 0x100) | (s << 5 & 0x10000) | (s << 9 & 0x1000000);
  const unsigned int replicates = wide * 0xffu;
  return (bytes & ~replicates) | (negative & replicates);
}
__device__ unsigned int __ptx_prmt_b32_f4e(unsigned int a, unsigned int b, unsigned int s) {
  return __byte_perm(a, b, 0x3210u + 0x1111u * (s & 3));
}
__device__ unsigned int __ptx_prmt_b32_b4e(unsigned int a, unsigned int b, unsigned int s) {
  const unsigned int n = s & 3;
  return __byte_perm(a, b, n | ((n - 1) & 7) << 4 | ((n - 2) & 7) << 8 | ((n - 3) & 7) << 12);
}
__device__ unsigned int __ptx_prmt_b32_rc8(unsigned int a, unsigned int b, unsigned int s) {
  return __byte_perm(a, b, 0x1111u * (s & 3));
}
__device__ unsigned int __ptx_prmt_b32_ecl(unsigned int a, unsigned int b, unsigned int s) {
  const unsigned int n = s & 3;
  return __byte_perm(a, b, n | (n > 1 ? n : 1) << 4 | (n > 2 ? n : 2) << 8 | 3 << 12);
}
__device__ unsigned int __ptx_prmt_b32_ecr(unsigned int a, unsigned int b, unsigned int s) {
  const unsigned int n = s & 3;
  return __byte_perm(a, b, (n < 1 ? n : 1) << 4 | (n < 2 ? n : 2) << 8 | n << 12);
}
__device__ unsigned int __ptx_prmt_b32_rc16(unsigned int a, unsigned int b, unsigned int s) {
  return __byte_perm(a, b, s & 1 ? 0x3232u : 0x1010u);
}

__device__ unsigned int __ptx_fns_b32(unsigned int mask, unsigned int base, int n) {
  return __fns(mask, base, n);
}

// A mask of b bits from bit a on.
__device__ unsigned int __ptx_bmsk_wrap_b32(unsigned int a, unsigned int b) {
  return ((1u << (b & 31)) - 1) << (a & 31);
}
__device__ unsigned int __ptx_bmsk_clamp_b32(unsigned int a, unsigned int b) {
  const unsigned int ones = b < 32 ? (1u << b) - 1 : ~0u;
  return a < 32 ? ones << a : 0;
}
// The low n bits of x, extended.
__device__ unsigned int __ptx_szext_wrap_u32(unsigned int x, unsigned int n) {
  return x & ((1u << (n & 31)) - 1);
}
__device__ unsigned int __ptx_szext_clamp_u32(unsigned int x, unsigned int n) {
  return n < 32 ? x & ((1u << n) - 1) : x;
}
__device__ unsigned int __ptx_szext_wrap_s32(unsigned int x, unsigned int n) {
  n &= 31;
  return n == 0 ? 0 : (unsigned int)((int)(x << (32 - n)) >> (32 - n));
}
__device__ unsigned int __ptx_szext_clamp_s32(unsigned int x, unsigned int n) {
  if (n >= 32) return x;
  return n == 0 ? 0 : (unsigned int)((int)(x << (32 - n)) >> (32 - n));
}
}
