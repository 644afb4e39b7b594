// SPDX-License-Identifier: Apache-2.0
// A kernel of so many loops that clang goes without its passes over them, and local variables
// become values in another way (limit-effort.so): set in front of a loop, in it, in one branch of
// it. heavy: 33
#include "../check.h"

#define NEST(k)                                                \
  {                                                            \
    unsigned last = k, count = 0;                              \
    for (unsigned b = v & 1; b < ((v >> (k) % 29) & 3); ++b) { \
      unsigned t = v * (2 * (k) + 3) + b, kept;                \
      if (t & 4) last = t;                                     \
      if (t & 8) kept = t >> ((k) % 13 + 1);                   \
      if (t % 7 == 5) break;                                   \
      if ((t & 16) && (t & 8)) t ^= kept;                      \
      if (t & 32 ? t % 3 == 1 : t % 5 == 2)                    \
        v += t;                                                \
      else                                                     \
        v ^= t;                                                \
      ++count;                                                 \
    }                                                          \
    v = v * 5 + last - count;                                  \
  }
#define NESTS4(k) NEST(k) NEST(k + 1) NEST(k + 2) NEST(k + 3)
#define NESTS16(k) NESTS4(k) NESTS4(k + 4) NESTS4(k + 8) NESTS4(k + 12)
#define NESTS64(k) NESTS16(k) NESTS16(k + 16) NESTS16(k + 32) NESTS16(k + 48)

HD unsigned f(unsigned i, const unsigned* in) {
  unsigned v = in[i];
  NESTS64(0) NESTS64(64) return v;
}

int main() {
  check::each<f>("128 loops");
  return check::result();
}
