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

// Rounds over the bits of a number: also of 0, which takes one where the test stands last.
HD unsigned clears_bits(unsigned i, const unsigned* in) {
  unsigned long long v = (static_cast<unsigned long long>(in[i]) << 20) & 0xfff0000000ull << i % 5;
  unsigned count = i;
  for (; v; v &= v - 1) count += 3;
  unsigned w = i % 3 == 0 ? 0 : in[i + 1];
  do {
    w &= w - 1;
    --count;
  } while (w);
  unsigned different = 0;
  if (in[i] != in[i + 2]) {
    for (unsigned d = in[i] ^ in [i + 2]; d; d &= d - 1) ++different;
  }
  return count * 100 + different;
}

HD unsigned shifts_bits_out(unsigned i, const unsigned* in) {
  unsigned v = in[i] >> i % 32, highest = 0, bits = 0;
  while (v >>= 1) ++highest;
  for (unsigned w = in [i + 1]; w; w &= w - 1) bits = bits * 3 + w;  // the numbers count, too
  return highest * 77 + bits;
}

int main() {
  check::each<clears_bits>("clears bits");
  check::each<shifts_bits_out>("shifts bits out");
  check::each<for_loop>("for");
  check::each<while_loop>("while");
  check::each<do_loop>("do while");
  check::each<affine_bound>("bound from the thread index");
  return check::result();
}
