// SPDX-License-Identifier: Apache-2.0
// A floating-point number as integers of every width, converted by the code under test, and what a
// GPU gives.
#pragma once

#include <cmath>
#include <limits>

#include "../check.h"

struct Integers {
  long long l;
  unsigned long long ul;
  int i;
  unsigned u;
  short s;
  unsigned short us;
  signed char c;
  unsigned char uc;
  short filler;
};

template <class F>
HD Integers converted(F x) {
  return {(long long)x,   (unsigned long long)x, (int)x, (unsigned)x, (short)x, (unsigned short)x,
          (signed char)x, (unsigned char)x,      0};
}

template <class I, class F>
I saturated(F x, I nan) {
  if (x != x) return nan;
  const F above = (F)ldexp(1.0, std::numeric_limits<I>::digits);
  if (x >= above) return std::numeric_limits<I>::max();
  if (x <= (std::numeric_limits<I>::is_signed ? -above : 0)) return std::numeric_limits<I>::min();
  return (I)x;
}

// A float that is none becomes 0 in 32 bits and the sign bit in 64; a double the sign bit. Narrow
// integers are the low bits of 32.
template <class F>
Integers saturated(F x) {
  const bool is_float = sizeof(F) == 4;
  const int none = is_float ? 0 : std::numeric_limits<int>::min();
  const int i = saturated<int>(x, none);
  const unsigned u = saturated<unsigned>(x, (unsigned)none);
  return {saturated<long long>(x, std::numeric_limits<long long>::min()),
          saturated<unsigned long long>(x, 1ull << 63),
          i,
          u,
          (short)i,
          (unsigned short)u,
          (signed char)i,
          (unsigned char)u,
          0};
}
