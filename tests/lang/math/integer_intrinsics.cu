// SPDX-License-Identifier: Apache-2.0
// Integer intrinsics on lane-dependent values: counting bits, permuting bytes, high products,
// funnel shifts, averages, absolute differences, dot products, min and max.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out) {
  unsigned i = check::gid(), a = in[i], b = in[i + 1], r = 0;
  unsigned small = a >> (b % 33 > 31 ? 31 : b % 32);
  unsigned long long w = (unsigned long long)a << 32 | b;
  if (a % 16 == 0) small = 0, w >>= 40;
  auto add = [&](unsigned v) { r = r * 31 + v; };
  add(__clz(small));
  add(__ffs(small));
  add(__popc(a));
  add(__brev(a));
  add(__clzll(w));
  add(__ffsll(w & (w << 17)));
  add(__popcll(w));
  add((unsigned)(__brevll(w) >> 20));
  add(__byte_perm(a, b, in[i + 2] & 0x7777));
  add(__mulhi((int)a, (int)b));
  add(__umulhi(a, b));
  add((unsigned)__mul64hi((long long)w, (long long)(w * 3)));
  add((unsigned)__umul64hi(w, w ^ 0x5555555555ull));
  add(__umul24(a & 0xffffff, b & 0xffffff));
  add(__mul24((int)(a << 8) >> 8, (int)(b << 8) >> 8));
  add(__funnelshift_l(a, b, in[i + 2]));
  add(__funnelshift_r(a, b, in[i + 2]));
  add(__funnelshift_lc(a, b, in[i + 2] % 40));
  add(__funnelshift_rc(a, b, in[i + 2] % 40));
  add(__hadd((int)a, (int)b));
  add(__rhadd((int)a, (int)b));
  add(__uhadd(a, b));
  add(__urhadd(a, b));
  add(__sad((int)a, (int)b, 7u));
  add(__usad(a, b, 9u));
  add(__dp4a((int)a, (int)b, 5));
  add(__dp4a(a, b, 5u));
  add(min((int)a, (int)b));
  add(max(a, b));
  add((unsigned)abs((int)(a | 1)));
  out[i] = r;
}

unsigned model(const unsigned* in, unsigned i) {
  unsigned a = in[i], b = in[i + 1], c = in[i + 2], r = 0;
  unsigned small = a >> (b % 33 > 31 ? 31 : b % 32);
  unsigned long long w = (unsigned long long)a << 32 | b;
  if (a % 16 == 0) small = 0, w >>= 40;
  auto add = [&](unsigned v) { r = r * 31 + v; };
  auto bits = [](unsigned long long v) {
    unsigned n = 0;
    for (; v; v &= v - 1) ++n;
    return n;
  };
  auto leading = [](unsigned long long v, unsigned n) {
    while (v) v >>= 1, --n;
    return n;
  };
  auto first = [](unsigned long long v) {
    unsigned n = 0;
    if (v)
      for (n = 1; !(v & 1); v >>= 1) ++n;
    return n;
  };
  auto reverse = [](unsigned long long v, unsigned n) {
    unsigned long long o = 0;
    for (unsigned k = 0; k < n; ++k) o |= (v >> k & 1) << (n - 1 - k);
    return o;
  };
  auto byte = [](unsigned v, unsigned k) { return v >> (8 * k) & 255; };
  using i128 = __int128;
  add(leading(small, 32));
  add(first(small));
  add(bits(a));
  add((unsigned)reverse(a, 32));
  add(leading(w, 64));
  add(first(w & (w << 17)));
  add(bits(w));
  add((unsigned)(reverse(w, 64) >> 20));
  unsigned permuted = 0;
  for (unsigned k = 0; k < 4; ++k)
    permuted |= byte((c >> (4 * k) & 7) < 4 ? a : b, c >> (4 * k) & 3) << (8 * k);
  add(permuted);
  add((unsigned)((long long)(int)a * (int)b >> 32));
  add((unsigned)((unsigned long long)a * b >> 32));
  add((unsigned)((i128)(long long)w * (long long)(w * 3) >> 64));
  add((unsigned)((unsigned __int128)w * (w ^ 0x5555555555ull) >> 64));
  add((a & 0xffffff) * (b & 0xffffff));
  add((unsigned)((long long)((int)(a << 8) >> 8) * ((int)(b << 8) >> 8)));
  unsigned long long both = (unsigned long long)b << 32 | a;
  unsigned clamped = c % 40 < 32 ? c % 40 : 32;
  add((unsigned)(both << (c & 31) >> 32));
  add((unsigned)(both >> (c & 31)));
  add(clamped == 32 ? a : (unsigned)(both << clamped >> 32));
  add(clamped == 32 ? b : (unsigned)(both >> clamped));
  add((unsigned)(((long long)(int)a + (int)b) >> 1));
  add((unsigned)(((long long)(int)a + (int)b + 1) >> 1));
  add((unsigned)(((unsigned long long)a + b) >> 1));
  add((unsigned)(((unsigned long long)a + b + 1) >> 1));
  long long d = (long long)(int)a - (int)b;
  add((unsigned)(d < 0 ? -d : d) + 7);
  add((a > b ? a - b : b - a) + 9);
  unsigned sdot = 5, udot = 5;
  for (unsigned k = 0; k < 4; ++k) {
    sdot += (unsigned)((int)(signed char)byte(a, k) * (signed char)byte(b, k));
    udot += byte(a, k) * byte(b, k);
  }
  add(sdot);
  add(udot);
  add((int)a < (int)b ? a : b);
  add(a > b ? a : b);
  int odd = (int)(a | 1);
  add(odd < 0 ? 0u - (unsigned)odd : odd);
  return r;
}

int main() {
  check::run<unsigned>(
      "intrinsics",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return model(in, t.global); });
  return check::result();
}
