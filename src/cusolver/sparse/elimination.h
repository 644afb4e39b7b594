// SPDX-License-Identifier: Apache-2.0
// Where a Cholesky factor has numbers (George and Liu, "Computer Solution of Large Sparse Positive
// Definite Systems"): what column j has below the diagonal is handed to the first column among it,
// its parent.
#pragma once

#include "cusolver/sparse/pattern.h"

namespace heddle::cusolver::sparse {

struct Elimination {
  std::vector<int> parent;  // -1: none
  Pattern factor;           // columns, without the diagonal, sorted
};

// below.line(j): rows of column j; those up to j are not looked at.
Elimination eliminate(const Pattern& below);

// The same for R of A = Q R by A's rows: a row is a number of the first of its columns, which has
// all of its columns. R(i, :) is factor.line(i).
Elimination eliminate_rows(const Pattern& rows);

}  // namespace heddle::cusolver::sparse
