// SPDX-License-Identifier: Apache-2.0
// Recursion with lane-dependent depth: plain, twofold, mutual, with a local array in every frame,
// with several return places.
#include "../check.h"

HD __noinline__ unsigned depth(unsigned n, unsigned seed) {
  if (n == 0) return seed;
  return depth(n - 1, seed * 33 + n) + n;
}

HD unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

HD unsigned odd_steps(unsigned n, unsigned acc);
HD unsigned even_steps(unsigned n, unsigned acc) {
  if (n == 0) return acc;
  return odd_steps(n - 1, acc * 3 + 1);
}
HD unsigned odd_steps(unsigned n, unsigned acc) {
  if (n == 0) return ~acc;
  if (acc % 5 == 4) return even_steps(n - 1, acc + 2) + 1;
  return even_steps(n - 1, acc ^ n);
}

HD unsigned permutations(unsigned* items, unsigned n, unsigned at) {
  unsigned saved[4];
  for (unsigned k = 0; k < 4; ++k) saved[k] = items[k];
  if (at == n) {
    unsigned h = 0;
    for (unsigned k = 0; k < 4; ++k) h = h * 10 + items[k] % 10;
    return h % 1009;
  }
  unsigned sum = 0;
  for (unsigned k = at; k < n; ++k) {
    unsigned t = items[at];
    items[at] = items[k];
    items[k] = t;
    sum += permutations(items, n, at + 1) * (k + 1);
    for (unsigned j = 0; j < 4; ++j) items[j] = saved[j];
  }
  return sum;
}

HD unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

struct Triple {
  unsigned a, b, c;
};
// Structures by value: each call reads what its caller has just made.
HD unsigned turn(Triple t, Triple u, unsigned n) {
  const unsigned sum = t.a + u.b * 3 + t.c * 5;
  if (n == 0 || sum % 7 == 0) return sum;
  return sum * 2 + turn({t.c + 1, t.a, u.a}, {u.c, t.b, u.b ^ n}, n - 1);
}

HD unsigned plain(unsigned i, const unsigned* in) {
  return depth(in[i] % 23, in[i]);
}
HD unsigned twofold(unsigned i, const unsigned* in) {
  return fibonacci(in[i] % 11);
}
HD unsigned mutual(unsigned i, const unsigned* in) {
  return in[i] % 4 ? even_steps(in[i] % 19, i) : odd_steps(i % 5, in[i]);
}
HD unsigned with_arrays(unsigned i, const unsigned* in) {
  unsigned items[4] = {in[i], in[i + 1], in[i + 2], in[i + 3]};
  return permutations(items, in[i] % 5, 0);
}
HD unsigned nested_argument(unsigned i, const unsigned* in) {
  return ackermann(in[i] % 3, (in[i] >> 5) % 4);
}
HD unsigned by_value(unsigned i, const unsigned* in) {
  return turn({in[i], i, 3}, {1, in[i + 1], in[i + 2]}, in[i] % 6);
}

int main() {
  check::each<plain>("linear");
  check::each<twofold>("fibonacci");
  check::each<mutual>("mutual");
  check::each<with_arrays>("local arrays in each frame");
  check::each<nested_argument>("call inside an argument");
  check::each<by_value>("structures by value");
  return check::result();
}
