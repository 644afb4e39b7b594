// SPDX-License-Identifier: Apache-2.0
// Inline PTX: bit fields, bytes, three-operand logic, funnel shifts, counts, dot products.
#include "../check.h"

struct Result {
  unsigned w[24];
  unsigned long long l[4];
};

HD unsigned field(unsigned x, unsigned start, unsigned length, bool is_signed) {
  unsigned r = 0, last = start + length - 1 > 31 || start > 31 ? 31 : start + length - 1;
  const unsigned sign = is_signed && length ? x >> last & 1 : 0;
  for (unsigned k = 0; k < 32; ++k) {
    const unsigned bit = k < length && start + k < 32 ? x >> (start + k) & 1 : sign;
    r |= bit << k;
  }
  return r;
}

HD Result work(unsigned i, const unsigned* in) {
  const unsigned a = in[i], b = in[i + 7], c = in[i + 13], s = in[i + 3] % 40, n = in[i + 4] % 36;
  Result r{};
#ifdef __CUDA_ARCH__
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r.w[0]) : "r"(a), "r"(b), "r"(c));
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r.w[1]) : "r"(a), "r"(b), "r"(c), "n"(0xe8));
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r.w[2]) : "r"(a), "r"(b), "r"(c));
  asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r.w[3]) : "r"(a), "r"(b), "r"(s));
  asm("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(r.w[4]) : "r"(a), "r"(b), "r"(s));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r.w[5]) : "r"(a), "r"(b), "r"(s));
  asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r.w[6]) : "r"(a), "r"(b), "r"(s));
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r.w[7]) : "r"(a), "r"(s), "r"(n));
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r.w[8]) : "r"(a), "r"(s), "r"(n));
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r.w[9]) : "r"(a), "r"(b), "r"(s), "r"(n));
  asm("bfind.u32 %0, %1;" : "=r"(r.w[10]) : "r"(a >> (n & 31)));
  asm("bfind.shiftamt.s32 %0, %1;" : "=r"(r.w[11]) : "r"((unsigned)((int)a >> (n & 31))));
  asm("clz.b32 %0, %1;\n\tpopc.b32 %1, %1;" : "=&r"(r.w[12]), "+r"(r.w[13]));
  asm("brev.b32 %0, %1;" : "=r"(r.w[14]) : "r"(a));
  asm("popc.b64 %0, %1;" : "=r"(r.w[15]) : "l"((unsigned long long)a << 32 | b));
  asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(r.w[16]) : "r"(a), "r"(b), "r"(c));
  asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(r.w[17]) : "r"(a), "r"(b), "r"(c));
  asm("sad.s32 %0, %1, %2, %3;" : "=r"(r.w[18]) : "r"(a), "r"(b), "r"(c));
  asm("cnot.b32 %0, %1;" : "=r"(r.w[19]) : "r"(s % 3));
  asm("mad24.lo.u32 %0, %1, %2, %3;" : "=r"(r.w[20]) : "r"(a), "r"(b), "r"(c));
  asm("szext.clamp.s32 %0, %1, %2;" : "=r"(r.w[21]) : "r"(a), "r"(n));
  asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r.w[22]) : "r"(s), "r"(n));
  asm("xor.b32 %0, %1, %2; not.b32 %0, %0; and.b32 %0, %0, 0xff00ff; or.b32 %0, %0, 0b101;"
      : "=&r"(r.w[23])
      : "r"(a), "r"(b));
  asm("bfe.u64 %0, %1, 9, 40;" : "=l"(r.l[0]) : "l"((unsigned long long)a << 32 | b));
  asm("brev.b64 %0, %1;" : "=l"(r.l[1]) : "l"((unsigned long long)a << 32 | b));
#else
  r.w[0] = a ^ b ^ c;
  r.w[1] = (a & b) | (a & c) | (b & c);
  const unsigned long long bytes = (unsigned long long)b << 32 | a;
  for (int k = 0; k < 4; ++k) {
    const unsigned pick = c >> (4 * k) & 15;
    unsigned byte = bytes >> (8 * (pick & 7)) & 255;
    if (pick & 8) byte = byte & 128 ? 255 : 0;
    r.w[2] |= byte << (8 * k);
    r.w[3] |= (unsigned)(bytes >> (8 * ((s & 3) + k)) & 255) << (8 * k);
  }
  const unsigned half = s & 1 ? a >> 16 : a & 0xffff;
  r.w[4] = half << 16 | half;
  r.w[5] = (unsigned)((bytes << (s & 31)) >> 32);
  r.w[6] = (unsigned)(bytes >> (s > 32 ? 32 : s));
  r.w[7] = field(a, s, n, false);
  r.w[8] = field(a, s, n, true);
  r.w[9] = b;
  for (unsigned k = 0; k < n && s + k < 32; ++k) {
    r.w[9] = (r.w[9] & ~(1u << (s + k))) | (a >> k & 1) << (s + k);
  }
  const unsigned shifted = a >> (n & 31);
  r.w[10] = ~0u;
  for (unsigned k = 0; k < 32; ++k) {
    if (shifted >> k & 1) r.w[10] = k;
  }
  const int moved = (int)a >> (n & 31);
  r.w[11] = ~0u;
  for (unsigned k = 0; k < 32; ++k) {
    if (((unsigned)(moved < 0 ? ~moved : moved) >> k & 1) != 0) r.w[11] = 31 - k;
  }
  r.w[12] = 32;
  r.w[13] = 0;
  for (int k = 0; k < 32; ++k) r.w[14] |= (a >> k & 1) << (31 - k);
  r.w[15] = (unsigned)__builtin_popcount(a) + (unsigned)__builtin_popcount(b);
  r.w[16] = c;
  for (int k = 0; k < 32; k += 8) {
    r.w[16] += (unsigned)((int)(signed char)(a >> k) * (int)(unsigned char)(b >> k));
  }
  r.w[17] = c + (unsigned)((int)(short)a * (int)(signed char)(b >> 16)) +
            (unsigned)((int)(short)(a >> 16) * (int)(signed char)(b >> 24));
  r.w[18] = c + ((int)a < (int)b ? b - a : a - b);
  r.w[19] = s % 3 == 0;
  r.w[20] = (a & 0xffffff) * (b & 0xffffff) + c;
  r.w[21] = n >= 32 ? a : n == 0 ? 0 : (unsigned)((int)(a << (32 - n)) >> (32 - n));
  for (unsigned k = s; k < s + n && k < 32; ++k) r.w[22] |= 1u << k;
  r.w[23] = (~(a ^ b) & 0xff00ff) | 5;
  const unsigned long long both = (unsigned long long)a << 32 | b;
  r.l[0] = both >> 9 & ((1ull << 40) - 1);
  for (int k = 0; k < 64; ++k) r.l[1] |= (both >> k & 1) << (63 - k);
#endif
  return r;
}

int main() {
  check::each<work>("bits");
  return check::result();
}
