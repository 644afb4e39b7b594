// SPDX-License-Identifier: Apache-2.0
// Inline PTX: integer arithmetic, carries, wide products, comparisons and selections, with operands
// of all widths, against plain C++.
#include "../check.h"

struct Result {
  unsigned w[20];
  unsigned long long l[8];
};

HD unsigned long long wide(unsigned a, unsigned b) {
  return (unsigned long long)a << 32 | b;
}

HD Result work(unsigned i, const unsigned* in) {
  const unsigned a = in[i], b = in[i + 7], c = in[i + 13], small = in[i + 3] % 40;
  const unsigned long long x = wide(a, b), y = wide(c, in[i + 5]);
  Result r{};
#ifdef __CUDA_ARCH__
  asm("add.u32 %0, %1, %2;" : "=r"(r.w[0]) : "r"(a), "r"(b));
  asm("sub.s32 %0, %1, 12;" : "=r"(r.w[1]) : "r"(a));
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(r.w[2]) : "r"(a), "r"(b), "r"(c));
  asm("mul.hi.s32 %0, %1, %2;" : "=r"(r.w[3]) : "r"(a), "r"(b));
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(r.l[0]) : "r"(a), "r"(b));
  asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(r.l[1]) : "r"(a), "r"(b), "l"(x));
  asm("mul.hi.u64 %0, %1, %2;" : "=l"(r.l[2]) : "l"(x), "l"(y));
  // 128 bits in words.
  asm("{\n\t"
      "add.cc.u32  %0, %4, %8;\n\t"
      "addc.cc.u32 %1, %5, %9;\n\t"
      "addc.cc.u32 %2, %6, %10;\n\t"
      "addc.u32    %3, %7, %11;\n\t"
      "}"
      : "=&r"(r.w[4]), "=&r"(r.w[5]), "=&r"(r.w[6]), "=r"(r.w[7])
      : "r"(a), "r"(b), "r"(c), "r"(~0u), "r"(b), "r"(~0u - b), "r"(a), "r"(c));
  asm("sub.cc.u64 %0, %2, %3; subc.u64 %1, %4, 0;"
      : "=&l"(r.l[3]), "=l"(r.l[4])
      : "l"(x), "l"(y), "l"(y));
  // A product of 64 bits by madc.
  asm("{ .reg .u32 lo, hi;\n"
      "  mul.lo.u32 lo, %2, %3; mul.hi.u32 hi, %2, %3;\n"
      "  mad.lo.cc.u32 %0, %4, %3, lo;  // low word, carry\n"
      "  madc.hi.u32 %1, %4, %3, hi; }"
      : "=&r"(r.w[8]), "=r"(r.w[9])
      : "r"(a), "r"(b), "r"(c));
  asm("shl.b32 %0, %1, %2;" : "=r"(r.w[10]) : "r"(a), "r"(small));
  asm("shr.s32 %0, %1, %2;" : "=r"(r.w[11]) : "r"(a), "r"(small));
  asm("shr.u64 %0, %1, %2;" : "=l"(r.l[5]) : "l"(x), "r"(small * 2));
  asm("div.u32 %0, %1, %2;" : "=r"(r.w[12]) : "r"(a), "r"(small + 1));
  asm("rem.s32 %0, %1, %2;" : "=r"(r.w[13]) : "r"(a), "r"(small + 1));
  asm("min.s32 %0, %1, %2;\n\tmax.u32 %0, %0, %3;" : "=&r"(r.w[14]) : "r"(a), "r"(b), "r"(small));
  asm("{.reg .pred p, q;\n setp.lt.s32 p|q, %1, %2;\n selp.u32 %0, %1, 7, p;\n @q add.u32 %0, %0, "
      "%3;}"
      : "=&r"(r.w[15])
      : "r"(a), "r"(b), "r"(c));
  asm("{.reg .pred p, q; setp.ne.u32 q, %3, 5; setp.gt.and.u32 p, %1, %2, !q;\n"
      " selp.b32 %0, 1, 0, p;}"
      : "=r"(r.w[16])
      : "r"(a), "r"(b), "r"(small % 8));
  asm("set.le.u32.s32 %0, %1, %2;" : "=r"(r.w[17]) : "r"(a), "r"(b));
  asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(r.w[18]) : "r"(a), "r"(b), "r"(c));
  asm("add.sat.s32 %0, %1, %2;" : "=r"(r.w[19]) : "r"(a), "r"(b));
  asm("mov.b64 %0, {%1, %2};" : "=l"(r.l[6]) : "r"(a), "r"(b));
  {
    unsigned low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(x));
    unsigned short s = (unsigned short)a, t;
    asm("{.reg .b16 u; mov.b32 {u, %0}, %1; xor.b16 %0, %0, u; add.u16 %0, %0, %2;}"
        : "=&h"(t)
        : "r"(b), "h"(s));
    unsigned plus = low;
    asm("add.u32 %0, %0, %1;" : "+r"(plus) : "n"(-3));
    r.l[7] = wide(high ^ t, plus);
  }
#else
  r.w[0] = a + b;
  r.w[1] = a - 12;
  r.w[2] = a * b + c;
  r.w[3] = (unsigned)(((long long)(int)a * (int)b) >> 32);
  r.l[0] = (unsigned long long)a * b;
  r.l[1] = (unsigned long long)((long long)(int)a * (int)b) + x;
  r.l[2] = (unsigned long long)(((unsigned __int128)x * y) >> 64);
  unsigned __int128 p = (unsigned __int128)wide(~0u, c) << 64 | wide(b, a);
  p += (unsigned __int128)wide(c, a) << 64 | wide(~0u - b, b);
  for (int k = 0; k < 4; ++k) r.w[4 + k] = (unsigned)(p >> (32 * k));
  r.l[3] = x - y;
  r.l[4] = y - (x < y);
  {
    const unsigned long long low = (unsigned long long)a * b, more = (unsigned long long)c * b;
    const unsigned long long sum = (unsigned)more + (low & 0xffffffffu);
    r.w[8] = (unsigned)sum;
    r.w[9] = (unsigned)(more >> 32) + (unsigned)(low >> 32) + (unsigned)(sum >> 32);
  }
  r.w[10] = small > 31 ? 0 : a << small;
  r.w[11] = (unsigned)((int)a >> (small > 31 ? 31 : small));
  r.l[5] = small * 2 > 63 ? 0 : x >> (small * 2);
  r.w[12] = a / (small + 1);
  r.w[13] = (unsigned)((int)a % (int)(small + 1));
  const unsigned least = (int)a < (int)b ? a : b;
  r.w[14] = least > small ? least : small;
  r.w[15] = (int)a < (int)b ? a : 7 + c;
  r.w[16] = a > b && small % 8 == 5;
  r.w[17] = (int)a <= (int)b ? ~0u : 0;
  r.w[18] = (int)c >= 0 ? a : b;
  const long long sum = (long long)(int)a + (int)b;
  r.w[19] = sum > 0x7fffffff ? 0x7fffffff : sum < -0x80000000ll ? 0x80000000u : (unsigned)sum;
  r.l[6] = wide(b, a);
  const unsigned short t = (unsigned short)((b >> 16 ^ b) + a);
  r.l[7] = wide((unsigned)(x >> 32) ^ t, (unsigned)x - 3);
#endif
  return r;
}

// Only some lanes run the asm.
HD unsigned diverging(unsigned i, const unsigned* in) {
  unsigned v = in[i], r = 1;
  for (unsigned k = 0; k < v % 5; ++k) {
    if (in[i + k] & 1) {
#ifdef __CUDA_ARCH__
      asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(r) : "r"(v), "r"(k));
#else
      r = r * v + k;
#endif
    }
  }
  return r;
}

int main() {
  check::each<work>("integers");
  check::each<diverging>("under divergence");
  return check::result();
}
