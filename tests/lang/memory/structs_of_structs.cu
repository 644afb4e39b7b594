// SPDX-License-Identifier: Apache-2.0
// Structures of structures as values: what lanes take from different branches, loops and cases.
#include "../check.h"

struct Narrow {
  short value;
};
struct Pair {
  Narrow first, second;
};
struct Nested {
  Pair pair;
  float weight;
};

HD Pair pair_of(unsigned x) {
  return {{(short)x}, {(short)(x >> 9)}};
}
HD Pair swapped(Pair p) {
  return {p.second, p.first};
}
HD Nested nested_of(unsigned x) {
  return {pair_of(x * 5), (float)(x % 1000)};
}
HD unsigned sum(Pair p) {
  return (unsigned)p.first.value * 31 + (unsigned)p.second.value;
}
HD unsigned sum(Nested n) {
  return sum(n.pair) * 17 + (unsigned)n.weight;
}

HD unsigned chosen(unsigned i, const unsigned* in) {
  const unsigned x = in[i];
  Pair p = pair_of(x);
  Nested n = nested_of(x + 1);
  for (unsigned round = 0; round < x % 5; ++round) {
    switch ((x >> round) % 4) {
      case 0:
        p = pair_of(x + round);
        break;
      case 1:
        p = swapped(p);
        n = nested_of(x ^ round);
        break;
      case 2:
        n.pair = p;
    }
  }
  if (x % 3 == 0) p = {{32640}, {-18724}};
  return sum(p) * 3 + sum(n);
}

int main() {
  check::each<chosen>("structures of structures");
  return check::result();
}
