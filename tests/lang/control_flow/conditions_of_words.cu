// SPDX-License-Identifier: Apache-2.0
// Conditions joined by && || ! ^ of comparisons of words, 64-bit words, floats and bytes, which are
// counted, choose words, 64-bit words, bytes, decide stores and live on in the next round of a
// loop.
#include "check.h"

using namespace check;

HD static float real(unsigned x) {
  return static_cast<float>(x % 64) - 32;
}

// How many of the 40 numbers from in[base] on go before number i of them, by size, then by place.
HD static unsigned rank(unsigned i, const unsigned* in) {
  unsigned count = 0;
  for (unsigned k = 0; k < 40; ++k) {
    const float other = real(in[k]), own = real(in[i]);
    count += other < own || (other == own && k < i);
  }
  return count;
}
HD static unsigned counted(unsigned i, const unsigned* in) {
  const unsigned a = in[i], b = in[i + 1], c = in[i + 2];
  const long long far = static_cast<long long>(a) - b;
  const bool low = a % 8 < b % 8, same = a % 4 == c % 4, late = far > 0 && b > c;
  const unsigned bytes = static_cast<unsigned char>(a) < static_cast<unsigned char>(b);
  unsigned long long wide = (low ^ same) || late;
  wide = (wide << 33) + (!low && !late);
  return static_cast<unsigned>(wide >> 31) + static_cast<unsigned>(wide) + 8 * (low && !same) +
         16 * (bytes & (late || same)) + 32 * (low + same + late);
}
HD static unsigned chosen(unsigned i, const unsigned* in) {
  const float x = real(in[i]), y = real(in[i + 1]), z = real(in[i + 2]);
  const bool between = (x < y && y < z) || (z < y && !(y >= x));
  const double d = between || x == z ? x : y * 0.5;
  const unsigned char byte = between != (x > 5) ? static_cast<unsigned char>(in[i]) : 7;
  const long long word = (d < 3 && in[i] > in[i + 1]) ? -5LL : static_cast<long long>(in[i + 2]);
  return static_cast<unsigned>(static_cast<int>(d * 4)) + byte + static_cast<unsigned>(word >> 3);
}
// Who has left stays away; a mask goes round the loop.
HD static unsigned rounds(unsigned i, const unsigned* in) {
  bool here = true, seen = false;
  unsigned sum = 0;
  for (unsigned k = 0; k < 12; ++k) {
    const unsigned a = in[i + k], b = in[i + k + 1];
    seen = seen || (a % 16 == 3 && b > a);
    here = here && !(a % 8 == 5 && (b % 2 == 0 || seen));
    sum += here && (seen || a > b) ? a % 32 : 1;
  }
  return sum + (seen != here);
}

__global__ void decide(const unsigned* in, unsigned* out) {
  const unsigned i = gid();
  const float x = real(in[i]), y = real(in[i + 1]);
  const bool small = x < y && (in[i] % 4 != 0 || y > 20);
  const unsigned votes = __ballot_sync(__activemask(), small);
  if (small || x == 7) out[i] = 1 + small + (votes >> tid() % 32 & 1);
}

int main() {
  each<rank>("rank");
  each<counted>("counted");
  each<chosen>("chosen");
  each<rounds>("rounds");
  run<unsigned>(
      "decide",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { decide<<<g, b>>>(in, out); },
      [](const Thread& t, const unsigned* in) {
        const float x = real(in[t.global]), y = real(in[t.global + 1]);
        const bool small = x < y && (in[t.global] % 4 != 0 || y > 20);
        return small || x == 7 ? 1u + 2 * small : 0xa5a5a5a5u;
      });
  return result();
}
