// SPDX-License-Identifier: Apache-2.0
// 8-, 16- and 32-bit integers, signed and unsigned: promotions, wrap-around, shifts, comparisons,
// products, division and remainder by lane-dependent divisors, conversions among widths.
#include "integers.h"

HD unsigned conversions(unsigned i, const unsigned* in) {
  int v = (int)in[i];
  signed char c = (signed char)v;
  short s = (short)(v >> 4);
  long long w = v;
  unsigned long long u = (unsigned)v;
  unsigned long long from_char = (unsigned long long)(long long)c;
  bool b = v & 6;
  return fold(w) + fold(u) * 3 + fold(from_char) + (unsigned)(c + s) +
         (unsigned)(unsigned char)c * 5 + (unsigned)(unsigned short)s + b + (unsigned)(int128)w;
}

HD unsigned mixed_signs(unsigned i, const unsigned* in) {
  int a = (int)in[i];
  unsigned b = in[i + 1];
  signed char c = (signed char)in[i + 2];
  unsigned char d = (unsigned char)in[i + 3];
  return (a < (int)b) + (((unsigned)a < b) << 1) + ((c < d) << 2) + ((c < 0) << 3) +
         ((c * d < 100) << 4) + ((unsigned)(c >> 1) << 8) + (unsigned)(d << 4);
}

int main() {
  all<signed char>("signed char");
  all<unsigned char>("unsigned char");
  all<short>("short");
  all<unsigned short>("unsigned short");
  all<int>("int");
  all<unsigned>("unsigned");
  check::each<conversions>("conversions");
  check::each<mixed_signs>("mixed signs");
  return check::result();
}
