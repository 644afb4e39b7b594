// SPDX-License-Identifier: Apache-2.0
// Divergent break and continue, several of each in one loop, with values live across them.
#include "../check.h"

HD unsigned one_break(unsigned i, const unsigned* in) {
  unsigned sum = 0, k = 0;
  for (; k < 64; ++k) {
    if (in[i + k] % 16 == 0) break;
    sum += in[i + k] >> 3;
  }
  return sum + k;
}

HD unsigned two_breaks_two_continues(unsigned i, const unsigned* in) {
  unsigned sum = 1;
  for (unsigned k = 0; k < 50; ++k) {
    unsigned v = in[i + k];
    if (v % 3 == 0) continue;
    sum += v;
    if (v % 41 == 1) break;
    if ((v ^ sum) % 5 == 0) continue;
    sum ^= k * 77;
    if (sum % 53 == 2) break;
    sum += 9;
  }
  return sum;
}

HD unsigned break_carries_value(unsigned i, const unsigned* in) {
  unsigned found = 0xffffffffu;
  for (unsigned k = 0; k < 100; ++k) {
    unsigned v = in[i + k];
    if (v % 64 == 7) {
      found = k;
      break;
    }
    if (v % 64 == 8) {
      found = k + 1000;
      break;
    }
  }
  return found * 2 + (found == 0xffffffffu);
}

HD unsigned endless_loop_with_exits(unsigned i, const unsigned* in) {
  unsigned x = in[i];
  for (;;) {
    x = x * 1664525u + 1013904223u;
    if (x >> 28 == 3) break;
    if (x >> 28 == 4) {
      x += 11;
      break;
    }
  }
  return x;
}

// The loop's only end, which asks for what all lanes have: lanes pass it by on their way to the
// next round, so they leave in different ones.
HD unsigned end_that_lanes_pass_by(unsigned i, const unsigned* in) {
  unsigned k = 0, sum = i, passed = in[0] % 4 + 9;
  for (;; ++k) {
    if (in[i + k] % 3 != 0) {
      if (k >= passed) break;
      sum += in[k] * 3;
    }
    sum = sum * 5 + in[i + k + 7];
  }
  return sum * 1000 + k;
}

int main() {
  check::each<end_that_lanes_pass_by>("an end that lanes pass by");
  check::each<one_break>("break");
  check::each<two_breaks_two_continues>("two breaks, two continues");
  check::each<break_carries_value>("values carried out by break");
  check::each<endless_loop_with_exits>("for (;;) with two exits");
  return check::result();
}
