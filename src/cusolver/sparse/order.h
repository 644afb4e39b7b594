// SPDX-License-Identifier: Apache-2.0
// Orders of the rows and columns of a sparse matrix, by the graph of A + A', in which its factors
// have fewer numbers.
#pragma once

#include "cusolver/sparse/pattern.h"

namespace heddle::cusolver::sparse {

// Reverse Cuthill-McKee: numbers close to the diagonal.
Permutation reverse_cuthill_mckee(const Pattern& graph);
// Minimum degree by quotient graphs: always the row that touches the fewest others.
Permutation minimum_degree(const Pattern& graph);
// Approximate minimum degree, by Eigen.
Permutation approximate_minimum_degree(const Pattern& graph);
// Nested dissection: what separates two halves comes behind both.
Permutation nested_dissection(const Pattern& graph);

// As many columns as can be, each with a row of its own that has a number there: rows[i] is the row
// that comes to place i, the rest in any order. Returns how many.
int match_diagonal(const Pattern& rows, Permutation* order);

}  // namespace heddle::cusolver::sparse
