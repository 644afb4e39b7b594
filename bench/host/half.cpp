// SPDX-License-Identifier: Apache-2.0
// y = a x + y on halves, with the CPU's half arithmetic where it has it, else through floats.
#include <immintrin.h>

#include "bench/common/counting.h"
#include "bench/common/workload.h"
#include "bench/host/cases.h"
#include "bench/host/memory.h"

namespace bench {
namespace {

using Half = std::uint16_t;

// n a multiple of 32.
void axpy(std::int64_t n, float a, const Half* x, Half* y) {
#if defined(__AVX512FP16__)
  const __m512h factor = _mm512_set1_ph(static_cast<_Float16>(a));
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; i += 32)
    _mm512_store_ph(y + i, _mm512_fmadd_ph(factor, _mm512_load_ph(x + i), _mm512_load_ph(y + i)));
#elif defined(__AVX2__) && defined(__F16C__)
  const __m256 factor = _mm256_set1_ps(a);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; i += 8) {
    const auto floats_at = [i](const Half* p) {
      return _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(p + i)));
    };
    _mm_store_si128(reinterpret_cast<__m128i*>(y + i),
                    _mm256_cvtps_ph(factor * floats_at(x) + floats_at(y), 0));
  }
#else
  throw std::runtime_error("this CPU has no half instructions");
#endif
}

class HalfAxpy : public Case {
 public:
  explicit HalfAxpy(std::int64_t n)
      : n_(n), x_(array_of(halves(n, kHalfX))), y_(array_of(halves(n, kHalfY))) {}
  void run() override { axpy(n_, saxpy_factor(++repeats_), x_.get(), y_.get()); }
  double error() override { return half_axpy_error(n_, y_.get(), repeats_); }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
  Array<Half> x_, y_;
  int repeats_ = 0;
};

}  // namespace

std::vector<CaseEntry> half_cases() {
  return {{"half2_axpy", open_case<HalfAxpy>}};
}

}  // namespace bench
