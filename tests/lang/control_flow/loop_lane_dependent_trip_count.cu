// SPDX-License-Identifier: Apache-2.0
// Each lane runs its own number of iterations, zero included; values carried around the loop must
// freeze when the lane leaves.
#include "../check.h"

HD unsigned for_loop(unsigned i, const unsigned* in) {
  unsigned sum = i;
  for (unsigned k = 0; k < in[i] % 37; ++k) sum = sum * 31 + in[i + k];
  return sum;
}

HD unsigned while_loop(unsigned i, const unsigned* in) {
  unsigned n = in[i] | 1, steps = 0;
  while (n != 1 && steps < 200) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps * 65536 + n % 65536;
}

HD unsigned do_loop(unsigned i, const unsigned* in) {
  unsigned x = in[i], count = 0;
  do {
    x = check::mix(x);
    ++count;
  } while (x % 8 != 0);
  return x ^ count;
}

HD unsigned affine_bound(unsigned i, const unsigned* in) {
  unsigned sum = 0;
  for (unsigned k = 0; k < i % 40; ++k) sum += in[k];
  for (unsigned k = i % 40; k > 3; k -= 3) sum ^= in[i + k];
  return sum;
}

int main() {
  check::each<for_loop>("for");
  check::each<while_loop>("while");
  check::each<do_loop>("do while");
  check::each<affine_bound>("bound from the thread index");
  return check::result();
}
