// SPDX-License-Identifier: Apache-2.0
#define EIGEN_MPL2_ONLY
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "cusolver/sparse/order.h"

namespace heddle::cusolver::sparse {

// Eigen takes a row without a number on the diagonal for one that is dense: all have one here.
Permutation approximate_minimum_degree(const Pattern& graph) {
  const int n = graph.lines();
  Eigen::SparseMatrix<char, Eigen::ColMajor, int> matrix(n, n);
  matrix.reserve(static_cast<int>(graph.index.size()) + n);
  for (int i = 0; i < n; ++i) {
    const auto line = graph.line(i);
    const auto behind = std::upper_bound(line.begin(), line.end(), i);
    matrix.startVec(i);
    for (auto it = line.begin(); it != behind; ++it) matrix.insertBack(*it, i) = 1;
    matrix.insertBack(i, i) = 1;
    for (auto it = behind; it != line.end(); ++it) matrix.insertBack(*it, i) = 1;
  }
  matrix.finalize();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> found;
  Eigen::AMDOrdering<int>()(matrix, found);
  return {found.indices().data(), found.indices().data() + n};
}

}  // namespace heddle::cusolver::sparse
