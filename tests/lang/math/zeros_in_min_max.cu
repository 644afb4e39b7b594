// SPDX-License-Identifier: Apache-2.0
// Minimum and maximum of zeros, numbers and what is none, in either order of the operands, as an
// H200 has them (reference/h200/differences/02, 2026-11-23): -0 is below +0, a number wins. It wins
// over a NaN that signals, too (seen in a random kernel on an H100, 2026-11-24).
#include <cmath>
#include <limits>

#include "../check.h"

template <class T>
HD T pick(unsigned v) {
  const T values[] = {T(0),     T(-0.0), T(1.5),
                      T(-2.5),  T(NAN),  T(INFINITY),
                      T(1e-30), T(-0.0), std::numeric_limits<T>::signaling_NaN()};
  return values[v % 9];
}
template <class T>
HD unsigned long long bits(T x) {
  if (x != x) return 0x7ff;
  unsigned long long u = 0;
  memcpy(&u, &x, sizeof(T));
  return u;
}
template <class T>
T want(T a, T b, bool least) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) == least ? a : b;
  return (a < b) == least ? a : b;
}
template <class T>
struct Result {
  unsigned long long least, most, with_zero[4], tree;
};

template <class T>
__global__ void kernel(const unsigned* in, Result<T>* out) {
  const unsigned i = check::gid();
  const T a = pick<T>(in[i]), b = pick<T>(in[i + 1] >> 8);
  Result<T> r;
  r.least = bits(fmin(a, b));
  r.most = bits(fmax(a, b));
  r.with_zero[0] = bits(fmin(a, T(0)));
  r.with_zero[1] = bits(fmin(T(-0.0), a));
  r.with_zero[2] = bits(fmax(a, T(0)));
  r.with_zero[3] = bits(fmax(T(-0.0), a));
  r.tree = bits(max(min(a, T(0.5)), T(-0.5)));
  out[i] = r;
}

template <class T>
void run(const char* name) {
  check::run<Result<T>>(
      name,
      [](dim3 g, dim3 b, const unsigned* in, Result<T>* out) { kernel<T><<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const T a = pick<T>(in[t.global]), b = pick<T>(in[t.global + 1] >> 8);
        Result<T> r;
        r.least = bits(want(a, b, true));
        r.most = bits(want(a, b, false));
        r.with_zero[0] = bits(want(a, T(0), true));
        r.with_zero[1] = bits(want(a, T(-0.0), true));
        r.with_zero[2] = bits(want(a, T(0), false));
        r.with_zero[3] = bits(want(a, T(-0.0), false));
        r.tree = bits(want(want(a, T(0.5), true), T(-0.5), false));
        return r;
      });
}

int main() {
  run<float>("float");
  run<double>("double");
  return check::result();
}
