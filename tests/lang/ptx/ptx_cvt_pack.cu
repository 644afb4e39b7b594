// SPDX-License-Identifier: Apache-2.0
// Inline PTX: cvt.pack, two integers limited to fewer bits side by side, behind them a third one.
#include "../check.h"

struct Result {
  unsigned w[12];
};

HD unsigned limited(long long value, int bits, bool keeps_sign) {
  const long long most = (1ll << (keeps_sign ? bits - 1 : bits)) - 1,
                  least = keeps_sign ? -most - 1 : 0;
  const long long inside = value < least ? least : value > most ? most : value;
  return (unsigned)inside & ((1u << bits) - 1);
}
HD unsigned packed(long long a, long long b, unsigned c, int bits, bool keeps_sign) {
  const unsigned both = limited(a, bits, keeps_sign) << bits | limited(b, bits, keeps_sign);
  return bits == 16 ? both : both | c << 2 * bits;
}

HD Result work(unsigned i, const unsigned* in) {
  // Of every size, so that some are inside of each type's range.
  const int a = (int)in[i] >> in[i + 3] % 32, b = (int)in[i + 7] >> in[i + 4] % 32;
  const unsigned c = in[i + 13];
  Result r{};
#ifdef __CUDA_ARCH__
#define THREE(k, to, from) \
  asm("cvt.pack.sat." to "." from ".b32 %0, %1, %2, %3;" : "=r"(r.w[k]) : "r"(a), "r"(b), "r"(c))
  THREE(0, "s8", "s32");
  THREE(1, "u8", "s32");
  THREE(2, "s4", "s32");
  THREE(3, "u4", "s32");
  THREE(4, "s2", "s32");
  THREE(5, "u2", "s32");
  THREE(6, "s8", "u32");
  THREE(7, "u4", "u32");
  asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(r.w[8]) : "r"(a), "r"(b));
  asm("cvt.pack.sat.u16.s32 %0, %1, %2;" : "=r"(r.w[9]) : "r"(a), "r"(b));
  asm("cvt.pack.sat.u16.u32 %0, %1, %2;" : "=r"(r.w[10]) : "r"(a), "r"(b));
  asm("{.reg .u32 high;\n"
      " cvt.pack.sat.s8.s32.b32 high, %1, %2, 0;\n"
      " cvt.pack.sat.s8.s32.b32 %0, %2, %1, high;}"
      : "=r"(r.w[11])
      : "r"(a), "r"(b));
#else
  const unsigned ua = a, ub = b;
  r.w[0] = packed(a, b, c, 8, true);
  r.w[1] = packed(a, b, c, 8, false);
  r.w[2] = packed(a, b, c, 4, true);
  r.w[3] = packed(a, b, c, 4, false);
  r.w[4] = packed(a, b, c, 2, true);
  r.w[5] = packed(a, b, c, 2, false);
  r.w[6] = packed(ua, ub, c, 8, true);
  r.w[7] = packed(ua, ub, c, 4, false);
  r.w[8] = packed(a, b, 0, 16, true);
  r.w[9] = packed(a, b, 0, 16, false);
  r.w[10] = packed(ua, ub, 0, 16, false);
  r.w[11] = packed(b, a, packed(a, b, 0, 8, true), 8, true);
#endif
  return r;
}

int main() {
  check::each<work>("cvt.pack");
  return check::result();
}
