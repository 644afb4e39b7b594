// SPDX-License-Identifier: Apache-2.0
// Integer, dot-product, SIMD and conversion intrinsics: the header's own code, compiled for the
// host, against plain loops and 128-bit arithmetic.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>

#define HEDDLE_CONST
#define __device__
#define __host__
#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ inline __attribute__((unused))
#include "vector_types.h"
#undef __device__
#undef __host__
#undef __forceinline__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((unused))
#include "heddle/intrinsics_dot.h"
#include "heddle/intrinsics_float.h"
#include "heddle/intrinsics_integer.h"
#include "heddle/intrinsics_simd.h"

namespace {

std::mt19937_64 engine(5);
int failures = 0;

std::uint64_t any64() {
  std::uint64_t x = engine();
  switch (engine() % 5) {
    case 0:
      return x >> (engine() % 64);
    case 1:
      return ~(x >> (engine() % 64));
    case 2:
      return engine() % 3 - 1;
    case 3:
      return std::uint64_t{1} << (engine() % 64);
    default:
      return x;
  }
}
std::uint32_t any32() {
  return (std::uint32_t)any64();
}

template <class A, class B>
void expect(const char* what, A got, B want) {
  if (got == (A)want) return;
  if (++failures < 40)
    std::printf("%s: %llx instead of %llx\n", what, (long long)got, (long long)want);
}

void bits() {
  std::uint32_t x = any32(), y = any32(), s = any32() & 63;
  std::uint64_t l = any64(), m = any64();
  int leading = 0, first = 0, set = 0;
  while (leading < 32 && !(x >> (31 - leading) & 1)) ++leading;
  for (int i = 31; i >= 0; --i)
    if (x >> i & 1) first = i + 1, ++set;
  expect("__clz", __clz((int)x), leading);
  expect("__ffs", __ffs((int)x), first);
  expect("__popc", __popc(x), set);
  expect("__clzll", __clzll((long long)l), l ? __builtin_clzll(l) : 64);
  expect("__ffsll", __ffsll((long long)l), __builtin_ffsll((long long)l));
  expect("__popcll", __popcll(l), __popc((unsigned)l) + __popc((unsigned)(l >> 32)));
  std::uint32_t reversed = 0;
  for (int i = 0; i < 32; ++i) reversed |= (x >> i & 1) << (31 - i);
  expect("__brev", __brev(x), reversed);
  expect("__brevll", __brevll(l),
         (std::uint64_t)__brev((unsigned)l) << 32 | __brev((unsigned)(l >> 32)));
  expect("__mulhi", __mulhi((int)x, (int)y), (int)(((long long)(int)x * (int)y) >> 32));
  expect("__umulhi", __umulhi(x, y), (std::uint32_t)(((std::uint64_t)x * y) >> 32));
  expect("__umul64hi", __umul64hi(l, m), (std::uint64_t)(((unsigned __int128)l * m) >> 64));
  expect("__mul64hi", __mul64hi((long long)l, (long long)m),
         (long long)(((__int128)(long long)l * (long long)m) >> 64));
  auto low24 = [](std::uint32_t v) {
    return v & 0x800000 ? (long long)(v & 0xffffff) - 0x1000000 : v & 0xffffff;
  };
  expect("__mul24", __mul24((int)x, (int)y), (int)(low24(x) * low24(y)));
  expect("__umul24", __umul24(x, y),
         (std::uint32_t)((std::uint64_t)(x & 0xffffff) * (y & 0xffffff)));
  long long a = (int)x, b = (int)y;
  expect("__sad", __sad((int)x, (int)y, s), (std::uint32_t)(std::llabs(a - b) + s));
  expect("__usad", __usad(x, y, s), x > y ? x - y + s : y - x + s);
  expect("__hadd", __hadd((int)x, (int)y), (int)((a + b) >> 1));
  expect("__rhadd", __rhadd((int)x, (int)y), (int)((a + b + 1) >> 1));
  expect("__uhadd", __uhadd(x, y), (std::uint32_t)(((std::uint64_t)x + y) >> 1));
  expect("__urhadd", __urhadd(x, y), (std::uint32_t)(((std::uint64_t)x + y + 1) >> 1));
  std::uint64_t pair = (std::uint64_t)y << 32 | x;
  std::uint32_t wrap = s & 31, clamp = s < 32 ? s : 32;
  expect("__funnelshift_l", __funnelshift_l(x, y, s), (std::uint32_t)(pair << wrap >> 32));
  expect("__funnelshift_r", __funnelshift_r(x, y, s), (std::uint32_t)(pair >> wrap));
  expect("__funnelshift_lc", __funnelshift_lc(x, y, s),
         clamp == 32 ? x : (std::uint32_t)(pair << clamp >> 32));
  expect("__funnelshift_rc", __funnelshift_rc(x, y, s),
         clamp == 32 ? y : (std::uint32_t)(pair >> clamp));
  std::uint32_t selector = any32(), permuted = 0;
  for (int i = 0; i < 4; ++i) {
    // A GPU ignores the fourth bit of a selector, which prmt takes for the sign.
    std::uint32_t pick = selector >> (4 * i) & 7, byte = (std::uint32_t)(pair >> (8 * pick)) & 255;
    permuted |= byte << (8 * i);
  }
  expect("__byte_perm", __byte_perm(x, y, selector), permuted);
  int n = (int)(engine() % 9) - 4, base = (int)(engine() % 32), left = n < 0 ? -n : n;
  std::uint32_t found = 0xffffffff;
  if (n == 0) found = x >> base & 1 ? base : found;
  for (int i = base; n && i >= 0 && i < 32 && found == 0xffffffff; i += n > 0 ? 1 : -1)
    if (x >> i & 1 && --left == 0) found = i;
  expect("__fns", __fns(x, base, n), found);
  double d = __longlong_as_double((long long)l);
  expect("__hiloint2double", __double_as_longlong(__hiloint2double((int)(l >> 32), (int)l)), l);
  expect("__double2hiint", __double2hiint(d), (int)(l >> 32));
  expect("__double2loint", __double2loint(d), (int)l);
  expect("__float_as_int", __float_as_int(__int_as_float(x & 0x7f7fffff)), x & 0x7f7fffff);
}

void dots() {
  std::uint32_t x = any32(), y = any32(), c = any32();
  std::uint32_t u4 = c, s4 = c, ulo = c, uhi = c, slo = c, shi = c;
  for (int i = 0; i < 4; ++i) {
    u4 += (x >> 8 * i & 255) * (y >> 8 * i & 255);
    s4 += (std::uint32_t)((std::int8_t)(x >> 8 * i) * (std::int8_t)(y >> 8 * i));
  }
  for (int i = 0; i < 2; ++i) {
    ulo += (x >> 16 * i & 65535) * (y >> 8 * i & 255);
    uhi += (x >> 16 * i & 65535) * (y >> (8 * i + 16) & 255);
    slo += (std::uint32_t)((std::int16_t)(x >> 16 * i) * (std::int8_t)(y >> 8 * i));
    shi += (std::uint32_t)((std::int16_t)(x >> 16 * i) * (std::int8_t)(y >> (8 * i + 16)));
  }
  expect("__dp4a u", __dp4a(x, y, c), u4);
  expect("__dp4a s", __dp4a((int)x, (int)y, (int)c), (int)s4);
  expect("__dp2a_lo u", __dp2a_lo(x, y, c), ulo);
  expect("__dp2a_hi u", __dp2a_hi(x, y, c), uhi);
  expect("__dp2a_lo s", __dp2a_lo((int)x, (int)y, (int)c), (int)slo);
  expect("__dp2a_hi s", __dp2a_hi((int)x, (int)y, (int)c), (int)shi);
  char4 p = __builtin_bit_cast(char4, x), q = __builtin_bit_cast(char4, y);
  expect("__dp4a char4", __dp4a(p, q, (int)c), (int)s4);
  expect("__dp2a_hi short2", __dp2a_hi(__builtin_bit_cast(short2, x), q, (int)c), (int)shi);
}

// One lane of a SIMD result.
int lane(std::uint32_t x, int i, int bits, bool is_signed) {
  int v = (int)(x >> (i * bits) & ((1u << bits) - 1));
  return is_signed && v >> (bits - 1) ? v - (1 << bits) : v;
}
template <class Got, class Want>
void lanes(const char* what, int bits, bool is_signed, Got got, Want want) {
  std::uint32_t x = any32(), y = any32(), r = got(x, y);
  for (int i = 0; i < 32 / bits; ++i)
    expect(what, lane(r, i, bits, false),
           want(lane(x, i, bits, is_signed), lane(y, i, bits, is_signed)) & ((1 << bits) - 1));
}
int limit(int x, int low, int high) {
  return x < low ? low : x > high ? high : x;
}

#define LANES(n, bits)                                                                          \
  {                                                                                             \
    const int high = (1 << ((bits) - 1)) - 1, low = -high - 1, top = (1 << (bits)) - 1;         \
    (void)top;                                                                                  \
    lanes("vadd" #n, bits, false, __vadd##n, [](int x, int y) { return x + y; });               \
    lanes("vaddss" #n, bits, true, __vaddss##n,                                                 \
          [=](int x, int y) { return limit(x + y, low, high); });                               \
    lanes("vaddus" #n, bits, false, __vaddus##n,                                                \
          [=](int x, int y) { return limit(x + y, 0, top); });                                  \
    lanes("vsub" #n, bits, false, __vsub##n, [](int x, int y) { return x - y; });               \
    lanes("vsubss" #n, bits, true, __vsubss##n,                                                 \
          [=](int x, int y) { return limit(x - y, low, high); });                               \
    lanes("vsubus" #n, bits, false, __vsubus##n,                                                \
          [=](int x, int y) { return limit(x - y, 0, top); });                                  \
    lanes(                                                                                      \
        "vabsss" #n, bits, true, [](unsigned x, unsigned) { return __vabsss##n(x); },           \
        [=](int x, int) { return limit(std::abs(x), low, high); });                             \
    lanes(                                                                                      \
        "vneg" #n, bits, true, [](unsigned x, unsigned) { return __vneg##n(x); },               \
        [=](int x, int) { return -x; });                                                        \
    lanes("vmaxs" #n, bits, true, __vmaxs##n, [](int x, int y) { return x > y ? x : y; });      \
    lanes("vminu" #n, bits, false, __vminu##n, [](int x, int y) { return x < y ? x : y; });     \
    lanes("vabsdiffs" #n, bits, true, __vabsdiffs##n,                                           \
          [](int x, int y) { return std::abs(x - y); });                                        \
    lanes("vavgu" #n, bits, false, __vavgu##n, [](int x, int y) { return (x + y + 1) / 2; });   \
    lanes("vhaddu" #n, bits, false, __vhaddu##n, [](int x, int y) { return (x + y) / 2; });     \
    lanes("vcmpgts" #n, bits, true, __vcmpgts##n, [](int x, int y) { return x > y ? -1 : 0; }); \
    lanes("vsetleu" #n, bits, false, __vsetleu##n, [](int x, int y) { return x <= y; });        \
    std::uint32_t x = any32(), y = any32(), sum = 0;                                            \
    for (int i = 0; i < 32 / (bits); ++i)                                                       \
      sum += std::abs(lane(x, i, bits, true) - lane(y, i, bits, true));                         \
    expect("vsads" #n, __vsads##n(x, y), sum);                                                  \
  }

template <class I, class F>
I saturated(F rounded, I on_nan) {  // by long double, which holds all integers
  if (rounded != rounded) return on_nan;
  constexpr I low = (I)-1 < 0 ? (I)((std::uint64_t)1 << (8 * sizeof(I) - 1)) : 0, high = (I)~low;
  long double r = rounded;
  return r <= (long double)low ? low : r >= (long double)high ? high : (I)r;
}
#define CONVERSIONS(from, x, nan32)                                                               \
  expect(#from "2int_rn", __##from##2int_rn(x), saturated<int>(std::nearbyint(x), (int)(nan32))); \
  expect(#from "2int_rz", __##from##2int_rz(x), saturated<int>(std::trunc(x), (int)(nan32)));     \
  expect(#from "2uint_ru", __##from##2uint_ru(x), saturated<unsigned>(std::ceil(x), nan32));      \
  expect(#from "2uint_rd", __##from##2uint_rd(x), saturated<unsigned>(std::floor(x), nan32));     \
  expect(#from "2ll_rn", __##from##2ll_rn(x),                                                     \
         saturated<long long>(std::nearbyint(x), (long long)(1ull << 63)));                       \
  expect(#from "2ull_rz", __##from##2ull_rz(x),                                                   \
         saturated<unsigned long long>(std::trunc(x), 1ull << 63));

void conversions() {
  float f = __int_as_float((int)any32());
  double d = __longlong_as_double((long long)any64());
  if (engine() & 1) f = (float)(long long)any64(), d = (double)any64();
  if (engine() & 1) f = f * 0.5f + 0.5f, d = d * 0.5 + 0.25;
  CONVERSIONS(float, f, 0u)
  CONVERSIONS(double, d, 0x80000000u)
  CONVERSIONS(float, (float)NAN, 0u)
  CONVERSIONS(double, (double)NAN, 0x80000000u)
  CONVERSIONS(double, (double)-INFINITY, 0x80000000u)
}

}  // namespace

int main() {
  for (int i = 0; i < 100000; ++i) {
    bits();
    dots();
    LANES(2, 16)
    LANES(4, 8)
    conversions();
  }
  std::printf("%d wrong\n", failures);
  return failures != 0;
}
