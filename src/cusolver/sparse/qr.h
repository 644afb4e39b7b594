// SPDX-License-Identifier: Apache-2.0
// A = Q R by rotations (George and Heath, "Solution of Sparse Linear Least Squares Problems Using
// Givens Rotations"): one row of A after the other is rotated with the rows of R until nothing of
// it is left or a row of R is free for it. What has been rotated is kept, so that right sides can
// follow.
#pragma once

#include <cmath>
#include <complex>
#include <utility>

#include "cusolver/sparse/elimination.h"

namespace heddle::cusolver::sparse {

using library::conjugate;
using library::Real;

// What the pattern alone says: rows and columns of A in the order in which they are taken.
struct QrPlan {
  QrPlan() = default;
  QrPlan(const Pattern& rows, Permutation row_order, Permutation column_order);

  int columns() const { return rows.width; }

  Permutation rows_from, columns_from;
  Pattern rows;
  std::vector<i64> values_from;  // of each number of `rows`, in A; -1: what the shift puts there
  Elimination elimination;
};

template <class T>
class Qr {
 public:
  // Of A - mu I.
  void factor(const QrPlan& plan, const T* values, T mu);
  // min |A x - b|. Where singular(0) says -1.
  void solve(const QrPlan& plan, const T* b, T* x) const;

  // The first column whose number on R's diagonal is not above the tolerance; -1: none.
  int singular(Real<T> tolerance) const {
    for (std::size_t j = 0; j < diagonal_.size(); ++j)
      if (!(std::abs(diagonal_[j]) > std::max(tolerance, Real<T>(0)))) return static_cast<int>(j);
    return -1;
  }

 private:
  struct Rotation {
    int row;  // of R
    Real<T> c;
    T s;
  };
  // (x, y) = (c x + s y, c y - s' x)
  static void rotate(const Rotation& by, T& x, T& y) {
    const T before = x;
    x = by.c * before + by.s * y;
    y = by.c * y - conjugate(by.s) * before;
  }

  std::vector<T> diagonal_, values_;
  std::vector<Rotation> rotations_;
  std::vector<i64> rotations_of_;  // where those of each row of A begin
  std::vector<int> became_;        // which row of R is this row of A; -1: none
};

template <class T>
void Qr<T>::factor(const QrPlan& plan, const T* values, T mu) {
  const Pattern& r = plan.elimination.factor;
  const int n = plan.columns();
  diagonal_.assign(n, T(0));
  values_.assign(r.index.size(), T(0));
  rotations_.clear();
  rotations_of_.assign(1, 0);
  became_.assign(plan.rows.lines(), -1);
  std::vector<bool> taken(n, false);
  std::vector<T> row(n, T(0));
  for (int i = 0; i < plan.rows.lines(); ++i) {
    int k = n;
    for (i64 at = plan.rows.start[i]; at < plan.rows.start[i + 1]; ++at) {
      const int j = plan.rows.index[at];
      row[j] += plan.values_from[at] < 0 ? -mu : values[plan.values_from[at]];
      k = std::min(k, j);
    }
    for (k = k == n ? -1 : k; k >= 0; k = plan.elimination.parent[k]) {
      if (row[k] == T(0)) continue;
      const i64 begin = r.start[k], end = r.start[k + 1];
      if (!taken[k]) {
        taken[k] = true;
        became_[i] = k;
        diagonal_[k] = std::exchange(row[k], T(0));
        for (i64 p = begin; p < end; ++p) values_[p] = std::exchange(row[r.index[p]], T(0));
        break;
      }
      const Real<T> above = std::abs(diagonal_[k]);
      const Real<T> length =
          std::abs(std::complex(above, Real<T>(std::abs(row[k]))));  // hypot would need glibc 2.35
      const T sign = diagonal_[k] / above;
      const Rotation by{k, above / length, sign * conjugate(row[k]) / length};
      diagonal_[k] = sign * length;
      row[k] = T(0);
      for (i64 p = begin; p < end; ++p) rotate(by, values_[p], row[r.index[p]]);
      rotations_.push_back(by);
    }
    rotations_of_.push_back(static_cast<i64>(rotations_.size()));
  }
}

template <class T>
void Qr<T>::solve(const QrPlan& plan, const T* b, T* x) const {
  const Pattern& r = plan.elimination.factor;
  const int n = plan.columns();
  std::vector<T> y(n, T(0));
  for (int i = 0; i < plan.rows.lines(); ++i) {
    T number = b[plan.rows_from[i]];
    for (i64 at = rotations_of_[i]; at < rotations_of_[i + 1]; ++at)
      rotate(rotations_[at], y[rotations_[at].row], number);
    if (became_[i] >= 0) y[became_[i]] = number;
  }
  for (int k = n - 1; k >= 0; --k) {
    for (i64 p = r.start[k]; p < r.start[k + 1]; ++p) y[k] -= values_[p] * y[r.index[p]];
    y[k] /= diagonal_[k];
  }
  for (int k = 0; k < n; ++k) x[plan.columns_from[k]] = y[k];
}

}  // namespace heddle::cusolver::sparse
