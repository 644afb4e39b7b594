// SPDX-License-Identifier: Apache-2.0
// What the kernels with warp functions do, in AVX-512 registers.
#include <immintrin.h>

#include <algorithm>
#include <bit>

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

#ifdef __AVX512F__
// The positive ones of 16 values to `out`, which has room for all of them. Returns their number.
int keep16(const int* x, int* out) {
  const __m512i v = _mm512_load_si512(x);
  const __mmask16 kept = _mm512_cmpgt_epi32_mask(v, _mm512_setzero_si512());
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(kept, v));
  return std::popcount(static_cast<unsigned>(kept));
}
#else
int keep16(const int* x, int* out) {
  int count = 0;
  for (int k = 0; k < 16; ++k) {
    out[count] = x[k];
    count += x[k] > 0;
  }
  return count;
}
#endif

// Threads ask for places with one atomic a chunk: the order of chunks is that of the atomics, as in
// the kernel. n a multiple of kChunk. Returns how many were kept.
std::int64_t compact(std::int64_t n, const int* x, int* out) {
  constexpr int kChunk = 4096;
  std::int64_t total = 0;
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; i += kChunk) {
    alignas(64) int kept[kChunk + 16];
    int count = 0;
    for (int k = 0; k < kChunk; k += 16) count += keep16(x + i + k, kept + count);
    std::int64_t place;
#pragma omp atomic capture
    {
      place = total;
      total += count;
    }
    std::copy_n(kept, count, out + place);
  }
  return total;
}

class Compact : public Case {
 public:
  explicit Compact(std::int64_t n)
      : n_(n), x_(array_of(integers(n))), out_(array_of(std::vector<int>(n, 0))) {}
  void run() override { count_ = compact(n_, x_.get(), out_.get()); }
  double error() override { return compact_error(n_, out_.get(), count_); }
  double bound() const override { return 0; }

 private:
  std::int64_t n_, count_ = 0;
  Array<int> x_, out_;
};

}  // namespace

std::vector<CaseEntry> warp_cases() {
  return {{"scan", open_case<Scan<false>>},
          {"scan_nt", open_case<Scan<true>>},
          {"compact", open_case<Compact>}};
}

}  // namespace bench
