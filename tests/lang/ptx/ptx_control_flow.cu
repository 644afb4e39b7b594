// SPDX-License-Identifier: Apache-2.0
// Inline PTX: labels and branches, guards, nested scopes that hide names, ranges of registers,
// labels made unique by %=, with trip counts that differ by lane.
#include "../check.h"

HD unsigned collatz(unsigned i, const unsigned* in) {
  unsigned n = in[i] % 97 + 1, steps;
#ifdef __CUDA_ARCH__
  asm("{\n\t"
      ".reg .pred %%test<2>;\n\t"
      ".reg .u32 %%value<3>;\n\t"
      "mov.u32 %0, 0;\n\t"
      "mov.u32 %%value0, %1;\n"
      "LOOP:\n\t"
      "setp.le.u32 %%test0, %%value0, 1;\n\t"
      "@%%test0 bra DONE;\n\t"
      "add.u32 %0, %0, 1;\n\t"
      "and.b32 %%value1, %%value0, 1;\n\t"
      "setp.eq.u32 %%test1, %%value1, 1;\n\t"
      "@%%test1 mad.lo.u32 %%value0, %%value0, 3, 1;\n\t"
      "@!%%test1 shr.u32 %%value0, %%value0, 1;\n\t"
      "bra.uni LOOP;\n"
      "DONE:\n\t"
      "}"
      : "=&r"(steps)
      : "r"(n));
#else
  for (steps = 0; n > 1; ++steps) n = n % 2 ? n * 3 + 1 : n / 2;
#endif
  return steps;
}

HD unsigned scopes(unsigned i, const unsigned* in) {
  unsigned a = in[i], r = 0;
#ifdef __CUDA_ARCH__
  for (int k = 0; k < 2; ++k) {
    asm volatile(
        "{ .reg .u32 t; .reg .pred p;\n"
        "  add.u32 t, %1, 1;\n"
        "  { .reg .u32 t; mul.lo.u32 t, %1, 5; add.u32 %0, %0, t; }  /* the inner t */\n"
        "  setp.lt.u32 p, t, 0x80000000;\n"
        "  @p bra SKIP%=;\n"
        "  xor.b32 %0, %0, t;\n"
        "SKIP%=: add.u32 %0, %0, t; }"
        : "+r"(r)
        : "r"(a));
  }
#else
  for (int k = 0; k < 2; ++k) {
    r += a * 5;
    if (a + 1 >= 0x80000000u) r ^= a + 1;
    r += a + 1;
  }
#endif
  return r;
}

__global__ void leaves(const unsigned* in, unsigned* out) {
  unsigned i = check::gid();
  out[i] = 3;
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %0, 2000000000; @p exit; }" ::"r"(in[i]));
  out[i] = in[i] + 1;
}

int main() {
  check::each<collatz>("a loop");
  check::each<scopes>("scopes");
  check::run<unsigned>(
      "exit", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { leaves<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.global] > 2000000000u ? 3u : in[t.global] + 1;
      });
  return check::result();
}
