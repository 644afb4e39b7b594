// SPDX-License-Identifier: Apache-2.0
// Inputs and references of the benchmark cases: the same for every candidate, so that all of them
// compute the same thing and are held to the same bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench {

// Reproducible value number i of the sequence `seed`, uniform in [-0.5, 0.5).
float value(std::uint64_t i, std::uint32_t seed);
void fill(float* out, std::size_t count, std::uint32_t seed);
std::vector<float> values(std::size_t count, std::uint32_t seed);

// C = A B, n x n, row-major. The error is Freivalds' residual: for a random vector x of +-1 the
// largest component of C x - A (B x), in units of an entry's standard deviation. A single wrong
// entry shows at its own size; O(n^2).
struct Matmul {
  explicit Matmul(std::int64_t n);
  double error(const float* c) const;
  static constexpr double kBound = 1e-2;
  std::int64_t n;
  std::vector<float> a, b;
};

// Element-wise kernels: largest |got - want|, want in double.
enum class Stream { kCopy, kSaxpy, kGelu };
// saxpy's factor in run number `repeat` (from 1): + and - in turn, so that y stays where it was.
constexpr float saxpy_factor(int repeat) {
  return repeat % 2 != 0 ? 0.75f : -0.75f;
}
double stream_error(Stream kernel, std::int64_t n, const float* got, int repeats);
inline constexpr double kStreamBound = 2e-6;
inline constexpr double kSaxpyDrift = 6e-8;  // a repeat rounds once more

// Transpose of the n x n matrix `values(n * n, 1)`: number of wrong entries.
double transpose_error(std::int64_t n, const float* got);

// n copies of kCopyBytes, one after the other within kCopySpan bytes, again and again.
inline constexpr std::size_t kCopyBytes = 4096, kCopySpan = 1 << 20;

// Sum of `values(n, 1)`: |got - want| / sqrt(n), want in double.
double sum_error(std::int64_t n, double got);
inline constexpr double kSumBound = 1e-4;

// Accelerations of n bodies (x, y, z, mass), softening kSoftening: largest error of sampled bodies,
// relative to the largest acceleration.
inline constexpr float kSoftening = 1e-2f;
std::vector<float> bodies(std::int64_t n);  // 4 n floats
double nbody_error(std::int64_t n, const float* acceleration4);
inline constexpr double kNbodyBound = 2e-5;

// A picture of n x n floats, `values(n * n, 1)`, clamped at its border: looked up between texels,
// at (x + kPictureShift, y + kPictureShift), and filtered with 3 x 3 weights. Largest |got - want|.
// A GPU's weights are multiples of 1/256.
inline constexpr float kPictureShift = 0.8f;
double bilinear_error(std::int64_t n, const float* got);
inline constexpr double kBilinearBound = 1.0 / 128;
constexpr float picture_weight(int i) {
  return 0.1f + 0.03f * static_cast<float>(i);
}
double filter3_error(std::int64_t n, const float* got);
inline constexpr double kFilterBound = 1e-6;

}  // namespace bench
