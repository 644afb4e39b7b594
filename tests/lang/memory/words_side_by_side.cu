// SPDX-License-Identifier: Apache-2.0
// A thread reads eight words, or four of eight bytes, that lie side by side at a place of its own:
// all threads, and those that a branch leaves.
#include "../check.h"

HD unsigned place(unsigned v) {
  return v % 100 * 8 + (v >> 8) % 4;
}
HD unsigned eight(unsigned v, const unsigned* in) {
  unsigned sum = 0;
  for (unsigned k = 0; k < 8; ++k) sum += in[place(v) + k] * (k + 1);
  return sum;
}
HD unsigned eight_words(unsigned i, const unsigned* in) {
  return eight(in[i], in);
}
HD unsigned eight_words_of_some(unsigned i, const unsigned* in) {
  return in[i] % 3 == 1 ? eight(in[i] / 3, in) : in[i];
}
HD unsigned four_long_words(unsigned i, const unsigned* in) {
  const auto* longs = reinterpret_cast<const unsigned long long*>(in) + place(in[i]) / 2;
  unsigned long long sum = 0;
  for (unsigned k = 0; k < 4; ++k) sum += longs[k] * (k + 1);
  return static_cast<unsigned>(sum ^ sum >> 32);
}

int main() {
  check::each<eight_words>("eight words");
  check::each<eight_words_of_some>("eight words of some threads");
  check::each<four_long_words>("four long words");
  return check::result();
}
