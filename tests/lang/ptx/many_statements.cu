// SPDX-License-Identifier: Apache-2.0
// Inline PTX: so many statements that their registers become values in another way
// (ptx/promote_slots.h). Guards that differ by lane, one after the other and in loops; labels.
// heavy: 33
#include "../check.h"

#ifdef __CUDA_ARCH__
#define GUARDED(k)                                                                          \
  asm("{ .reg .pred p; .reg .u32 t; setp.gt.u32 p, %0, %1; @p add.u32 %0, %0, %2;\n"        \
      "  @!p xor.b32 %0, %0, %3; mul.lo.u32 t, %0, 5; @p mov.u32 %0, t; }"                  \
      : "+r"(v)                                                                             \
      : "r"(w), "r"(7u * (k) + 1), "n"(((k) * 2654435761ull) & 0x7fffffff));                \
  asm volatile("shf.l.wrap.b32 %0, %1, %1, %2;" : "=r"(w) : "r"(w + v), "n"((k) % 31 + 1)); \
  if (((k) & 31) == 0) {                                                                    \
    asm("{ .reg .pred p; setp.eq.u32 p, %0, 0; @p bra ZERO%=; add.u32 %0, %0, 3;\n"         \
        "ZERO%=: add.u32 %0, %0, 1; }"                                                      \
        : "+r"(v));                                                                         \
  }
#else
#define GUARDED(k)                                            \
  if (v > w)                                                  \
    v = (v + (7u * (k) + 1)) * 5;                             \
  else                                                        \
    v ^= (unsigned)(((k) * 2654435761ull) & 0x7fffffff);      \
  w = (w + v) << ((k) % 31 + 1) | (w + v) >> (31 - (k) % 31); \
  if (((k) & 31) == 0) v += v == 0 ? 1 : 4;
#endif
#define GUARDED4(k) GUARDED(k) GUARDED(k + 1) GUARDED(k + 2) GUARDED(k + 3)
#define GUARDED16(k) GUARDED4(k) GUARDED4(k + 4) GUARDED4(k + 8) GUARDED4(k + 12)
#define GUARDED64(k) GUARDED16(k) GUARDED16(k + 16) GUARDED16(k + 32) GUARDED16(k + 48)

HD unsigned f(unsigned i, const unsigned* in) {
  unsigned v = in[i], w = in[i + 1];
  for (unsigned round = 0; round < (in[i] & 3); ++round) {
    GUARDED64(0) GUARDED64(64) GUARDED64(128) GUARDED64(192)
  }
  return v ^ w;
}

int main() {
  check::each<f>("256 statements with guards");
  return check::result();
}
