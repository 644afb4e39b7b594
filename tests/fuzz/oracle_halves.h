// SPDX-License-Identifier: Apache-2.0
// __half and __nv_bfloat16 for the oracle, as integers: what a function gives is computed in
// double, exactly or with its last bit odd where something was lost, and rounded once.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace oracle {

inline double from_bits(std::uint64_t u) {
  double d;
  std::memcpy(&d, &u, sizeof d);
  return d;
}
inline std::uint64_t to_bits(double d) {
  std::uint64_t u;
  std::memcpy(&u, &d, sizeof u);
  return u;
}

// a + b, towards the odd neighbour where it is no double.
inline double sum_to_odd(double a, double b) {
  const double s = a + b;
  if (!std::isfinite(s)) return s;
  const double t = s - a, lost = (a - (s - t)) + (b - t);
  if (lost == 0 || (to_bits(s) & 1)) return s;
  return from_bits(to_bits(s) + ((lost > 0) == (s > 0) ? 1 : -1));
}

}  // namespace oracle

// kDigits behind the point, kLow: the exponent of the smallest normal number.
template <int kDigits, int kLow>
struct Narrow {
  static constexpr unsigned kInfinity = 0x7fffu >> kDigits << kDigits;
  std::uint16_t bits;

  Narrow() = default;
  explicit Narrow(double d) {
    const unsigned sign = oracle::to_bits(d) >> 63 ? 0x8000 : 0;
    if (d != d) {
      bits = 0x7fff;
      return;
    }
    d = std::fabs(d);
    int e = kLow;
    if (d != 0 && !std::isinf(d)) std::frexp(d, &e);
    const int unit = std::max(e - 1, kLow) - kDigits;  // the exponent of its last digit
    const double steps = std::isinf(d) ? d : std::nearbyint(std::ldexp(d, -unit));
    // Rounding up to the next power of two, and infinity, come by carrying.
    const double number = steps + (std::isinf(d) ? 0 : std::ldexp(unit + kDigits - kLow, kDigits));
    bits = std::uint16_t(sign | (number >= kInfinity ? kInfinity : unsigned(number)));
  }
  explicit operator float() const { return float(value()); }
  double value() const {
    const int e = (bits & 0x7fff) >> kDigits, m = bits & ((1 << kDigits) - 1);
    double d = e == 0 ? std::ldexp(m, kLow - kDigits)
                      : std::ldexp((1 << kDigits) + m, kLow + e - 1 - kDigits);
    if ((bits & 0x7fff) == kInfinity) d = HUGE_VAL;
    if ((bits & 0x7fff) > kInfinity) d = NAN;
    return bits & 0x8000 ? -d : d;
  }
  bool is_nan() const { return (bits & 0x7fff) > kInfinity; }
  static Narrow of(unsigned b) {
    Narrow n;
    n.bits = std::uint16_t(b);
    return n;
  }
};
template <class N>
struct Pair {
  N x, y;
};
using __half = Narrow<10, -14>;
using __nv_bfloat16 = Narrow<7, -126>;
using __half2 = Pair<__half>;
using __nv_bfloat162 = Pair<__nv_bfloat16>;
#define NARROW            \
  template <int D, int L> \
  inline
#define N_ Narrow<D, L>

inline __half __float2half_rn(float f) {
  return __half(double(f));
}
inline __nv_bfloat16 __float2bfloat16_rn(float f) {
  return __nv_bfloat16(double(f));
}
inline unsigned short __half_as_ushort(__half h) {
  return h.bits;
}
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) {
  return h.bits;
}
NARROW bool __hisnan(N_ a) {
  return a.is_nan();
}
NARROW N_ __hadd_rn(N_ a, N_ b) {
  return N_(oracle::sum_to_odd(a.value(), b.value()));
}
NARROW N_ __hsub_rn(N_ a, N_ b) {
  return N_(oracle::sum_to_odd(a.value(), -b.value()));
}
NARROW N_ __hmul_rn(N_ a, N_ b) {
  return N_(a.value() * b.value());
}
NARROW N_ __hdiv(N_ a, N_ b) {
  return N_(a.value() / b.value());
}
NARROW N_ hsqrt(N_ a) {
  return N_(std::sqrt(a.value()));
}
NARROW N_ __hfma(N_ a, N_ b, N_ c) {
  return N_(oracle::sum_to_odd(a.value() * b.value(), c.value()));
}
NARROW N_ __hfma_relu(N_ a, N_ b, N_ c) {
  const N_ r = __hfma(a, b, c);
  return r.is_nan() || r.value() > 0 ? r : N_::of(0);
}
NARROW N_ __hfma_sat(N_ a, N_ b, N_ c) {
  const N_ r = __hfma(a, b, c);
  return r.value() > 0 ? r.value() > 1 ? N_(1.0) : r : N_::of(0);
}
NARROW N_ __hneg(N_ a) {
  return N_::of(a.bits ^ 0x8000);
}
NARROW N_ __habs(N_ a) {
  return N_::of(a.bits & 0x7fff);
}
NARROW N_ hrint(N_ a) {
  return N_(std::nearbyint(a.value()));
}
NARROW N_ hfloor(N_ a) {
  return N_(std::floor(a.value()));
}
NARROW N_ hceil(N_ a) {
  return N_(std::ceil(a.value()));
}
NARROW N_ htrunc(N_ a) {
  return N_(std::trunc(a.value()));
}

// -0 is below +0; a number wins over NaN, but for the forms of _nan.
NARROW N_ __hmin(N_ a, N_ b) {
  if (a.is_nan()) return b;
  if (b.is_nan()) return a;
  if (a.value() == b.value()) return N_::of(a.bits | b.bits);
  return a.value() < b.value() ? a : b;
}
NARROW N_ __hmax(N_ a, N_ b) {
  if (a.is_nan()) return b;
  if (b.is_nan()) return a;
  if (a.value() == b.value()) return N_::of(a.bits & b.bits);
  return a.value() > b.value() ? a : b;
}
NARROW N_ __hmin_nan(N_ a, N_ b) {
  return a.is_nan() ? a : b.is_nan() ? b : __hmin(a, b);
}
NARROW N_ __hmax_nan(N_ a, N_ b) {
  return a.is_nan() ? a : b.is_nan() ? b : __hmax(a, b);
}

#define COMPARE(name, op)                                        \
  NARROW bool __h##name(N_ a, N_ b) {                            \
    return !a.is_nan() && !b.is_nan() && a.value() op b.value(); \
  }                                                              \
  NARROW bool __h##name##u(N_ a, N_ b) {                         \
    return a.is_nan() || b.is_nan() || a.value() op b.value();   \
  }                                                              \
  PAIRED(name)                                                   \
  PAIRED(name##u)
#define PAIRED(name)                                                                      \
  NARROW Pair<N_> __h##name##2(Pair<N_> a, Pair<N_> b) {                                  \
    return {N_(double(__h##name(a.x, b.x))), N_(double(__h##name(a.y, b.y)))};            \
  }                                                                                       \
  NARROW unsigned __h##name##2_mask(Pair<N_> a, Pair<N_> b) {                             \
    return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0); \
  }                                                                                       \
  NARROW bool __hb##name##2(Pair<N_> a, Pair<N_> b) {                                     \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                    \
  }
COMPARE(lt, <)
COMPARE(le, <=)
COMPARE(gt, >)
COMPARE(ge, >=)
COMPARE(eq, ==)
COMPARE(ne, !=)
NARROW bool operator<(N_ a, N_ b) {
  return __hlt(a, b);
}
NARROW bool operator<=(N_ a, N_ b) {
  return __hle(a, b);
}
NARROW bool operator>(N_ a, N_ b) {
  return __hgt(a, b);
}
NARROW bool operator>=(N_ a, N_ b) {
  return __hge(a, b);
}
NARROW bool operator==(N_ a, N_ b) {
  return __heq(a, b);
}
NARROW bool operator!=(N_ a, N_ b) {
  return __hneu(a, b);
}

#define ONE2(name2, name)             \
  NARROW Pair<N_> name2(Pair<N_> a) { \
    return {name(a.x), name(a.y)};    \
  }
#define TWO2(name2, name)                         \
  NARROW Pair<N_> name2(Pair<N_> a, Pair<N_> b) { \
    return {name(a.x, b.x), name(a.y, b.y)};      \
  }
ONE2(__hneg2, __hneg)
ONE2(__habs2, __habs)
TWO2(__hadd2_rn, __hadd_rn)
TWO2(__hsub2_rn, __hsub_rn)
TWO2(__hmul2_rn, __hmul_rn)
TWO2(__hmin2, __hmin)
TWO2(__hmax2, __hmax)
NARROW Pair<N_> __hfma2(Pair<N_> a, Pair<N_> b, Pair<N_> c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
NARROW Pair<N_> __lowhigh2highlow(Pair<N_> a) {
  return {a.y, a.x};
}

inline int __half2int_rz(__half h) {
  const double v = h.value();
  return v != v ? 0 : std::isinf(v) ? (v > 0 ? 0x7fffffff : int(0x80000000)) : int(v);
}
inline int __half2int_rn(__half h) {
  return __half2int_rz(hrint(h));
}
inline int __half2int_rd(__half h) {
  return __half2int_rz(hfloor(h));
}
inline int __half2int_ru(__half h) {
  return __half2int_rz(hceil(h));
}
inline __half atomicAdd(__half* p, __half v) {
  const __half old = *p;
  *p = __hadd_rn(old, v);
  return old;
}
