// SPDX-License-Identifier: Apache-2.0
// Calls that stay calls, under divergence: scalars, structs, pointers and references in and out,
// many arguments, several calls in one expression.
#include "../check.h"

struct Pair {
  unsigned a;
  float b;
};
struct Big {
  unsigned v[20];
};

HD __noinline__ unsigned square(unsigned x) {
  return x * x + 1;
}
HD __noinline__ Pair make_pair(unsigned x) {
  return {x % 77, (x >> 8) * 0.5f};
}
HD __noinline__ Pair swap_halves(Pair p) {
  return {(unsigned)p.b % 1000u, (float)p.a};
}
HD __noinline__ Big fill(unsigned x) {
  Big big;
  for (unsigned k = 0; k < 20; ++k) big.v[k] = x + k * k;
  return big;
}
HD __noinline__ unsigned pick(Big big, unsigned at) {
  big.v[at % 20] += 3;
  return big.v[at % 20];
}
HD __noinline__ void out_parameters(unsigned x, unsigned* lo, unsigned& hi) {
  *lo = x & 0xffff;
  if (x % 3) hi = x >> 16;
}
HD __noinline__ double many(char a, short b, int c, long long d, float e, double f, bool g,
                            unsigned char h, const unsigned* p, unsigned q) {
  return a + b + c + (double)(d % 100003) + e + f + (g ? 1000 : 2000) + h + p[q % 5];
}

HD unsigned divergent_calls(unsigned i, const unsigned* in) {
  unsigned v = in[i], r = 0;
  if (v % 2) r = square(v) + square(v >> 3) * 5;
  for (unsigned k = 0; k < v % 6; ++k) {
    if (in[i + k] % 3 == 0) continue;
    r ^= square(r + k);
    if (r % 7 == 0) return r;
  }
  return r + 1;
}

HD unsigned structs(unsigned i, const unsigned* in) {
  Pair p = swap_halves(make_pair(in[i]));
  if (in[i] % 3 == 1) p = make_pair(p.a * 991);
  Big big = fill(in[i]);
  if (in[i] % 5 == 2) big = fill(p.a);
  return p.a * 7 + (unsigned)p.b + pick(big, in[i + 1]) + big.v[in[i + 2] % 20];
}

HD unsigned by_pointer(unsigned i, const unsigned* in) {
  unsigned lo = 1, hi = 2;
  if (in[i] & 8) out_parameters(in[i], &lo, hi);
  unsigned array[3] = {lo, hi, 5};
  out_parameters(in[i + 1], &array[in[i] % 3], array[(in[i] >> 4) % 3]);
  return array[0] + array[1] * 3 + array[2] * 5;
}

HD double many_arguments(unsigned i, const unsigned* in) {
  unsigned v = in[i];
  return many((char)(v % 100), (short)(v >> 3), (int)v, (long long)(v % 100000) * v, v % 64 * 0.25f,
              (double)v, v & 1, (unsigned char)v, in + i % 9, v);
}

int main() {
  check::each<divergent_calls>("divergent calls");
  check::each<structs>("structs by value");
  check::each<by_pointer>("pointers and references");
  check::each<many_arguments>("many arguments");
  return check::result();
}
