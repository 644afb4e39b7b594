// SPDX-License-Identifier: Apache-2.0
// Measures every function of the device library against 113-bit references and fails where one is
// less exact than functions.inc (and so docs/math.md) promises. Arguments: a name to measure only
// that; --table to print the rows of docs/math.md instead.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "reference.h"

namespace heddle::devicelib {
#define UNARY(name, ...) \
  double name(double);   \
  float name##f(float);
#define BINARY(name, ...)      \
  double name(double, double); \
  float name##f(float, float);
#include "functions.inc"
float __sinf(float);
float __cosf(float);
float __expf(float);
float __exp10f(float);
float __logf(float);
float __log2f(float);
float __log10f(float);
}  // namespace heddle::devicelib

namespace {

using reference::Quad;

// Even in value, even in exponent, or near the ends, in turns.
template <class F>
class Sampler {
 public:
  Sampler(double low, double high) : low_(low), high_(high) {}
  F next() {
    double u = std::uniform_real_distribution<double>(0, 1)(engine_);
    switch (turn_++ % 3) {
      case 0:
        return clamp(low_ + (high_ - low_) * u);
      case 1: {
        double size = std::max(std::fabs(low_), std::fabs(high_));
        double smallest = low_ > 0 ? low_ : size * 1e-18;
        double x = smallest * std::exp(std::log(size / smallest) * u);
        return clamp(low_ < 0 && (engine_() & 1) ? -x : x);
      }
      default: {
        double span = std::min(high_ - low_, 8.0);
        return clamp((engine_() & 1 ? low_ : high_ - span) + span * u);
      }
    }
  }

 private:
  F clamp(double x) const { return (F)std::min(std::max(x, low_), high_); }
  double low_, high_;
  std::mt19937_64 engine_{20261120};
  unsigned turn_ = 0;
};

template <class F>
double ulps(F got, Quad want, F smallest) {
  F rounded = (F)want;
  if (std::isnan(got) || std::isnan(rounded))
    return std::isnan(got) && std::isnan(rounded) ? 0 : std::numeric_limits<double>::infinity();
  if (std::isinf(got) || std::isinf(rounded)) {
    if (got == rounded) return 0;
    // One side of the overflow threshold or the other: a unit apart.
    F finite = std::isinf(got) ? rounded : got;
    return std::fabs(finite) >= std::numeric_limits<F>::max() * (F)0.999999 &&
                   (got > 0) == (rounded > 0)
               ? 1
               : std::numeric_limits<double>::infinity();
  }
  F size = std::max(std::fabs(rounded), smallest);
  int exponent = size == 0 ? -10000 : std::ilogb(size);
  exponent = std::max(exponent, std::numeric_limits<F>::min_exponent - 1);
  Quad unit = reference::scalbnq(1, exponent - std::numeric_limits<F>::digits + 1);
  return (double)(reference::fabsq((Quad)got - want) / unit);
}

struct Result {
  double worst = 0, at = 0, and_at = 0;
};

template <class F, class Function, class Reference>
Result unary(Function f, Reference ref, double low, double high, double smallest, int samples) {
  Sampler<F> sampler(low, high);
  Result result;
  for (int i = 0; i < samples; ++i) {
    F x = sampler.next();
    double e = ulps(f(x), ref((Quad)x), (F)smallest);
    if (!(e <= result.worst)) result = {e, x, 0};
  }
  return result;
}
template <class F, class Function, class Reference>
Result binary(Function f, Reference ref, double low, double high, int samples) {
  Sampler<F> first(low, high), second(low, high);
  second.next();
  Result result;
  for (int i = 0; i < samples; ++i) {
    F x = first.next(), y = second.next();
    double e = ulps(f(x, y), ref((Quad)x, (Quad)y), (F)0);
    if (!(e <= result.worst)) result = {e, x, y};
  }
  return result;
}

int failures = 0;

void report(const char* name, double bound, Result r) {
  bool ok = r.worst <= bound;
  failures += !ok;
  std::printf("%-4s %-16s bound %4.1f  worst %8.3f  at %.17g %.17g\n", ok ? "ok" : "FAIL", name,
              bound, r.worst, r.at, r.and_at);
}

// The fast forms, against the errors that the CUDA Math API documents for them.
template <class Function, class Reference, class Bound>
void fast(const char* name, Function f, Reference ref, Bound bound, double low, double high,
          int samples) {
  Sampler<float> sampler(low, high);
  Result worst;  // as a multiple of what is allowed
  for (int i = 0; i < samples; ++i) {
    float x = sampler.next();
    double e = (double)reference::fabsq((Quad)f(x) - ref((Quad)x)) / bound(x, (double)ref((Quad)x));
    if (!(e <= worst.worst)) worst = {e, x, 0};
  }
  report(name, 1, worst);
}

void fast_intrinsics(int samples) {
  const double pi = 3.141592653589793;
  auto within = [](double absolute) { return [=](double, double) { return absolute; }; };
  auto unit = [](double y) { return std::ldexp(1.0, std::ilogb(y) - 23); };
  auto exponential = [=](double slope) {
    return [=](double x, double y) { return (2 + std::floor(std::fabs(slope * x))) * unit(y); };
  };
  auto logarithm = [=](double near) {
    return [=](double x, double y) { return x >= 0.5 && x <= 2 ? near : 3 * unit(y); };
  };
  fast(
      "__sinf", [](float x) { return heddle::devicelib::__sinf(x); }, reference::sinq,
      within(std::exp2(-21.41)), -pi, pi, samples);
  fast(
      "__cosf", [](float x) { return heddle::devicelib::__cosf(x); }, reference::cosq,
      within(std::exp2(-21.19)), -pi, pi, samples);
  fast(
      "__expf", [](float x) { return heddle::devicelib::__expf(x); }, reference::expq,
      exponential(1.173), -87, 88, samples);
  fast(
      "__exp10f", [](float x) { return heddle::devicelib::__exp10f(x); }, reference::exp10q,
      exponential(2.97), -37, 38, samples);
  fast(
      "__logf", [](float x) { return heddle::devicelib::__logf(x); }, reference::logq,
      logarithm(std::exp2(-21.41)), 1e-37, 1e38, samples);
  fast(
      "__log2f", [](float x) { return heddle::devicelib::__log2f(x); }, reference::log2q,
      logarithm(std::exp2(-22)), 1e-37, 1e38, samples);
  fast(
      "__log10f", [](float x) { return heddle::devicelib::__log10f(x); }, reference::log10q,
      logarithm(std::exp2(-24)), 1e-37, 1e38, samples);
}

}  // namespace

int main(int argc, char** argv) {
  std::string only = argc > 1 ? argv[1] : "";
  if (only == "--table") {
#define UNARY(name, low64, high64, bound64, low32, high32, bound32) \
  std::printf("| `%s` | %g | %g |\n", #name, (double)(bound32), (double)(bound64));
#define BINARY UNARY
#include "functions.inc"
    return 0;
  }
  int samples = argc > 2 ? static_cast<int>(std::strtol(argv[2], nullptr, 10)) : 6000;
  namespace lib = heddle::devicelib;
  auto wanted = [&](const char* name) { return only.empty() || only == name; };
#define MEASURE(name, low64, high64, bound64, low32, high32, bound32, smallest)                    \
  if (wanted(#name "f"))                                                                           \
    report(#name "f", bound32,                                                                     \
           unary<float>([](float x) { return lib::name##f(x); }, reference::name##q, low32,        \
                        high32, smallest, samples));                                               \
  if (wanted(#name))                                                                               \
    report(#name, bound64,                                                                         \
           unary<double>([](double x) { return lib::name(x); }, reference::name##q, low64, high64, \
                         smallest, samples));
#define UNARY(name, low64, high64, bound64, low32, high32, bound32) \
  MEASURE(name, low64, high64, bound64, low32, high32, bound32, 0)
#define OSCILLATING(name, low64, high64, bound64, low32, high32, bound32) \
  MEASURE(name, low64, high64, bound64, low32, high32, bound32, 0.1)
#define BINARY(name, low64, high64, bound64, low32, high32, bound32)                              \
  if (wanted(#name "f"))                                                                          \
    report(#name "f", bound32,                                                                    \
           binary<float>([](float x, float y) { return lib::name##f(x, y); }, reference::name##q, \
                         low32, high32, samples));                                                \
  if (wanted(#name))                                                                              \
    report(#name, bound64,                                                                        \
           binary<double>([](double x, double y) { return lib::name(x, y); }, reference::name##q, \
                          low64, high64, samples));
#include "functions.inc"
  if (only.empty() || only == "fast") fast_intrinsics(samples);
  return failures != 0;
}
