// SPDX-License-Identifier: Apache-2.0
// What the pattern of a matrix says of its factors.
#include "cusolver/sparse/cholesky.h"
#include "cusolver/sparse/qr.h"

namespace heddle::cusolver::sparse {
namespace {

// Where (row, line) is among the numbers of a factor, its diagonal first.
i64 place_in(const Pattern& factor, int line, int other) {
  if (line == other) return line;
  const auto among = factor.line(line);
  const auto found = std::lower_bound(among.begin(), among.end(), other);
  return factor.lines() + factor.start[line] + (found - among.begin());
}

}  // namespace

CholeskyPlan::CholeskyPlan(const Pattern& rows, Permutation given)
    : permutation(std::move(given)), place(rows.index.size(), kUnused) {
  const int n = rows.lines();
  const Permutation to = inverse(permutation);
  // Rows of the permuted lower triangle; its transpose has the columns.
  Pattern below{.width = n};
  for (int j = 0; j < n; ++j) {
    for (const int i : rows.line(permutation[j]))
      if (i < permutation[j] && to[i] > j) below.index.push_back(to[i]);
    below.end_line();
  }
  Pattern above{.width = n};
  for (int j = 0; j < n; ++j) {
    for (const int i : rows.line(permutation[j]))
      if (i < permutation[j] && to[i] < j) above.index.push_back(to[i]);
    above.end_line();
  }
  const Pattern turned = transpose(above);
  Pattern both{.width = n};
  for (int j = 0; j < n; ++j) {
    for (const auto line : {below.line(j), turned.line(j)})
      both.index.insert(both.index.end(), line.begin(), line.end());
    both.end_line();
  }
  elimination = eliminate(both);
  for (int i = 0; i < n; ++i) {
    for (i64 at = rows.start[i]; at < rows.start[i + 1]; ++at) {
      const int j = rows.index[at];
      if (j > i) continue;
      const int row = to[i], column = to[j];
      place[at] = row >= column ? place_in(elimination.factor, column, row)
                                : ~place_in(elimination.factor, row, column);
    }
  }
}

QrPlan::QrPlan(const Pattern& given, Permutation row_order, Permutation column_order)
    : rows_from(std::move(row_order)), columns_from(std::move(column_order)) {
  const Permutation to = inverse(columns_from);
  rows = Pattern{.width = given.width};
  for (const int from : rows_from) {
    for (i64 at = given.start[from]; at < given.start[from + 1]; ++at) {
      rows.index.push_back(to[given.index[at]]);
      values_from.push_back(at);
    }
    if (from < given.width) {
      rows.index.push_back(to[from]);
      values_from.push_back(-1);
    }
    rows.end_line();
  }
  elimination = eliminate_rows(rows);
}

}  // namespace heddle::cusolver::sparse
