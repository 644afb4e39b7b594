// SPDX-License-Identifier: Apache-2.0
// A cache-blocked transpose, for comparison.
#include <limits>

#include "bench/common/workload.h"
#include "bench/host/cases.h"
#include "bench/host/memory.h"

namespace bench {
namespace {

constexpr int kTile = 32;

void transpose(std::int64_t n, const float* in, float* out) {
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t by = 0; by < n; by += kTile) {
    for (std::int64_t bx = 0; bx < n; bx += kTile) {
      float tile[kTile][kTile + 1];
      for (int y = 0; y < kTile; ++y) {
#pragma omp simd
        for (int x = 0; x < kTile; ++x) tile[y][x] = in[(by + y) * n + bx + x];
      }
      for (int y = 0; y < kTile; ++y) {
#pragma omp simd
        for (int x = 0; x < kTile; ++x) out[(bx + y) * n + by + x] = tile[x][y];
      }
    }
  }
}

class Transpose : public Case {
 public:
  explicit Transpose(std::int64_t n) : n_(n), in_(floats(n * n)), out_(floats(n * n)) {
    fill(in_.get(), n * n, 1);
    std::fill_n(out_.get(), n * n, std::numeric_limits<float>::quiet_NaN());
  }
  void run() override { transpose(n_, in_.get(), out_.get()); }
  double error() override { return transpose_error(n_, out_.get()); }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
  Floats in_, out_;
};

}  // namespace

std::vector<CaseEntry> transpose_cases() {
  return {{"transpose", open_case<Transpose>}};
}

}  // namespace bench
