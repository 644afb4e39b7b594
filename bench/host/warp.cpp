// SPDX-License-Identifier: Apache-2.0
// What the kernels with warp functions do, in AVX-512 registers.
#include <immintrin.h>

#include "bench/common/counting.h"
#include "bench/host/cases.h"
#include "bench/host/memory.h"

namespace bench {
namespace {

#ifdef __AVX512F__
// Inclusive sums of 16 lanes.
__m512i scan16(__m512i v) {
  const __m512i zero = _mm512_setzero_si512();
  v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 15));
  v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 14));
  v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 12));
  return _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 8));
}

template <bool bypass>
void scan_block(const int* x, int* y) {
  const __m512i last = _mm512_set1_epi32(15);
  __m512i carry = _mm512_setzero_si512();
  for (int i = 0; i < kScanBlock; i += 16) {
    const __m512i sums = _mm512_add_epi32(carry, scan16(_mm512_load_si512(x + i)));
    if (bypass)
      _mm512_stream_si512(reinterpret_cast<__m512i*>(y + i), sums);
    else
      _mm512_store_si512(y + i, sums);
    carry = _mm512_permutexvar_epi32(last, sums);
  }
}
#else
template <bool bypass>
void scan_block(const int* x, int* y) {
  int sum = 0;
  for (int i = 0; i < kScanBlock; ++i) y[i] = sum += x[i];
}
#endif

template <bool bypass>
class Scan : public Case {
 public:
  explicit Scan(std::int64_t n)
      : n_(n), x_(array_of(integers(n))), y_(array_of(std::vector<int>(n, 0))) {}
  void run() override {
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < n_; i += kScanBlock) scan_block<bypass>(&x_[i], &y_[i]);
  }
  double error() override { return scan_error(n_, y_.get()); }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
  Array<int> x_, y_;
};

}  // namespace

std::vector<CaseEntry> warp_cases() {
  return {{"scan", open_case<Scan<false>>}, {"scan_nt", open_case<Scan<true>>}};
}

}  // namespace bench
