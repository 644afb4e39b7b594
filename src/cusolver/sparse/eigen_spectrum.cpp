// SPDX-License-Identifier: Apache-2.0
#define EIGEN_MPL2_ONLY
#include <Eigen/Eigenvalues>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <limits>

#include "cusolver/sparse/spectrum.h"

namespace heddle::cusolver::sparse {

LeastSquares least_squares(const Pattern& rows, const std::vector<DoubleComplex>& values,
                           const std::vector<DoubleComplex>& b, double tolerance) {
  using Matrix = Eigen::SparseMatrix<DoubleComplex, Eigen::ColMajor, int>;
  std::vector<Eigen::Triplet<DoubleComplex, int>> numbers;
  numbers.reserve(rows.index.size());
  for (int i = 0; i < rows.lines(); ++i)
    for (i64 at = rows.start[i]; at < rows.start[i + 1]; ++at)
      numbers.emplace_back(i, rows.index[at], values[at]);
  Matrix a(rows.lines(), rows.width);
  a.setFromTriplets(numbers.begin(), numbers.end());
  a.makeCompressed();
  Eigen::SparseQR<Matrix, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(std::max(tolerance, std::numeric_limits<double>::min()));
  qr.compute(a);
  const Eigen::VectorXcd x = qr.solve(Eigen::Map<const Eigen::VectorXcd>(b.data(), rows.lines()));
  const auto& p = qr.colsPermutation().indices();
  return {static_cast<int>(qr.rank()),
          {x.data(), x.data() + x.size()},
          {p.data(), p.data() + p.size()}};
}

std::vector<DoubleComplex> eigenvalues(std::vector<DoubleComplex> dense, int n) {
  const Eigen::Map<Eigen::MatrixXcd> matrix(dense.data(), n, n);
  const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> solver(matrix, false);
  const auto& found = solver.eigenvalues();
  return {found.data(), found.data() + found.size()};
}

}  // namespace heddle::cusolver::sparse
