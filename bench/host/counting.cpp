// SPDX-License-Identifier: Apache-2.0
// Sums and histograms of integers as one writes them for AVX-512 and a few threads.
#include "bench/common/counting.h"

#include <vector>

#include "bench/host/cases.h"
#include "bench/host/memory.h"

namespace bench {
namespace {

// The kernel's algorithm: 32 values are added up, then one atomic adds them. n a multiple of 32.
void add_by_atomics(std::int64_t n, const int* x, std::uint32_t& total) {
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; i += 32) {
    std::uint32_t sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int k = 0; k < 32; ++k) sum += static_cast<std::uint32_t>(x[i + k]);
#pragma omp atomic
    total += sum;
  }
}

// Without the atomics.
void add_by_threads(std::int64_t n, const int* x, std::uint32_t& total) {
  std::uint32_t sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
  for (std::int64_t i = 0; i < n; ++i) sum += static_cast<std::uint32_t>(x[i]);
  total += sum;
}

// Values outside [0, bins) count in the first and the last bin. A thread counts in kTables tables
// in turn, for neighbours often fall into the same bin. n a multiple of kTables.
template <int bins>
void histogram(std::int64_t n, const int* x, std::uint32_t* out) {
  constexpr int kTables = bins <= 512 ? 16 : 8;  // within the L1 cache
#pragma omp parallel
  {
    std::vector<std::uint32_t> tables(static_cast<std::size_t>(kTables) * bins, 0);
    std::uint32_t* const table = tables.data();
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < n; i += kTables) {
      int bin[kTables];
#pragma omp simd
      for (int k = 0; k < kTables; ++k) {
        const int low = x[i + k] < 0 ? 0 : x[i + k];
        bin[k] = k * bins + (low < bins ? low : bins - 1);
      }
#pragma GCC unroll 16
      for (int k = 0; k < kTables; ++k) ++table[bin[k]];
    }
    for (int k = 1; k < kTables; ++k) {
      for (int b = 0; b < bins; ++b) table[b] += table[k * bins + b];
    }
#pragma omp critical
    for (int b = 0; b < bins; ++b) out[b] += table[b];
  }
}

template <bool atomics>
class Total : public Case {
 public:
  explicit Total(std::int64_t n) : n_(n), x_(array_of(integers(n))) {}
  void run() override {
    ++repeats_;
    (atomics ? add_by_atomics : add_by_threads)(n_, x_.get(), total_);
  }
  double error() override { return total_error(n_, repeats_, total_); }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
  Array<int> x_;
  std::uint32_t total_ = 0;
  int repeats_ = 0;
};

template <int bins>
class Histogram : public Case {
 public:
  explicit Histogram(std::int64_t n) : n_(n), x_(array_of(skewed(n, bins))) {}
  void run() override {
    ++repeats_;
    histogram<bins>(n_, x_.get(), bins_.data());
  }
  double error() override {
    const std::vector<int> got(bins_.begin(), bins_.end());
    return histogram_error(n_, bins, repeats_, got.data());
  }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
  Array<int> x_;
  std::vector<std::uint32_t> bins_ = std::vector<std::uint32_t>(bins, 0);
  int repeats_ = 0;
};

}  // namespace

std::vector<CaseEntry> counting_cases() {
  return {{"one_address", open_case<Total<true>>},
          {"int_sum", open_case<Total<false>>},
          {"histogram256", open_case<Histogram<256>>},
          {"histogram1024", open_case<Histogram<1024>>}};
}

}  // namespace bench
