// SPDX-License-Identifier: Apache-2.0
// Element-wise kernels and the sum as OpenMP SIMD loops. The arrays exceed the caches, so a store
// that bypasses them saves reading the line first: the `_nt` cases do that by hand.
#include <immintrin.h>

#include <cmath>
#include <limits>

#include "bench/common/workload.h"
#include "bench/host/cases.h"
#include "bench/host/memory.h"

namespace bench {
namespace {

void copy(std::int64_t n, const float* x, float* y) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) y[i] = x[i];
}

void saxpy(std::int64_t n, float a, const float* x, float* y) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

inline float gelu1(float v) {
  return 0.5f * v * (1.0f + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
}

void gelu(std::int64_t n, const float* x, float* y) {
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) y[i] = gelu1(x[i]);
}

// n a multiple of 1024: what the driver asks for.
void stream_out(float* to, const float* from, int count) {
#ifdef __AVX512F__
  for (int i = 0; i < count; i += 16) _mm512_stream_ps(to + i, _mm512_load_ps(from + i));
#elif defined(__AVX__)
  for (int i = 0; i < count; i += 8) _mm256_stream_ps(to + i, _mm256_load_ps(from + i));
#else
  for (int i = 0; i < count; i += 4) _mm_stream_ps(to + i, _mm_load_ps(from + i));
#endif
}

void copy_nt(std::int64_t n, const float* x, float* y) {
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; i += 1024) stream_out(y + i, x + i, 1024);
}

void gelu_nt(std::int64_t n, const float* x, float* y) {
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; i += 1024) {
    alignas(64) float chunk[1024];
#pragma omp simd
    for (int k = 0; k < 1024; ++k) chunk[k] = gelu1(x[i + k]);
    stream_out(y + i, chunk, 1024);
  }
}

float sum(std::int64_t n, const float* x) {
  float total = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : total)
  for (std::int64_t i = 0; i < n; ++i) total += x[i];
  return total;
}

template <Stream kernel, bool bypass>
class StreamCase : public Case {
 public:
  explicit StreamCase(std::int64_t n) : n_(n), x_(floats(n)), y_(floats(n)) {
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < n; ++i) {
      x_[i] = value(i, 1);
      y_[i] = kernel == Stream::kSaxpy ? value(i, 2) : std::numeric_limits<float>::quiet_NaN();
    }
  }
  void run() override {
    ++repeats_;
    if (kernel == Stream::kSaxpy) saxpy(n_, saxpy_factor(repeats_), x_.get(), y_.get());
    if (kernel == Stream::kCopy) (bypass ? copy_nt : copy)(n_, x_.get(), y_.get());
    if (kernel == Stream::kGelu) (bypass ? gelu_nt : gelu)(n_, x_.get(), y_.get());
  }
  double error() override { return stream_error(kernel, n_, y_.get(), repeats_); }
  double bound() const override { return kStreamBound + repeats_ * kSaxpyDrift; }

 private:
  std::int64_t n_;
  Floats x_, y_;
  int repeats_ = 0;
};

class SumCase : public Case {
 public:
  explicit SumCase(std::int64_t n) : n_(n), x_(floats(n)) { fill(x_.get(), n, 1); }
  void run() override { total_ = sum(n_, x_.get()); }
  double error() override { return sum_error(n_, total_); }
  double bound() const override { return kSumBound; }

 private:
  std::int64_t n_;
  Floats x_;
  float total_ = std::numeric_limits<float>::quiet_NaN();
};

}  // namespace

std::vector<CaseEntry> stream_cases() {
  return {
      {"copy", open_case<StreamCase<Stream::kCopy, false>>},
      {"copy_nt", open_case<StreamCase<Stream::kCopy, true>>},
      {"saxpy", open_case<StreamCase<Stream::kSaxpy, false>>},
      {"gelu", open_case<StreamCase<Stream::kGelu, false>>},
      {"gelu_nt", open_case<StreamCase<Stream::kGelu, true>>},
      {"sum", open_case<SumCase>},
  };
}

}  // namespace bench
