// SPDX-License-Identifier: Apache-2.0
// The SIMD intrinsics on two half-words and four bytes of a word, and the dot products __dp4a and
// __dp2a of all types, against sums of single lanes, under divergence.
// heavy: 33 7x5x3
#include "../check.h"

template <bool is_signed>
HD int lane_of(unsigned word, int bits, int k) {
  const unsigned value = word >> bits * k & ((1u << bits) - 1);
  return is_signed && value >> (bits - 1) ? (int)value - (1 << bits) : (int)value;
}

template <bool is_signed, class F>
unsigned lanes(unsigned a, unsigned b, int bits, F f) {
  unsigned r = 0;
  for (int k = 0; k < 32 / bits; ++k) {
    const int v = f(lane_of<is_signed>(a, bits, k), lane_of<is_signed>(b, bits, k));
    r |= ((unsigned)v & ((1u << bits) - 1)) << bits * k;
  }
  return r;
}

int limit(int v, int low, int high) {
  return v < low ? low : v > high ? high : v;
}
int floor_half(int v) {
  return (v - (v & 1)) / 2;
}

#define KERNEL(n)                                                                        \
  __global__ void __launch_bounds__(1024) kernel##n(const unsigned* in, unsigned* out) { \
    const unsigned i = check::gid(), a = in[i], b = in[i + 1];                           \
    unsigned r = 0;                                                                      \
    auto add = [&](unsigned v) { r = r * 31 + v; };                                      \
    add(__vadd##n(a, b));                                                                \
    add(__vsub##n(a, b));                                                                \
    add(__vaddss##n(a, b));                                                              \
    add(__vaddus##n(a, b));                                                              \
    add(__vsubss##n(a, b));                                                              \
    add(__vsubus##n(a, b));                                                              \
    add(__vabs##n(a));                                                                   \
    add(__vabsss##n(a & 0x80ff8001u));                                                   \
    add(__vneg##n(a));                                                                   \
    add(__vnegss##n(b & 0x8080ff80u));                                                   \
    if (a % 3) {                                                                         \
      add(__vabsdiffs##n(a, b));                                                         \
      add(__vabsdiffu##n(a, b));                                                         \
      add(__vavgs##n(a, b));                                                             \
      add(__vavgu##n(a, b));                                                             \
      add(__vhaddu##n(a, b));                                                            \
    }                                                                                    \
    add(__vmaxs##n(a, b));                                                               \
    add(__vmaxu##n(a, b));                                                               \
    add(__vmins##n(a, b));                                                               \
    add(__vminu##n(a, b));                                                               \
    add(__vsads##n(a, b));                                                               \
    add(__vsadu##n(a, b));                                                               \
    const unsigned c = a % 2 ? b : (a & 0xffff00ffu) | (b & 0x0000ff00u);                \
    add(__vcmpeq##n(a, c));                                                              \
    add(__vcmpne##n(a, c));                                                              \
    add(__vcmplts##n(a, c));                                                             \
    add(__vcmpltu##n(a, c));                                                             \
    add(__vcmples##n(a, c));                                                             \
    add(__vcmpleu##n(a, c));                                                             \
    add(__vcmpgts##n(a, c));                                                             \
    add(__vcmpgtu##n(a, c));                                                             \
    add(__vcmpges##n(a, c));                                                             \
    add(__vcmpgeu##n(a, c));                                                             \
    add(__vseteq##n(a, c));                                                              \
    add(__vsetgts##n(a, c));                                                             \
    add(__vsetleu##n(a, c));                                                             \
    out[i] = r;                                                                          \
  }
KERNEL(2)
KERNEL(4)

unsigned model(const unsigned* in, unsigned i, int bits) {
  const unsigned a = in[i], b = in[i + 1];
  const int high = (1 << (bits - 1)) - 1, low = -high - 1, top = (1 << bits) - 1;
  unsigned r = 0;
  auto add = [&](unsigned v) { r = r * 31 + v; };
  auto s = [&](unsigned x, unsigned y, auto f) { add(lanes<true>(x, y, bits, f)); };
  auto u = [&](unsigned x, unsigned y, auto f) { add(lanes<false>(x, y, bits, f)); };
  u(a, b, [](int x, int y) { return x + y; });
  u(a, b, [](int x, int y) { return x - y; });
  s(a, b, [=](int x, int y) { return limit(x + y, low, high); });
  u(a, b, [=](int x, int y) { return limit(x + y, 0, top); });
  s(a, b, [=](int x, int y) { return limit(x - y, low, high); });
  u(a, b, [=](int x, int y) { return limit(x - y, 0, top); });
  s(a, 0, [](int x, int) { return abs(x); });
  s(a & 0x80ff8001u, 0, [=](int x, int) { return limit(abs(x), low, high); });
  s(a, 0, [](int x, int) { return -x; });
  s(b & 0x8080ff80u, 0, [=](int x, int) { return limit(-x, low, high); });
  if (a % 3) {
    s(a, b, [](int x, int y) { return abs(x - y); });
    u(a, b, [](int x, int y) { return abs(x - y); });
    // Rounded away from zero.
    s(a, b, [](int x, int y) { return floor_half(x + y + (x + y >= 0)); });
    u(a, b, [](int x, int y) { return (x + y + 1) / 2; });
    u(a, b, [](int x, int y) { return (x + y) / 2; });
  }
  s(a, b, [](int x, int y) { return x > y ? x : y; });
  u(a, b, [](int x, int y) { return x > y ? x : y; });
  s(a, b, [](int x, int y) { return x < y ? x : y; });
  u(a, b, [](int x, int y) { return x < y ? x : y; });
  unsigned sads = 0, sadu = 0;
  for (int k = 0; k < 32 / bits; ++k) {
    sads += (unsigned)abs(lane_of<true>(a, bits, k) - lane_of<true>(b, bits, k));
    sadu += (unsigned)abs(lane_of<false>(a, bits, k) - lane_of<false>(b, bits, k));
  }
  add(sads);
  add(sadu);
  const unsigned c = a % 2 ? b : (a & 0xffff00ffu) | (b & 0x0000ff00u);
  u(a, c, [](int x, int y) { return -(x == y); });
  u(a, c, [](int x, int y) { return -(x != y); });
  s(a, c, [](int x, int y) { return -(x < y); });
  u(a, c, [](int x, int y) { return -(x < y); });
  s(a, c, [](int x, int y) { return -(x <= y); });
  u(a, c, [](int x, int y) { return -(x <= y); });
  s(a, c, [](int x, int y) { return -(x > y); });
  u(a, c, [](int x, int y) { return -(x > y); });
  s(a, c, [](int x, int y) { return -(x >= y); });
  u(a, c, [](int x, int y) { return -(x >= y); });
  u(a, c, [](int x, int y) { return x == y; });
  s(a, c, [](int x, int y) { return x > y; });
  u(a, c, [](int x, int y) { return x <= y; });
  return r;
}

__global__ void __launch_bounds__(1024) dots(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), a = in[i], b = in[i + 1], c = in[i + 2];
  unsigned r = (unsigned)__dp4a((int)a, (int)b, (int)c) + __dp4a(a, b, c) * 3;
  if (a % 2) r += (unsigned)__dp2a_lo((int)a, (int)b, (int)c) * 5 + __dp2a_lo(a, b, c) * 7;
  r += (unsigned)__dp2a_hi((int)a, (int)b, (int)c) * 11 + __dp2a_hi(a, b, c) * 13;
  const char4 x = make_char4((char)a, (char)(a >> 8), (char)(a >> 16), (char)(a >> 24));
  const char4 y = make_char4((char)b, (char)(b >> 8), (char)(b >> 16), (char)(b >> 24));
  r += (unsigned)__dp4a(x, y, (int)c) * 17;
  r += (unsigned)__dp2a_hi(make_short2((short)a, (short)(a >> 16)), y, (int)c) * 19;
  out[i] = r;
}

unsigned dots_on_host(const check::Thread& t, const unsigned* in) {
  const unsigned a = in[t.global], b = in[t.global + 1], c = in[t.global + 2];
  unsigned s4 = c, u4 = c, slo = c, ulo = c, shi = c, uhi = c;
  for (int k = 0; k < 4; ++k) {
    s4 += (unsigned)(lane_of<true>(a, 8, k) * lane_of<true>(b, 8, k));
    u4 += (unsigned)(lane_of<false>(a, 8, k) * lane_of<false>(b, 8, k));
  }
  for (int k = 0; k < 2; ++k) {
    slo += (unsigned)(lane_of<true>(a, 16, k) * lane_of<true>(b, 8, k));
    ulo += (unsigned)(lane_of<false>(a, 16, k) * lane_of<false>(b, 8, k));
    shi += (unsigned)(lane_of<true>(a, 16, k) * lane_of<true>(b, 8, k + 2));
    uhi += (unsigned)(lane_of<false>(a, 16, k) * lane_of<false>(b, 8, k + 2));
  }
  return s4 + u4 * 3 + (a % 2 ? slo * 5 + ulo * 7 : 0) + shi * 11 + uhi * 13 + s4 * 17 + shi * 19;
}

int main() {
  check::run<unsigned>(
      "half-words",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel2<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return model(in, t.global, 16); });
  check::run<unsigned>(
      "bytes",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel4<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return model(in, t.global, 8); });
  check::run<unsigned>(
      "dot products",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { dots<<<g, b>>>(in, out); },
      dots_on_host);
  return check::result();
}
