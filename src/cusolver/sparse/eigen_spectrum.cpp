// SPDX-License-Identifier: Apache-2.0
#define EIGEN_MPL2_ONLY
#include <Eigen/Eigenvalues>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <limits>

#include "cusolver/sparse/spectrum.h"

namespace heddle::cusolver::sparse {

template <class T>
LeastSquares<T> least_squares(const Pattern& rows, const T* values, const T* b, Real<T> tolerance) {
  using Matrix = Eigen::SparseMatrix<T, Eigen::ColMajor, int>;
  std::vector<Eigen::Triplet<T, int>> numbers;
  numbers.reserve(rows.index.size());
  for (int i = 0; i < rows.lines(); ++i)
    for (i64 at = rows.start[i]; at < rows.start[i + 1]; ++at)
      numbers.emplace_back(i, rows.index[at], values[at]);
  Matrix a(rows.lines(), rows.width);
  a.setFromTriplets(numbers.begin(), numbers.end());
  a.makeCompressed();
  Eigen::SparseQR<Matrix, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(std::max(tolerance, std::numeric_limits<Real<T>>::min()));
  qr.compute(a);
  const Eigen::Matrix<T, Eigen::Dynamic, 1> x =
      qr.solve(Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(b, rows.lines()));
  const auto& p = qr.colsPermutation().indices();
  return {static_cast<int>(qr.rank()),
          {x.data(), x.data() + x.size()},
          {p.data(), p.data() + p.size()}};
}

template LeastSquares<float> least_squares(const Pattern&, const float*, const float*, float);
template LeastSquares<double> least_squares(const Pattern&, const double*, const double*, double);
template LeastSquares<library::Complex> least_squares(const Pattern&, const library::Complex*,
                                                      const library::Complex*, float);
template LeastSquares<library::DoubleComplex> least_squares(const Pattern&,
                                                            const library::DoubleComplex*,
                                                            const library::DoubleComplex*, double);

std::vector<library::DoubleComplex> eigenvalues(std::vector<library::DoubleComplex> dense, int n) {
  const Eigen::Map<Eigen::MatrixXcd> matrix(dense.data(), n, n);
  const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> solver(matrix, false);
  const auto& found = solver.eigenvalues();
  return {found.data(), found.data() + found.size()};
}

}  // namespace heddle::cusolver::sparse
