// SPDX-License-Identifier: Apache-2.0
// P A Q' = L U again and again, for matrices whose numbers change and whose pattern does not
// (cuSOLVER documentation, "cuSolverRF Refactorization Reference"): no pivots are chosen, and no
// places found.
#pragma once

#include <span>

#include "cusolver/sparse/pattern.h"
#include "cusolverRf.h"

namespace heddle::cusolver::sparse {

// A matrix as it comes: lines are rows, or columns of matrices in CSC.
struct Lines {
  Pattern pattern;
  std::span<const double> values;
};

class Refactor {
 public:
  Refactor() = default;
  // L and U lie in one matrix M; what has ones on its diagonal leaves it to the other. `first` are
  // the numbers that they have. `by_columns`: lines are columns.
  Refactor(bool by_columns, bool ones_in_u, const Lines& l, const Lines& u,
           std::vector<double>* first);

  int order() const { return m_.lines(); }
  std::size_t numbers() const { return m_.index.size(); }
  const Pattern& pattern() const { return m_; }
  bool is_below(int row, i64 at) const { return at < diagonal_[row]; }
  i64 diagonal(int row) const { return diagonal_[row]; }

  // Where in M the numbers of A belong. False: M has no place for one of them.
  bool places(const Pattern& a, const Permutation& p, const Permutation& q,
              std::vector<i64>* out) const;

  struct Numeric {
    double zero = 0, boost = 0;
  };
  // M of the numbers of A in it. The row of the first pivot that is 0, or -1; where a pivot is
  // below numeric.zero it becomes numeric.boost, and *boosted is set.
  int factor(std::span<double> m, const Numeric& numeric, bool* boosted) const;
  // x = Q' U^-1 L^-1 P x.
  void solve(std::span<const double> m, const int* p, const int* q, double* x) const;

 private:
  bool by_columns_ = false, ones_in_u_ = false;
  Pattern m_;                  // rows, sorted
  std::vector<i64> diagonal_;  // of each row in m_
};

}  // namespace heddle::cusolver::sparse
