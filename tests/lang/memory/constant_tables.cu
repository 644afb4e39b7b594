// SPDX-License-Identifier: Apache-2.0
// Tables that the compiler makes constants of: initialised local arrays, static const and constexpr
// arrays, string literals, tables of strings and of pointers, read at divergent indices.
#include "../check.h"

HD unsigned tables(unsigned i, const unsigned* in) {
  const unsigned primes[10] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
  const float weights[4] = {0.5f, 1.25f, -2.0f, 8.0f};
  const signed char offsets[3][2] = {{-1, 0}, {1, 5}, {0, -7}};
  constexpr unsigned long long big[2] = {1ull << 40, 3ull << 50};
  unsigned r = primes[in[i] % 10] + primes[3];
  r = r * 7 + (unsigned)(int)(weights[in[i + 1] % 4] * 4);
  r = r * 7 + (unsigned)(offsets[in[i] % 3][in[i + 1] % 2] + offsets[i % 3][1]);
  return r * 7 + (unsigned)(big[in[i] % 2] >> 38);
}

HD unsigned strings(unsigned i, const unsigned* in) {
  const char* names[4] = {"warp", "weft", "shed", "a heddle lifts each thread"};
  const char* name = names[in[i] % 4];
  unsigned h = 0;
  for (const char* c = name; *c; ++c) h = h * 31 + (unsigned)*c;
  return h + (unsigned)"0123456789abcdef"[in[i + 1] % 16];
}

HD unsigned modified_copy(unsigned i, const unsigned* in) {
  unsigned values[6] = {6, 5, 4, 3, 2, 1};  // starts from a constant, then differs per lane
  values[in[i] % 6] += in[i + 1];
  values[in[i + 1] % 6] *= 3;
  unsigned zeros[5] = {};
  ++zeros[in[i + 2] % 5];
  return values[in[i + 2] % 6] + values[0] * 3 + zeros[in[i] % 5] * 1000 + zeros[4];
}

int main() {
  check::each<tables>("tables");
  check::each<strings>("strings");
  check::each<modified_copy>("initialised local arrays");
  return check::result();
}
