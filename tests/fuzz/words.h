// SPDX-License-Identifier: Apache-2.0
// What words.py calls: PTX whose instructions stand under predicates, additions to 16 and 8 bits by
// compare and swap, classes with virtual functions.
#pragma once

#ifdef FUZZ_ORACLE

inline unsigned short atomicCAS(unsigned short* p, unsigned short compare, unsigned short v) {
  const unsigned short old = *p;
  if (old == compare) *p = v;
  return old;
}
inline unsigned ptx_guarded(unsigned a, unsigned b, unsigned c) {
  return a < b ? a + c : a ^ c;
}
inline unsigned ptx_both(unsigned a, unsigned b, unsigned c) {
  const bool p = a > b && c & 1, q = a <= b && c & 1;
  return (p ? b : c) - (q ? 0 : a);
}
inline unsigned ptx_loop(unsigned a, unsigned n) {
  for (n &= 7; n > 0; --n) a = a * 3 + n;
  return a;
}
inline unsigned ptx_memory(unsigned* p, unsigned limit, unsigned v) {
  if (*p >= limit) return v;
  return *p += v;
}

#else

__device__ inline unsigned ptx_guarded(unsigned a, unsigned b, unsigned c) {
  unsigned r;
  asm("{\n\t.reg .pred p;\n\tsetp.lt.u32 p, %1, %2;\n\t@p add.u32 %0, %1, %3;\n\t"
      "@!p xor.b32 %0, %1, %3;\n\t}"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  return r;
}
// Two predicates of one comparison, each with another one.
__device__ inline unsigned ptx_both(unsigned a, unsigned b, unsigned c) {
  unsigned r;
  asm("{\n\t.reg .pred p, q, odd;\n\t.reg .u32 t, u;\n\tand.b32 t, %3, 1;\n\t"
      "setp.ne.u32 odd, t, 0;\n\tsetp.gt.and.u32 p|q, %1, %2, odd;\n\tselp.u32 u, %2, %3, p;\n\t"
      "mov.u32 %0, u;\n\t@!q sub.u32 %0, u, %1;\n\t}"
      : "=&r"(r)
      : "r"(a), "r"(b), "r"(c));
  return r;
}
__device__ inline unsigned ptx_loop(unsigned a, unsigned n) {
  asm volatile(
      "{\n\t.reg .pred p;\n\tand.b32 %1, %1, 7;\n\tsetp.eq.u32 p, %1, 0;\n\t@p bra ENDED;\n\t"
      "AGAIN:\n\tmad.lo.u32 %0, %0, 3, %1;\n\tsub.u32 %1, %1, 1;\n\tsetp.gt.u32 p, %1, 0;\n\t"
      "@p bra AGAIN;\n\tENDED:\n\t}"
      : "+r"(a), "+r"(n));
  return a;
}
__device__ inline unsigned ptx_memory(unsigned* p, unsigned limit, unsigned v) {
  unsigned r;
  asm volatile(
      "{\n\t.reg .pred p;\n\t.reg .u32 t;\n\tld.u32 t, [%1];\n\tsetp.lo.u32 p, t, %2;\n\t"
      "mov.u32 %0, %3;\n\t@p add.u32 %0, t, %3;\n\t@p st.u32 [%1], %0;\n\t}"
      : "=&r"(r)
      : "l"(p), "r"(limit), "r"(v)
      : "memory");
  return r;
}

#endif

__device__ inline void add_short(unsigned short* p, unsigned v) {
  unsigned short seen = *(volatile unsigned short*)p, before;
  do {
    before = seen;
    seen = atomicCAS(p, before, (unsigned short)(before + v));
  } while (seen != before);
}
// Byte k of a word.
__device__ inline void add_byte(unsigned* word, unsigned k, unsigned v) {
  const unsigned shift = k % 4u * 8u;
  unsigned seen = *(volatile unsigned*)word, before;
  do {
    before = seen;
    seen = atomicCAS(word, before,
                     (before & ~(255u << shift)) | (((before >> shift) + v) & 255u) << shift);
  } while (seen != before);
}

struct Step {
  unsigned base;
  __device__ explicit Step(unsigned base) : base(base) {}
  __device__ virtual unsigned of(unsigned v) const { return v + base; }
  __device__ virtual unsigned twice(unsigned v) const { return of(of(v)); }
};
struct Turn : Step {
  unsigned by;
  __device__ Turn(unsigned base, unsigned by) : Step(base), by(by & 31u) {}
  __device__ unsigned of(unsigned v) const override { return (v << by | v >> (31u - by)) ^ base; }
};
struct Count : Step {
  mutable unsigned calls = 0;
  __device__ explicit Count(unsigned base) : Step(base) {}
  __device__ unsigned of(unsigned v) const override {
    for (unsigned k = 0; k < (base & 3u); ++k) v = v * 5u + k;
    return v + ++calls;
  }
  __device__ unsigned twice(unsigned v) const override { return Step::twice(v) + calls; }
};
