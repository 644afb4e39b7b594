// SPDX-License-Identifier: Apache-2.0
// Lanes leave an inner loop to go on with an outer one, and come back to the inner one later: its
// only way out of all loops lies behind the place where they part. So every lane gets there at
// last, but not those that left in this round of the inner loop.
#include "../check.h"

// Backtracking: a stack in memory, `continue` where a level is done, found or entered.
HD static unsigned search(unsigned i, const unsigned* in) {
  unsigned left[5], sum = 0;
  int depth = 0;
  left[0] = in[i] % 7 + 1;
  while (depth >= 0) {
    if (left[depth] == 0) {
      --depth;
      continue;
    }
    const unsigned lowest = left[depth] & (0u - left[depth]);
    left[depth] ^= lowest;
    if (depth == 3) {
      sum += lowest;
      continue;
    }
    ++depth;
    left[depth] = (i + lowest * 5) & 7;
  }
  return sum;
}

// The same without an array: the inner loop's end counts rounds, as many as all lanes have.
HD static unsigned rounds(unsigned i, const unsigned* in) {
  unsigned sum = 0, x = in[i];
  for (unsigned outer = 0;; ++outer) {
    unsigned inner = 0;
    for (;; ++inner) {
      x = x * 1664525u + 1013904223u;
      if ((x >> 28) < 5) break;  // to the outer loop
      sum += inner;
      if (inner == 20) return sum ^ x;
    }
    sum = sum * 3 + inner;
    if (outer > 300 && inner > 2) return sum;
  }
}

// Two ways to the outer loops of three.
HD static unsigned three(unsigned i, const unsigned* in) {
  unsigned x = in[i], sum = i;
  int budget = 60;
  for (;;) {
    sum += 1;
    for (;;) {
      sum += 16;
      for (;;) {
        x = x * 1664525u + 1013904223u;
        if (x >> 30 == 0) goto outermost;
        if (x >> 30 == 1) goto middle;
        sum += 256;
        if (--budget < 0) return sum ^ x;
      }
    middle:
      sum ^= x >> 8;
      --budget;
    }
  outermost:
    sum += x & 0xff;
  }
}

// Queens on a board of 8 whose first two rows are given: four stacks, with a row that few lanes
// reach.
HD static unsigned queens(unsigned i, const unsigned* in) {
  constexpr unsigned kSize = 8, kFull = (1u << kSize) - 1;
  const unsigned first = 1u << in[i] % kSize, second = 1u << in[i + 1] % kSize;
  if (second & (first | first << 1 | first >> 1)) return 0;
  unsigned columns[8], left[8], right[8], open[8], found = 0;
  columns[0] = first | second;
  left[0] = (first << 1 | second) << 1;
  right[0] = (first >> 1 | second) >> 1;
  open[0] = kFull & ~(columns[0] | left[0] | right[0]);
  int row = 0;
  while (row >= 0) {
    if (open[row] == 0) {
      --row;
      continue;
    }
    const unsigned place = open[row] & (0u - open[row]);
    open[row] ^= place;
    if (row == static_cast<int>(kSize) - 3) {
      found++;
      continue;
    }
    columns[row + 1] = columns[row] | place;
    left[row + 1] = (left[row] | place) << 1;
    right[row + 1] = (right[row] | place) >> 1;
    ++row;
    open[row] = kFull & ~(columns[row] | left[row] | right[row]);
  }
  return found;
}

int main() {
  check::each<search>("backtracking with a stack");
  check::each<rounds>("rounds of an inner loop");
  check::each<three>("two outer loops");
  check::each<queens>("queens");
  return check::result();
}
