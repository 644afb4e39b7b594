// SPDX-License-Identifier: Apache-2.0
// Least squares without full rank, and eigenvalues: what Eigen computes, in double complex for all
// types, as each type more takes ten seconds to compile.
#pragma once

#include "cusolver/sparse/pattern.h"

namespace heddle::cusolver::sparse {

using library::DoubleComplex;

// x with |A x - b| as small as can be: where columns are worth no more than the tolerance, their x
// are 0. A(:, p) = Q R.
struct LeastSquares {
  int rank = 0;
  std::vector<DoubleComplex> x;
  Permutation p;
};
LeastSquares least_squares(const Pattern& rows, const std::vector<DoubleComplex>& values,
                           const std::vector<DoubleComplex>& b, double tolerance);

// Of a matrix that is written out, columns after columns.
std::vector<DoubleComplex> eigenvalues(std::vector<DoubleComplex> dense, int n);

}  // namespace heddle::cusolver::sparse
