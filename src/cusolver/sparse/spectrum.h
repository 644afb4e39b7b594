// SPDX-License-Identifier: Apache-2.0
// Least squares without full rank, and eigenvalues: what Eigen computes.
#pragma once

#include <span>

#include "cusolver/sparse/pattern.h"

namespace heddle::cusolver::sparse {

using library::Real;

// x with |A x - b| as small as can be: where columns are worth no more than the tolerance, their x
// are 0. A(:, p) = Q R.
template <class T>
struct LeastSquares {
  int rank = 0;
  std::vector<T> x;
  Permutation p;
};
template <class T>
LeastSquares<T> least_squares(const Pattern& rows, const T* values, const T* b, Real<T> tolerance);

// Of a matrix that is written out, columns after columns.
std::vector<library::DoubleComplex> eigenvalues(std::vector<library::DoubleComplex> dense, int n);

}  // namespace heddle::cusolver::sparse
