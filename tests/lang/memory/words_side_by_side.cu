// SPDX-License-Identifier: Apache-2.0
// A thread reads eight words, or four of eight bytes, that lie side by side at a place of its own:
// all threads, and those that a branch leaves. And rows whose elements are only added up, or-ed, or
// of which the largest is looked for, from one place and from several.
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

HD uint4 row(unsigned i, const unsigned* in) {
  return reinterpret_cast<const uint4*>(in)[i];
}
HD unsigned added_rows(unsigned i, const unsigned* in) {
  const uint4 a = row(i % 64, in), b = row(i % 64 + 100, in), c = row(i % 64 + 7, in);
  unsigned sum = in[i];
  sum += a.x + a.y + a.z + a.w;
  sum += b.w + b.y + b.z + b.x + (c.x + c.y + c.z);
  return in[i] % 5 ? sum : sum + c.y;
}
HD unsigned or_of_a_row(unsigned i, const unsigned* in) {
  const uint4 a = row(i % 128, in);
  return (a.x & 0x1111) | (a.y | a.z | a.w) | (a.x | in[i] % 2);
}
HD unsigned largest_of_rows(unsigned i, const unsigned* in) {
  int largest = -5;
  for (unsigned k = 0; k < 3; ++k) {
    const uint4 a = row(i % 32 + 33 * k, in);
    for (const unsigned word : {a.x, a.y, a.z, a.w}) {
      const int value = static_cast<int>(word * 2654435761u);
      largest = value > largest ? value : largest;
    }
    for (const unsigned word : {a.w, a.z, a.x, a.y}) {
      largest = static_cast<int>(word) > largest ? static_cast<int>(word) : largest;
    }
  }
  return static_cast<unsigned>(largest);
}
HD unsigned added_long_words(unsigned i, const unsigned* in) {
  const auto* pairs = reinterpret_cast<const ulonglong2*>(in);
  const ulonglong2 a = pairs[i % 64], b = pairs[i % 64 + 3];
  const unsigned long long sum = a.x + b.x + b.y + a.y;
  return static_cast<unsigned>(sum ^ sum >> 32);
}
HD unsigned added_floats(unsigned i, const unsigned* in) {
  const uint4 a = row(i % 64, in), b = row(i % 64 + 64, in);
  const float big = 1e8F;
  return static_cast<unsigned>(static_cast<float>(a.x % 9) + big + static_cast<float>(b.x % 9) -
                               big + static_cast<float>(a.y % 99) + static_cast<float>(b.y % 99));
}

int main() {
  check::each<added_rows>("rows added up");
  check::each<or_of_a_row>("a row or-ed");
  check::each<largest_of_rows>("the largest of rows");
  check::each<added_long_words>("long words added up");
  check::each<added_floats>("floats in their order");
  check::each<eight_words>("eight words");
  check::each<eight_words_of_some>("eight words of some threads");
  check::each<four_long_words>("four long words");
  return check::result();
}
