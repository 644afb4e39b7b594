// SPDX-License-Identifier: Apache-2.0
#include "cusolver/sparse/csr_order.h"

namespace heddle::cusolver {
namespace {

Status order(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const int* offsets,
             const int* indices, int* p,
             sparse::Permutation (*ordered)(const sparse::Pattern& graph)) {
  sparse::Csr csr;
  if (const Status status = take_matrix(n, n, nnz, descr, offsets, indices, &csr)) return status;
  if (!p) return call.invalid();
  return call.now({}, [=] {
    sparse::Pattern rows;
    if (!sparse::read(csr, &rows)) return SparseCall::invalid();
    const sparse::Permutation found = ordered(sparse::graph_of(rows));
    std::copy(found.begin(), found.end(), p);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

}  // namespace

Status csrissym(SparseCall& call, int m, int nnz, cusparseMatDescr_t descr, const int* offsets,
                const int* ends, const int* indices, int* symmetric) {
  sparse::Csr csr;
  if (const Status status = take_matrix(m, m, nnz, descr, offsets, indices, &csr)) return status;
  if (!ends || !symmetric) return call.invalid();
  csr.ends = ends;
  return call.now({}, [=] {
    sparse::Pattern rows;
    if (!sparse::read(csr, &rows)) return SparseCall::invalid();
    // Twice, as that sorts.
    const sparse::Pattern other = sparse::transpose(rows), sorted = sparse::transpose(other);
    *symmetric = other.start == sorted.start && other.index == sorted.index ? 1 : 0;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

Status csrsymrcm(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const int* offsets,
                 const int* indices, int* p) {
  return order(call, n, nnz, descr, offsets, indices, p, sparse::reverse_cuthill_mckee);
}
Status csrsymmdq(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const int* offsets,
                 const int* indices, int* p) {
  return order(call, n, nnz, descr, offsets, indices, p, sparse::minimum_degree);
}
Status csrsymamd(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const int* offsets,
                 const int* indices, int* p) {
  return order(call, n, nnz, descr, offsets, indices, p, sparse::approximate_minimum_degree);
}
Status csrmetisnd(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const int* offsets,
                  const int* indices, const int64_t* options, int* p) {
  if (options) return call.not_supported("with options of METIS");
  return order(call, n, nnz, descr, offsets, indices, p, sparse::nested_dissection);
}

Status csrperm_bufferSize(SparseCall& call, int m, int n, int nnz, cusparseMatDescr_t descr,
                          const int* offsets, const int* indices, const int* p, const int* q,
                          size_t* bytes) {
  sparse::Csr csr;
  if (const Status status = take_matrix(m, n, nnz, descr, offsets, indices, &csr)) return status;
  if (!p || !q || !bytes) return call.invalid();
  *bytes = kWorkSize;
  return CUSOLVER_STATUS_SUCCESS;
}

// B(i, j) = A(p[i], q[j]); the columns of a row are sorted.
Status csrperm(SparseCall& call, int m, int n, int nnz, cusparseMatDescr_t descr, int* offsets,
               int* indices, const int* p, const int* q, int* map, void* buffer) {
  sparse::Csr csr;
  if (const Status status = take_matrix(m, n, nnz, descr, offsets, indices, &csr)) return status;
  const auto count = [](int size) { return static_cast<std::size_t>(size); };
  if (!p || !q || !map || !buffer || !sparse::is_permutation({p, count(m)}) ||
      !sparse::is_permutation({q, count(n)}))
    return call.invalid();
  return call.now({}, [=] {
    sparse::Pattern rows;
    if (!sparse::read(csr, &rows)) return SparseCall::invalid();
    const sparse::Permutation to = sparse::inverse({q, q + n});
    const std::vector<int> from(map, map + nnz);
    std::vector<std::pair<int, i64>> line;
    i64 done = 0;
    for (int i = 0; i < m; ++i) {
      line.clear();
      for (i64 at = rows.start[p[i]]; at < rows.start[p[i] + 1]; ++at)
        line.emplace_back(to[rows.index[at]], at);
      std::sort(line.begin(), line.end());
      offsets[i] = static_cast<int>(done) + csr.base;
      for (const auto& [column, at] : line) {
        indices[done] = column + csr.base;
        map[done++] = from[at];
      }
    }
    offsets[m] = static_cast<int>(done) + csr.base;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

Status order_for_diagonal(SparseCall& call, const sparse::Csr& csr, const std::vector<bool>& zero,
                          int* p, int* matched) {
  return call.now({}, [&] {
    sparse::Pattern rows;
    if (!sparse::read(csr, &rows)) return SparseCall::invalid();
    sparse::Pattern numbers{.width = rows.width};
    for (int i = 0; i < rows.lines(); ++i) {
      for (i64 at = rows.start[i]; at < rows.start[i + 1]; ++at)
        if (!zero[at]) numbers.index.push_back(rows.index[at]);
      numbers.end_line();
    }
    sparse::Permutation found;
    *matched = sparse::match_diagonal(numbers, &found);
    std::copy(found.begin(), found.end(), p);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

}  // namespace heddle::cusolver
