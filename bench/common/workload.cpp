// SPDX-License-Identifier: Apache-2.0
#include "bench/common/workload.h"

#include <algorithm>
#include <cmath>

namespace bench {

float value(std::uint64_t i, std::uint32_t seed) {
  std::uint64_t z = i * 0x9e3779b97f4a7c15u + seed * 0xd1b54a32d192ed03u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<float>((z >> 40) * 0x1p-24) - 0.5f;
}

void fill(float* out, std::size_t count, std::uint32_t seed) {
  for (std::size_t i = 0; i < count; ++i) out[i] = value(i, seed);
}

std::vector<float> values(std::size_t count, std::uint32_t seed) {
  std::vector<float> out(count);
  fill(out.data(), count, seed);
  return out;
}

Matmul::Matmul(std::int64_t size) : n(size), a(values(size * size, 1)), b(values(size * size, 2)) {}

double Matmul::error(const float* c) const {
  std::vector<double> x(n), bx(n, 0.0);
  for (std::int64_t i = 0; i < n; ++i) x[i] = value(i, 3) < 0 ? -1.0 : 1.0;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j) bx[i] += b[i * n + j] * x[j];
  }
  const double entry = std::sqrt(static_cast<double>(n)) / 12;  // two uniforms, n products
  double worst = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double residual = 0;
    for (std::int64_t j = 0; j < n; ++j) residual += c[i * n + j] * x[j] - a[i * n + j] * bx[j];
    if (!(std::fabs(residual) / entry <= worst)) worst = std::fabs(residual) / entry;
    if (std::isnan(residual)) return residual;
  }
  return worst;
}

namespace {
double gelu(double v) {
  return 0.5 * v * (1 + std::tanh(0.79788456 * (v + 0.044715 * v * v * v)));
}
}  // namespace

double stream_error(Stream kernel, std::int64_t n, const float* got, int repeats) {
  double worst = 0;
  // Every entry for the cheap kernels; for GELU a stride that is coprime to any vector length.
  const std::int64_t step = kernel == Stream::kGelu ? 37 : 1;
  for (std::int64_t i = 0; i < n; i += step) {
    const double x = value(i, 1);
    double want = x;
    if (kernel == Stream::kSaxpy) want = value(i, 2) + (repeats % 2) * double{saxpy_factor(1)} * x;
    if (kernel == Stream::kGelu) want = gelu(x);
    const double error = std::fabs(got[i] - want);
    if (!(error <= worst)) worst = error;
    if (std::isnan(error)) return error;
  }
  return worst;
}

double transpose_error(std::int64_t n, const float* got) {
  std::int64_t wrong = 0;
  for (std::int64_t y = 0; y < n; ++y) {
    for (std::int64_t x = 0; x < n; ++x) wrong += got[y * n + x] != value(x * n + y, 1);
  }
  return static_cast<double>(wrong);
}

double sum_error(std::int64_t n, double got) {
  double want = 0;
  for (std::int64_t i = 0; i < n; ++i) want += value(i, 1);
  return std::fabs(got - want) / std::sqrt(static_cast<double>(n));
}

namespace {

// The picture's texel, clamped.
double texel(std::int64_t n, std::int64_t x, std::int64_t y) {
  const auto within = [n](std::int64_t i) { return std::clamp<std::int64_t>(i, 0, n - 1); };
  return value(within(y) * n + within(x), 1);
}

template <class Want>
double picture_error(std::int64_t n, const float* got, Want want) {
  double worst = 0;
  for (std::int64_t i = 0; i < n * n; ++i) {
    const double error = std::fabs(got[i] - want(i % n, i / n));
    if (std::isnan(error)) return error;
    worst = std::max(worst, error);
  }
  return worst;
}

}  // namespace

double bilinear_error(std::int64_t n, const float* got) {
  const double part = double{kPictureShift} - 0.5;
  return picture_error(n, got, [&](std::int64_t x, std::int64_t y) {
    const auto row = [&](std::int64_t at) {
      return (1 - part) * texel(n, x, at) + part * texel(n, x + 1, at);
    };
    return (1 - part) * row(y) + part * row(y + 1);
  });
}

double filter3_error(std::int64_t n, const float* got) {
  return picture_error(n, got, [&](std::int64_t x, std::int64_t y) {
    double sum = 0;
    for (int i = 0; i < 9; ++i) sum += picture_weight(i) * texel(n, x + i % 3 - 1, y + i / 3 - 1);
    return sum;
  });
}

std::vector<float> bodies(std::int64_t n) {
  std::vector<float> out = values(4 * n, 1);
  for (std::int64_t i = 0; i < n; ++i) out[4 * i + 3] += 1.0f;  // masses in [0.5, 1.5)
  return out;
}

double nbody_error(std::int64_t n, const float* acceleration4) {
  const std::vector<float> body = bodies(n);
  double worst = 0, largest = 0;
  for (std::int64_t i = 0; i < n; i += std::max<std::int64_t>(1, n / 257)) {
    double want[3] = {0, 0, 0};
    for (std::int64_t j = 0; j < n; ++j) {
      double d[3], square = double{kSoftening} * kSoftening;
      for (int k = 0; k < 3; ++k) {
        d[k] = double{body[4 * j + k]} - body[4 * i + k];
        square += d[k] * d[k];
      }
      const double scale = body[4 * j + 3] / (square * std::sqrt(square));
      for (int k = 0; k < 3; ++k) want[k] += d[k] * scale;
    }
    for (int k = 0; k < 3; ++k) {
      const double error = std::fabs(acceleration4[4 * i + k] - want[k]);
      if (std::isnan(error)) return error;
      worst = std::max(worst, error);
      largest = std::max(largest, std::fabs(want[k]));
    }
  }
  return worst / largest;
}

}  // namespace bench
