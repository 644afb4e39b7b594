// SPDX-License-Identifier: Apache-2.0
// Conversions to integers at the ends of their ranges: the last number that fits, the first that
// does not, its neighbours on both sides, infinities, and what is not a number; a different one for
// each lane. Clamped next, they are what is clamped.
#include <cmath>
#include <limits>

#include "saturated.h"

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

template <class F>
__global__ void convert(const unsigned* in, Integers* out) {
  const unsigned i = check::gid();
  const F x = edge<F>(in[i]);
  out[i] = converted(x);
}

template <class F>
void run(const char* what) {
  check::run<Integers>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, Integers* out) { convert<F><<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return saturated(edge<F>(in[t.global])); });
}

// Clamps with bounds on both sides of zero, above, below, from one side, and that no float is.
struct Clamped {
  signed char byte;
  unsigned char pixel;
  short above, below, filler;
  int least, most, odd;
  unsigned natural;
};

HD int clamp(int i, int low, int high) {
  return i < low ? low : i > high ? high : i;
}

HD Clamped clamped(int i, unsigned u) {
  return {(signed char)clamp(i, -127, 127),
          (unsigned char)(u > 255 ? 255 : u),
          (short)clamp(i, 3, 20000),
          (short)clamp(i, -20000, -3),
          0,
          i < -99 ? -99 : i,
          i > 99 ? 99 : i,
          clamp(i, -16777217, 16777217),
          u < 7 ? 7 : u};
}

template <class F>
__global__ void clamp_each(const unsigned* in, Clamped* out) {
  const unsigned i = check::gid();
  const F x = edge<F>(in[i]);
  out[i] = {};
  out[i] = clamped((int)x, (unsigned)x);
}

template <class F>
void run_clamped(const char* what) {
  check::run<Clamped>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, Clamped* out) { clamp_each<F><<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const Integers all = saturated(edge<F>(in[t.global]));
        return clamped(all.i, all.u);
      });
}

}  // namespace

int main() {
  run_clamped<float>("clamped float");
  run_clamped<double>("clamped double");
  run<float>("float");
  run<double>("double");
  return check::result();
}
