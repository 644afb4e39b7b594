// SPDX-License-Identifier: Apache-2.0
// One bilinear lookup a pixel, by hand for AVX2: any coordinates, clamped, so by gathers.
#include <immintrin.h>

#include <limits>
#include <stdexcept>

#include "bench/common/workload.h"
#include "bench/host/cases.h"
#include "bench/host/memory.h"

namespace bench {
namespace {

#ifdef __AVX2__
struct Sides {
  __m256i first, second;
  __m256 part;
};
Sides sides_of(__m256 x, int n) {
  const __m256 from_middle = _mm256_sub_ps(x, _mm256_set1_ps(0.5f));
  const __m256 whole = _mm256_floor_ps(from_middle);
  const __m256i first = _mm256_cvttps_epi32(whole);
  const auto within = [&](__m256i i) {
    return _mm256_min_epi32(_mm256_max_epi32(i, _mm256_setzero_si256()), _mm256_set1_epi32(n - 1));
  };
  return {within(first), within(_mm256_add_epi32(first, _mm256_set1_epi32(1))),
          _mm256_sub_ps(from_middle, whole)};
}
__m256 between(__m256 part, __m256 a, __m256 b) {
  return _mm256_fmadd_ps(part, _mm256_sub_ps(b, a), a);
}
#endif

// n a multiple of 8.
void bilinear(std::int64_t n, const float* in, float* out) {
#ifdef __AVX2__
  const __m256 lanes = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7);
  const int size = static_cast<int>(n);
#pragma omp parallel for schedule(static)
  for (int y = 0; y < size; ++y) {
    const Sides v = sides_of(_mm256_set1_ps(static_cast<float>(y) + kPictureShift), size);
    const __m256i above = _mm256_mullo_epi32(v.first, _mm256_set1_epi32(size));
    const __m256i below = _mm256_mullo_epi32(v.second, _mm256_set1_epi32(size));
    for (int x = 0; x < size; x += 8) {
      const __m256 at = _mm256_add_ps(_mm256_set1_ps(static_cast<float>(x)), lanes);
      const Sides u = sides_of(_mm256_add_ps(at, _mm256_set1_ps(kPictureShift)), size);
      const auto texels = [&](__m256i row, __m256i column) {
        return _mm256_i32gather_ps(in, _mm256_add_epi32(row, column), 4);
      };
      const __m256 upper = between(u.part, texels(above, u.first), texels(above, u.second));
      const __m256 lower = between(u.part, texels(below, u.first), texels(below, u.second));
      _mm256_storeu_ps(out + y * n + x, between(v.part, upper, lower));
    }
  }
#else
  throw std::runtime_error("this CPU has no AVX2");
#endif
}

class Bilinear : public Case {
 public:
  explicit Bilinear(std::int64_t n) : n_(n), in_(floats(n * n)), out_(floats(n * n)) {
    fill(in_.get(), n * n, 1);
    std::fill_n(out_.get(), n * n, std::numeric_limits<float>::quiet_NaN());
  }
  void run() override { bilinear(n_, in_.get(), out_.get()); }
  double error() override { return bilinear_error(n_, out_.get()); }
  double bound() const override { return kBilinearBound; }

 private:
  std::int64_t n_;
  Floats in_, out_;
};

}  // namespace

std::vector<CaseEntry> bilinear_cases() {
  return {{"bilinear", open_case<Bilinear>}};
}

}  // namespace bench
