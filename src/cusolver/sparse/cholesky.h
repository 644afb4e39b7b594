// SPDX-License-Identifier: Apache-2.0
// A = L L' of a Hermitian matrix, of which the lower triangle is read: column after column, each by
// the columns before it that have a number in its row.
#pragma once

#include <cmath>
#include <complex>

#include "cusolver/sparse/elimination.h"

namespace heddle::cusolver::sparse {

using library::conjugate;
using library::Real;

// What the pattern alone says.
struct CholeskyPlan {
  CholeskyPlan() = default;
  CholeskyPlan(const Pattern& rows, Permutation permutation);

  int order() const { return static_cast<int>(permutation.size()); }
  std::size_t numbers() const { return order() + elimination.factor.index.size(); }

  static constexpr i64 kUnused = INT64_MIN;
  Permutation permutation;
  Elimination elimination;
  // Where a number of A goes: the diagonal comes first, then the columns. ~place: its conjugate.
  std::vector<i64> place;
};

template <class T>
class Cholesky {
 public:
  // False: it stopped at failed().
  bool factor(const CholeskyPlan& plan, const T* values);
  void solve(const CholeskyPlan& plan, const T* b, T* x) const;

  // The first column at which A is not positive definite, or whose diagonal is not above the
  // tolerance; -1: none.
  int singular(Real<T> tolerance) const {
    const int done = failed_ >= 0 ? failed_ : static_cast<int>(diagonal_.size());
    for (int j = 0; j < done; ++j)
      if (!(diagonal_[j] > std::max(tolerance, Real<T>(0)))) return j;
    return failed_;
  }
  bool whole() const { return failed_ < 0; }
  std::span<const Real<T>> diagonal() const { return diagonal_; }

 private:
  std::vector<Real<T>> diagonal_;
  std::vector<T> values_;
  int failed_ = -1;
};

template <class T>
bool Cholesky<T>::factor(const CholeskyPlan& plan, const T* values) {
  const int n = plan.order();
  const Pattern& l = plan.elimination.factor;
  failed_ = -1;
  diagonal_.assign(n, 0);
  values_.assign(l.index.size(), T(0));
  for (std::size_t k = 0; k < plan.place.size(); ++k) {
    const i64 place = plan.place[k];
    if (place == CholeskyPlan::kUnused) continue;
    const i64 to = place < 0 ? ~place : place;
    if (to < n)
      diagonal_[to] += std::real(values[k]);
    else
      values_[to - n] += place < 0 ? conjugate(values[k]) : values[k];
  }
  // waiting[j]: the first of the columns whose next number is in row j; next[k]: the one behind k.
  std::vector<int> waiting(n, -1), next(n, -1);
  std::vector<i64> at(l.start.begin(), l.start.end() - 1);
  std::vector<T> column(n, T(0));
  const auto wait = [&](int k) {
    if (at[k] == l.start[k + 1]) return;
    const int row = l.index[at[k]];
    next[k] = waiting[row];
    waiting[row] = k;
  };
  for (int j = 0; j < n; ++j) {
    const i64 begin = l.start[j], end = l.start[j + 1];
    for (i64 p = begin; p < end; ++p) column[l.index[p]] = values_[p];
    Real<T> square = diagonal_[j];
    for (int k = waiting[j]; k >= 0;) {
      const int after = next[k];
      const T factor = conjugate(values_[at[k]]);
      square -= std::norm(factor);
      for (i64 p = ++at[k]; p < l.start[k + 1]; ++p) column[l.index[p]] -= values_[p] * factor;
      wait(k);
      k = after;
    }
    if (!(square > 0)) {
      failed_ = j;
      return false;
    }
    const Real<T> root = diagonal_[j] = std::sqrt(square);
    for (i64 p = begin; p < end; ++p) {
      values_[p] = column[l.index[p]] / root;
      column[l.index[p]] = T(0);
    }
    wait(j);
  }
  return true;
}

template <class T>
void Cholesky<T>::solve(const CholeskyPlan& plan, const T* b, T* x) const {
  const int n = plan.order();
  const Pattern& l = plan.elimination.factor;
  std::vector<T> y(n);
  for (int j = 0; j < n; ++j) y[j] = b[plan.permutation[j]];
  for (int j = 0; j < n; ++j) {
    y[j] /= diagonal_[j];
    for (i64 p = l.start[j]; p < l.start[j + 1]; ++p) y[l.index[p]] -= values_[p] * y[j];
  }
  for (int j = n - 1; j >= 0; --j) {
    for (i64 p = l.start[j]; p < l.start[j + 1]; ++p) y[j] -= conjugate(values_[p]) * y[l.index[p]];
    y[j] /= diagonal_[j];
  }
  for (int j = 0; j < n; ++j) x[plan.permutation[j]] = y[j];
}

}  // namespace heddle::cusolver::sparse
