// SPDX-License-Identifier: Apache-2.0
#include "cusolver/sparse/refactor.h"

#include <cmath>

namespace heddle::cusolver::sparse {
namespace {

i64 find(const Pattern& m, int row, int column) {
  const auto line = m.line(row);
  const auto found = std::lower_bound(line.begin(), line.end(), column);
  return found == line.end() || *found != column ? -1 : m.start[row] + (found - line.begin());
}

}  // namespace

Refactor::Refactor(bool by_columns, bool ones_in_u, const Lines& l, const Lines& u,
                   std::vector<double>* first)
    : by_columns_(by_columns), ones_in_u_(ones_in_u) {
  const int n = l.pattern.lines();
  std::vector<std::vector<std::pair<int, double>>> rows(n);
  for (const bool upper : {false, true}) {
    const Lines& part = upper ? u : l;
    const bool ones = upper == ones_in_u;
    for (int i = 0; i < n; ++i) {
      for (i64 at = part.pattern.start[i]; at < part.pattern.start[i + 1]; ++at) {
        const int j = part.pattern.index[at];
        if (i == j && ones) continue;
        const double value = part.values.empty() ? 0 : part.values[at];
        rows[by_columns ? j : i].emplace_back(by_columns ? i : j, value);
      }
    }
  }
  m_.width = n;
  first->clear();
  for (int i = 0; i < n; ++i) {
    auto& row = rows[i];
    std::sort(row.begin(), row.end());
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k > 0 && row[k].first == row[k - 1].first) continue;
      m_.index.push_back(row[k].first);
      first->push_back(row[k].second);
    }
    m_.end_line();
    diagonal_.push_back(find(m_, i, i));
  }
}

bool Refactor::places(const Pattern& a, const Permutation& p, const Permutation& q,
                      std::vector<i64>* out) const {
  const Permutation row_to = inverse(p), column_to = inverse(q);
  out->clear();
  for (int i = 0; i < a.lines(); ++i) {
    for (const int j : a.line(i)) {
      out->push_back(find(m_, row_to[by_columns_ ? j : i], column_to[by_columns_ ? i : j]));
      if (out->back() < 0) return false;
    }
  }
  return true;
}

// Row after row, each by the rows above that it has a number for. A place that M does not have is
// one in which L U has nothing, up to what cancels out.
int Refactor::factor(std::span<double> m, const Numeric& numeric, bool* boosted) const {
  const int n = order();
  std::vector<i64> place(n, -1);
  for (int i = 0; i < n; ++i) {
    if (diagonal_[i] < 0) return i;
    for (i64 at = m_.start[i]; at < m_.start[i + 1]; ++at) place[m_.index[at]] = at;
    for (i64 at = m_.start[i]; at < diagonal_[i]; ++at) {
      const int k = m_.index[at];
      if (!ones_in_u_) m[at] /= m[diagonal_[k]];
      for (i64 from = diagonal_[k] + 1; from < m_.start[k + 1]; ++from)
        if (const i64 to = place[m_.index[from]]; to >= 0) m[to] -= m[at] * m[from];
    }
    double& pivot = m[diagonal_[i]];
    if (std::abs(pivot) < numeric.zero) {
      pivot = numeric.boost;
      *boosted = true;
    }
    if (!(std::abs(pivot) > 0)) return i;
    if (ones_in_u_)
      for (i64 at = diagonal_[i] + 1; at < m_.start[i + 1]; ++at) m[at] /= pivot;
    for (i64 at = m_.start[i]; at < m_.start[i + 1]; ++at) place[m_.index[at]] = -1;
  }
  return -1;
}

void Refactor::solve(std::span<const double> m, const int* p, const int* q, double* x) const {
  const int n = order();
  std::vector<double> y(n);
  for (int i = 0; i < n; ++i) {
    y[i] = x[p[i]];
    for (i64 at = m_.start[i]; at < diagonal_[i]; ++at) y[i] -= m[at] * y[m_.index[at]];
    if (ones_in_u_) y[i] /= m[diagonal_[i]];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (i64 at = diagonal_[i] + 1; at < m_.start[i + 1]; ++at) y[i] -= m[at] * y[m_.index[at]];
    if (!ones_in_u_) y[i] /= m[diagonal_[i]];
  }
  for (int i = 0; i < n; ++i) x[q[i]] = y[i];
}

}  // namespace heddle::cusolver::sparse
