// SPDX-License-Identifier: Apache-2.0
// The host's answer to C = A B (A: m x k, B: k x n, row-major), in double, on all cores, and the
// comparison of a float result with it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <thread>
#include <vector>

#include "check.h"

namespace gallery {

class MatmulReference {
 public:
  MatmulReference(int m, int n, int k, const std::vector<float>& a, const std::vector<float>& b)
      : n_(n), k_(k), c_(static_cast<std::size_t>(m) * n), row_norm_(m), column_norm_(n) {
    const int workers = std::max(1u, std::min(std::thread::hardware_concurrency(), 64u));
    std::vector<std::thread> threads;
    for (int w = 0; w < workers; ++w)
      threads.emplace_back([&, w] {
        for (int i = w; i < m; i += workers) product_row(i, a, b);
      });
    for (std::thread& thread : threads) thread.join();
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int e = 0; e < k; ++e) sum += square(a[static_cast<std::size_t>(i) * k + e]);
      row_norm_[i] = std::sqrt(sum);
    }
    for (int e = 0; e < k; ++e)
      for (int j = 0; j < n; ++j) column_norm_[j] += square(b[static_cast<std::size_t>(e) * n + j]);
    for (double& norm : column_norm_) norm = std::sqrt(norm);
  }

  double at(std::size_t index) const { return c_[index]; }
  double scale(std::size_t index) const { return row_norm_[index / n_] * column_norm_[index % n_]; }

  // k rounded products and sums: their errors add up like a random walk, so the bound grows with
  // sqrt(k) (Higham and Mary, SISC 2019; with 6 in front it fails for one matrix in millions).
  // The scale is |row of A| |column of B|, at least the sum of the products' magnitudes.
  double bound() const { return 6.0 * std::sqrt(static_cast<double>(k_) + 1.0) * kUnit; }

  Check check(const std::vector<float>& c) const {
    return check_close(c, bound(), "6 sqrt(k+1) u",
                       [&](std::size_t i) { return Expected{at(i), scale(i)}; });
  }

 private:
  static double square(float x) { return static_cast<double>(x) * x; }

  void product_row(int i, const std::vector<float>& a, const std::vector<float>& b) {
    double* row = &c_[static_cast<std::size_t>(i) * n_];
    for (int e = 0; e < k_; ++e) {
      const double factor = a[static_cast<std::size_t>(i) * k_ + e];
      const float* b_row = &b[static_cast<std::size_t>(e) * n_];
      for (int j = 0; j < n_; ++j) row[j] += factor * b_row[j];
    }
  }

  int n_, k_;
  std::vector<double> c_, row_norm_, column_norm_;
};

}  // namespace gallery
