// SPDX-License-Identifier: Apache-2.0
// P A = L U, a column at a time, each by the columns of L that a search says it needs (Gilbert and
// Peierls, "Sparse Partial Pivoting in Time Proportional to Arithmetic Operations"). L has ones on
// its diagonal, which is not kept.
#pragma once

#include <cmath>
#include <complex>
#include <utility>

#include "cusolver/sparse/pattern.h"

namespace heddle::cusolver::sparse {

using library::Real;

// Which numbers a column has, and in which order columns and rows are taken.
struct LuPlan {
  LuPlan() = default;
  LuPlan(const Pattern& rows, Permutation given) : permutation(std::move(given)) {
    const Permutation to = inverse(permutation);
    std::vector<i64> from;
    const Pattern by_columns = transpose(rows, &from);
    columns = Pattern{.width = rows.lines()};
    for (const int j : permutation) {
      for (i64 at = by_columns.start[j]; at < by_columns.start[j + 1]; ++at) {
        columns.index.push_back(to[by_columns.index[at]]);
        values_from.push_back(from[at]);
      }
      columns.end_line();
    }
  }
  int order() const { return columns.lines(); }

  Permutation permutation;
  Pattern columns;
  std::vector<i64> values_from;
};

template <class T>
class Lu {
 public:
  // The number on the diagonal is the pivot where it is at least `threshold` times the largest.
  void factor(const LuPlan& plan, const T* values, Real<T> threshold);
  // Where singular(0) says -1.
  void solve(const LuPlan& plan, const T* b, T* x) const;

  // The first column whose pivot is not above the tolerance; -1: none.
  int singular(Real<T> tolerance) const {
    for (std::size_t j = 0; j < diagonal.size(); ++j)
      if (!(std::abs(diagonal[j]) > std::max(tolerance, Real<T>(0)))) return static_cast<int>(j);
    return -1;
  }

  // Columns; rows of L as they are when all are pivoted.
  Pattern l, u;
  std::vector<T> l_values, u_values, diagonal;
  Permutation pivots;  // row i of L and U is row pivots[i] of what was factored

 private:
  // The rows that column j has, those that are pivoted in the order in which they are needed.
  void reach(std::span<const int> from, int mark);
  void visit(int row, int mark);
  void pivot(int column, Real<T> threshold);

  std::vector<T> work_;
  std::vector<int> step_of_, seen_, found_,
      below_;  // step_of_[row]: when it was the pivot; -1: not
  std::vector<std::pair<int, i64>> path_;
};

template <class T>
void Lu<T>::visit(int row, int mark) {
  if (seen_[row] == mark) return;
  seen_[row] = mark;
  if (step_of_[row] < 0) {
    below_.push_back(row);
    return;
  }
  path_.assign(1, {row, l.start[step_of_[row]]});
  while (!path_.empty()) {
    auto& [at, next] = path_.back();
    if (next == l.start[step_of_[at] + 1]) {
      found_.push_back(at);
      path_.pop_back();
      continue;
    }
    const int child = l.index[next++];
    if (seen_[child] == mark) continue;
    seen_[child] = mark;
    if (step_of_[child] < 0)
      below_.push_back(child);
    else
      path_.emplace_back(child, l.start[step_of_[child]]);
  }
}

template <class T>
void Lu<T>::reach(std::span<const int> from, int mark) {
  found_.clear();
  below_.clear();
  for (const int row : from) visit(row, mark);
  std::reverse(found_.begin(), found_.end());
}

// Of the rows below: the largest number, and among those that are large enough the diagonal. A
// column without any takes a row all the same, so that the next ones have theirs.
template <class T>
void Lu<T>::pivot(int column, Real<T> threshold) {
  int chosen = -1;
  Real<T> largest = 0;
  for (const int row : below_) {
    if (const Real<T> size = std::abs(work_[row]); size > largest) {
      largest = size;
      chosen = row;
    }
  }
  const Real<T> own = step_of_[column] < 0 ? std::abs(work_[column]) : 0;
  if (chosen < 0 || (own > 0 && own >= threshold * largest)) chosen = column;
  for (int row = 0; step_of_[chosen] >= 0; ++row) chosen = row;
  step_of_[chosen] = column;
  pivots[column] = chosen;
  diagonal[column] = std::exchange(work_[chosen], T(0));
  for (const int row : below_) {
    const T number = std::exchange(work_[row], T(0));
    if (row == chosen) continue;
    l.index.push_back(row);
    l_values.push_back(diagonal[column] == T(0) ? T(0) : number / diagonal[column]);
  }
}

template <class T>
void Lu<T>::factor(const LuPlan& plan, const T* values, Real<T> threshold) {
  const int n = plan.order();
  l = u = Pattern{.width = n};
  l_values.clear();
  u_values.clear();
  diagonal.assign(n, T(0));
  pivots.assign(n, -1);
  step_of_.assign(n, -1);
  seen_.assign(n, -1);
  work_.assign(n, T(0));
  for (int j = 0; j < n; ++j) {
    reach(plan.columns.line(j), j);
    for (i64 at = plan.columns.start[j]; at < plan.columns.start[j + 1]; ++at)
      work_[plan.columns.index[at]] += values[plan.values_from[at]];
    for (const int row : found_) {
      const int step = step_of_[row];
      const T number = std::exchange(work_[row], T(0));
      u.index.push_back(step);
      u_values.push_back(number);
      for (i64 p = l.start[step]; p < l.start[step + 1]; ++p)
        work_[l.index[p]] -= l_values[p] * number;
    }
    u.end_line();
    pivot(j, threshold);
    l.end_line();
  }
  for (int& row : l.index) row = step_of_[row];
}

template <class T>
void Lu<T>::solve(const LuPlan& plan, const T* b, T* x) const {
  const int n = plan.order();
  std::vector<T> y(n);
  for (int j = 0; j < n; ++j) y[j] = b[plan.permutation[pivots[j]]];
  for (int j = 0; j < n; ++j)
    for (i64 p = l.start[j]; p < l.start[j + 1]; ++p) y[l.index[p]] -= l_values[p] * y[j];
  for (int j = n - 1; j >= 0; --j) {
    y[j] /= diagonal[j];
    for (i64 p = u.start[j]; p < u.start[j + 1]; ++p) y[u.index[p]] -= u_values[p] * y[j];
  }
  for (int j = 0; j < n; ++j) x[plan.permutation[j]] = y[j];
}

}  // namespace heddle::cusolver::sparse
