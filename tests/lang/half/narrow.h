// SPDX-License-Identifier: Apache-2.0
// The 16-bit formats as their definitions say, without any trick of the implementation: numbers are
// decoded with ldexp, and rounding looks for the two neighbours among all numbers of the format.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "../check.h"

namespace narrow {

using Bits = unsigned short;

enum Mode { kNearest, kZero, kDown, kUp };

template <class T>
HD T from_bits(Bits bits) {
  T value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}
template <class T>
HD Bits to_bits(const T& value) {
  Bits bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// An exact result: a double, and what it leaves out (only its sign counts).
struct Exact {
  double value, rest;
};

template <int kMantissa>
struct Format {
  static constexpr int kMantissaBits = kMantissa, kExponent = 15 - kMantissa;
  static constexpr int kBias = (1 << (kExponent - 1)) - 1;
  static constexpr Bits kInfinity = ((1 << kExponent) - 1) << kMantissa, kNan = 0x7fff;

  static double decode_magnitude(Bits bits) {  // the infinity as the number that would stand there
    const int exponent = bits >> kMantissa, mantissa = bits & ((1 << kMantissa) - 1);
    return exponent ? std::ldexp((1 << kMantissa) + mantissa, exponent - kBias - kMantissa)
                    : std::ldexp(mantissa, 1 - kBias - kMantissa);
  }
  static double decode(Bits bits) {
    const Bits magnitude = bits & 0x7fff;
    const double value = magnitude > kInfinity    ? NAN
                         : magnitude == kInfinity ? INFINITY
                                                  : decode_magnitude(magnitude);
    return bits & 0x8000 ? -value : value;
  }
  static Bits encode(Exact x, Mode mode = kNearest) {
    if (x.value != x.value) return kNan;
    const bool negative = std::signbit(x.value);
    const Bits sign = negative ? 0x8000 : 0;
    if (std::isinf(x.value)) return sign | kInfinity;
    if (negative) x = {-x.value, -x.rest};
    // The greatest number that is not above.
    Bits low = 0, end = kInfinity;
    while (end - low > 1) {
      const Bits middle = (low + end) / 2;
      const double number = decode_magnitude(middle);
      (number < x.value || (number == x.value && !(x.rest < 0)) ? low : end) = middle;
    }
    const double below = decode_magnitude(low), above = decode_magnitude(low + 1);
    if (below == x.value && x.rest == 0) return sign | low;
    bool up = mode == (negative ? kDown : kUp);
    if (mode == kNearest) {
      const double middle = (below + above) / 2;
      up = x.value > middle || (x.value == middle && (x.rest > 0 || (x.rest == 0 && (low & 1))));
    }
    return sign | (up ? low + 1 : low);
  }
};

inline Exact sum(double a, double b) {
  const double s = a + b, part = s - a;
  return {s, std::isfinite(s) ? (a - (s - part)) + (b - part) : 0};
}
inline Exact quotient(double a, double b) {
  const double q = a / b;
  const bool usual = std::isfinite(q) && std::isfinite(b) && q != 0;
  return {q, usual ? std::fma(-q, b, a) / b : 0};
}
inline Exact root(double a) {
  const double r = std::sqrt(a);
  return {r, std::isfinite(r) && r != 0 ? std::fma(-r, r, a) / (2 * r) : 0};
}

inline Bits random_bits(unsigned i) {
  return static_cast<Bits>(check::mix(i * 0x9e3779b9u + 77) >> 7);
}

// Random numbers, and every now and then what is hard: sums that cancel, numbers near one, and
// products halfway between two numbers with an addend far below the last bit.
struct Operands {
  Bits a, b, c;
};
template <class F>
HD Operands operands(unsigned i) {
  const unsigned x = check::mix(i * 2654435761u + 1), y = check::mix(x + 3), z = check::mix(y + 5);
  Operands o{static_cast<Bits>(x), static_cast<Bits>(y), static_cast<Bits>(z)};
  if (i % 8 == 1) o.b = o.a ^ 0x8000 ^ (y & 3);
  if (i % 8 == 2) o.c = static_cast<Bits>((z & 0x83ff) | 0x0400);
  if (i % 8 == 3) o.b = (y & 0x81ff) | 0x3800;
  if (i % 8 == 4 || i % 8 == 5) {
    const Bits one = F::kBias << F::kMantissaBits, mantissa = (1 << F::kMantissaBits) - 1;
    o.a = one | (x & mantissa), o.b = one | 1 << (F::kMantissaBits - 1);
    o.c = (z & 0x8003) | 1;
    // Not so far, but behind the bits of the product.
    const unsigned below = F::kMantissaBits + (z >> 9) % 24;
    if (i % 8 == 5 && below < F::kBias)
      o.c = (z & 0x8000) | (one - (below << F::kMantissaBits)) | (y & mantissa);
  }
  return o;
}

template <auto F, class Out>
__global__ void apply(Out* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = F(i);
}

// F(i) on the device, for i below n.
template <auto F>
auto run(unsigned n) {
  using Out = decltype(F(0u));
  Out* device = check::device_array<Out>(n);
  apply<F><<<(n + 191) / 192, 192>>>(device, n);
  check::cuda(cudaDeviceSynchronize(), "apply");
  std::vector<Out> out(n);
  check::cuda(cudaMemcpy(out.data(), device, n * sizeof(Out), cudaMemcpyDeviceToHost), "copy");
  check::cuda(cudaFree(device), "free");
  return out;
}

template <class Out, class Want>
void compare(const char* what, const std::vector<Out>& got, Want want) {
  for (unsigned i = 0; i < got.size(); ++i) {
    const Out expected = want(i);
    if (check::same(expected, got[i])) continue;
    if (++check::failures() > 20) return;
    std::fprintf(stderr, "FAIL %s, case %u (0x%x): expected ", what, i, i);
    check::print(expected);
    std::fprintf(stderr, " got ");
    check::print(got[i]);
    std::fprintf(stderr, "\n");
  }
}

// On the device, and where the header is ours on the host too: others leave some functions out
// there, and differ in zeros and NaN.
#ifdef __clang__
#define ANYWHERE HD
#else
#define ANYWHERE __device__
#endif

// The device, and here the host too, against `want`.
template <auto F, class Want>
void compare_both(const char* what, unsigned n, Want want) {
  const auto got = run<F>(n);
  compare(what, got, want);
#ifdef __clang__
  auto on_host = got;
  for (unsigned i = 0; i < n; ++i) on_host[i] = F(i);
  compare((std::string(what) + " on the host").c_str(), on_host, want);
#endif
}

}  // namespace narrow
