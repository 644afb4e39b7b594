// SPDX-License-Identifier: Apache-2.0
// Conversions to integers at the ends of their ranges: the last number that fits, the first that
// does not, its neighbours on both sides, infinities, and what is not a number; a different one for
// each lane.
#include <cmath>
#include <limits>

#include "../check.h"

namespace {

// Where ranges end: 2^exponent, and its neighbours among F.
template <class F>
HD F edge(unsigned v) {
  const int exponents[] = {7, 8, 15, 16, 31, 32, 63, 64};
  const F power = (F)ldexp(1.0, exponents[v % 8]);
  const F step = power * std::numeric_limits<F>::epsilon();
  const F sign = v / 8 % 2 ? -1 : 1;
  switch (v / 16 % 9) {
    case 0:
      return sign * power;
    case 1:
      return sign * (power + step);
    case 2:
      return sign * (power - step / 2);
    case 3:
      return sign * (power - step);
    case 4:
      return sign * (power - 1);
    case 5:
      return sign * (power - (F)0.5);
    case 6:
      return sign * (power + (F)0.5);
    case 7:
      return sign * std::numeric_limits<F>::infinity();
    default:
      return v % 3 ? sign * std::numeric_limits<F>::quiet_NaN()
                   : sign * (v % 2 ? (F)0.75 : std::numeric_limits<F>::denorm_min());
  }
}

struct All {
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
__global__ void convert(const unsigned* in, All* out) {
  const unsigned i = check::gid();
  const F x = edge<F>(in[i]);
  out[i] = {(long long)x,   (unsigned long long)x, (int)x, (unsigned)x, (short)x, (unsigned short)x,
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

// A float that is none becomes 0 in 32 bits and the sign bit in 64; a double the sign bit.
template <class F>
All want(unsigned v) {
  const F x = edge<F>(v);
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

template <class F>
void run(const char* what) {
  check::run<All>(
      what, [](dim3 g, dim3 b, const unsigned* in, All* out) { convert<F><<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return want<F>(in[t.global]); });
}

}  // namespace

int main() {
  run<float>("float");
  run<double>("double");
  return check::result();
}
