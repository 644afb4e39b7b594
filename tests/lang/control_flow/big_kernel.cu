// SPDX-License-Identifier: Apache-2.0
// A kernel of some two hundred basic blocks and a chain of two hundred dependent operations.
// heavy: 33
#include "../check.h"

#define STEP(n)                               \
  if ((v >> ((n) % 29)) % 3 == (n) % 3) {     \
    r = r * (2 * (n) + 1) + in[i + (n) % 50]; \
    if (r % 5 == (n) % 5) v ^= r + (n);       \
  } else if ((int)(r % 7) < (n) % 7) {        \
    v += r * 3 + (n);                         \
  }
#define STEP10(n) \
  STEP(n)         \
  STEP(n + 1)     \
  STEP(n + 2) STEP(n + 3) STEP(n + 4) STEP(n + 5) STEP(n + 6) STEP(n + 7) STEP(n + 8) STEP(n + 9)

HD unsigned many_blocks(unsigned i, const unsigned* in) {
  unsigned v = in[i], r = i;
  for (unsigned k = 0; k < in[i] % 3 + 1; ++k) {
    STEP10(0)
    STEP10(10)
    STEP10(20)
    STEP10(30)
    if (v % 11 == 10) break;
  }
  return r ^ v;
}

#define LINK(n) x = (x ^ (x >> ((n) % 13 + 1))) * (2 * (n) + 3) + in[i + (n) % 64];
#define LINK10(n) \
  LINK(n)         \
  LINK(n + 1)     \
  LINK(n + 2) LINK(n + 3) LINK(n + 4) LINK(n + 5) LINK(n + 6) LINK(n + 7) LINK(n + 8) LINK(n + 9)
#define LINK100(n) \
  LINK10(n)        \
  LINK10(n + 10)   \
  LINK10(n + 20)   \
  LINK10(n + 30)   \
  LINK10(n + 40) LINK10(n + 50) LINK10(n + 60) LINK10(n + 70) LINK10(n + 80) LINK10(n + 90)

HD unsigned long_chain(unsigned i, const unsigned* in) {
  unsigned x = in[i];
  LINK100(0)
  LINK100(100)
  return x;
}

int main() {
  check::each<many_blocks>("hundreds of basic blocks");
  check::each<long_chain>("long chain");
  return check::result();
}
