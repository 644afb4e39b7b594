// SPDX-License-Identifier: Apache-2.0
// Where a sparse matrix has numbers, base 0: for each of its lines (rows or columns, as the user of
// it has it) the places on that line.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "library/numbers.h"

namespace heddle::cusolver::sparse {

using library::i64;

using Permutation = std::vector<int>;  // gathers: the new place i has what was at [i]

struct Pattern {
  int width = 0;              // places a line has
  std::vector<i64> start{0};  // of each line in `index`
  std::vector<int> index{};   // NOLINT(readability-redundant-member-init): others leave it out

  int lines() const { return static_cast<int>(start.size()) - 1; }
  std::span<const int> line(int i) const {
    return {index.data() + start[i], static_cast<std::size_t>(start[i + 1] - start[i])};
  }
  void end_line() { start.push_back(static_cast<i64>(index.size())); }
};

// A matrix of a program as its parameters have it. Row i ends where the next one begins, or, with
// gaps between, where `ends` says.
struct Csr {
  int rows = 0, columns = 0, base = 0;
  i64 numbers = 0;
  const int* offsets = nullptr;
  const int* ends = nullptr;
  const int* indices = nullptr;
};
// False: rows or columns lie outside of the matrix.
bool read(const Csr& csr, Pattern* rows);

// The other way round: lines are sorted then. from[k]: which entry is the one at k now.
Pattern transpose(const Pattern& a, std::vector<i64>* from = nullptr);
// Of A + A' without its diagonal, sorted: the graph of a symmetric matrix.
Pattern graph_of(const Pattern& a);

inline Permutation inverse(const Permutation& p) {
  Permutation out(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) out[p[i]] = static_cast<int>(i);
  return out;
}
inline Permutation identity(int n) {
  Permutation out(n);
  for (int i = 0; i < n; ++i) out[i] = i;
  return out;
}
bool is_permutation(std::span<const int> p);

}  // namespace heddle::cusolver::sparse
