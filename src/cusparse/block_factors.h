// SPDX-License-Identifier: Apache-2.0
// Matrices of blocks in the older interface: incomplete LU and Cholesky factorisations without
// fill-in, and what their factors solve. A block counts as the numbers that it has, zeros too, so
// these are the factorisations of the matrix written out.
#pragma once

#include "cusparse/blocks.h"
#include "cusparse/factorise.h"
#include "cusparse/triangle.h"

struct bsrilu02Info : csrilu02Info {};
struct bsric02Info : csric02Info {};
struct bsrsv2Info : csric02Info {};
struct bsrsm2Info : csric02Info {};

namespace heddle::cusparse {

// The numbers of all rows, sorted by columns, and where they lie.
template <class T>
struct WrittenOut {
  std::vector<int> offsets, indices;
  std::vector<i64> places;
  std::vector<T> values;

  explicit WrittenOut(const SparseMatrix& a) : offsets(static_cast<std::size_t>(a.rows + 1)) {
    std::vector<std::vector<std::pair<int, i64>>> rows(static_cast<std::size_t>(a.rows));
    walk(a, 0, units(a), [&](i64 i, i64 j, i64 k) {
      rows[static_cast<std::size_t>(i)].emplace_back(static_cast<int>(j), k);
    });
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::sort(rows[i].begin(), rows[i].end());
      for (const auto& [column, at] : rows[i]) {
        indices.push_back(column);
        places.push_back(at);
        values.push_back(static_cast<const T*>(a.values.at)[at]);
      }
      offsets[i + 1] = static_cast<int>(indices.size());
    }
  }
  Csr<T> csr() const { return {values.data(), offsets.data(), indices.data(), 0}; }
  void put_back(T* to) const {
    for (std::size_t k = 0; k < places.size(); ++k) to[places[k]] = values[k];
  }
};

// Of a row of the matrix: its row of blocks with the base; -1 stays.
inline int block_of(int row, i64 size, int base) {
  return row < 0 ? row : static_cast<int>(row / size) + base;
}

template <class Info>
Status check_block_factors(Call& call, cusparseDirection_t direction, i64 rows, i64 nnz,
                           cusparseMatDescr_t descr, i64 size, Info* info) {
  if (!is_direction(direction) || size < 1) return call.invalid();
  return check_factorisation(call, rows, nnz, descr, info);
}
template <class T, class Info>
Status analyse_blocks(Call& call, cusparseDirection_t direction, i64 rows, i64 nnz,
                      cusparseMatDescr_t descr, const T* values, const int* offsets,
                      const int* indices, i64 size, Info* info) {
  if (const Status status = check_block_factors(call, direction, rows, nnz, descr, size, info))
    return status;
  return analyse_factorisation(call, rows, nnz, descr, values, offsets, indices, info);
}

// run(rows, values) factorises rows of numbers, in place, and returns the row without a pivot, or
// -1.
template <class T, class Info, class Run>
Status factorise_blocks(Call& call, cusparseDirection_t direction, i64 rows, i64 nnz,
                        cusparseMatDescr_t descr, T* values, const int* offsets, const int* indices,
                        i64 size, Info* info, Run run) {
  const int base = descr->base;
  call.writes(values, nnz * size * size, 1);
  const SparseMatrix a = bsr(direction, rows, rows, nnz, base, values, offsets, indices, size);
  return call.once(cost_of(static_cast<double>(nnz * size * size * size) * 20),
                   [=, found = info->found] {
                     WrittenOut<T> out(a);
                     const int pivot = run(out.csr(), out.values.data(), a.rows);
                     out.put_back(values);
                     found->pivot = block_of(pivot, size, base);
                   });
}

template <class T>
Status bsrilu02_numericBoost(Call& call, bsrilu02Info_t info, int enable, double* tolerance,
                             T* boost) {
  return csrilu02_numericBoost(call, static_cast<csrilu02Info*>(info), enable, tolerance, boost);
}
template <class T>
Status bsrilu02_bufferSize(Call& call, cusparseDirection_t direction, i64 rows, i64 nnz,
                           cusparseMatDescr_t descr, T*, const int*, const int*, i64 size,
                           bsrilu02Info_t info, int* bytes) {
  const Status status = check_block_factors(call, direction, rows, nnz, descr, size, info);
  return status != kOk ? status : tell_buffer(call, bytes);
}
template <class T>
Status bsrilu02_analysis(Call& call, cusparseDirection_t direction, i64 rows, i64 nnz,
                         cusparseMatDescr_t descr, T* values, const int* offsets,
                         const int* indices, i64 size, bsrilu02Info_t info, cusparseSolvePolicy_t,
                         void*) {
  return analyse_blocks<T>(call, direction, rows, nnz, descr, values, offsets, indices, size, info);
}
template <class T>
Status bsrilu02(Call& call, cusparseDirection_t direction, i64 rows, i64 nnz,
                cusparseMatDescr_t descr, T* values, const int* offsets, const int* indices,
                i64 size, bsrilu02Info_t info, cusparseSolvePolicy_t, void*) {
  if (const Status status = check_block_factors(call, direction, rows, nnz, descr, size, info))
    return status;
  const auto tolerance = call.scalar<double>(info->boosts ? info->tolerance : nullptr);
  const auto boost = call.scalar<T>(info->boosts ? info->boost : nullptr);
  return factorise_blocks(call, direction, rows, nnz, descr, values, offsets, indices, size, info,
                          [=, boosts = info->boosts](const Csr<T>& a, T* to, i64 n) {
                            return factorise_lu(a, to, n, boosts, boosts ? tolerance() : 0,
                                                boosts ? boost() : T(0));
                          });
}

template <class T>
Status bsric02_bufferSize(Call& call, cusparseDirection_t direction, i64 rows, i64 nnz,
                          cusparseMatDescr_t descr, T*, const int*, const int*, i64 size,
                          bsric02Info_t info, int* bytes) {
  const Status status = check_block_factors(call, direction, rows, nnz, descr, size, info);
  return status != kOk ? status : tell_buffer(call, bytes);
}
template <class T>
Status bsric02_analysis(Call& call, cusparseDirection_t direction, i64 rows, i64 nnz,
                        cusparseMatDescr_t descr, const T* values, const int* offsets,
                        const int* indices, i64 size, bsric02Info_t info, cusparseSolvePolicy_t,
                        void*) {
  return analyse_blocks(call, direction, rows, nnz, descr, values, offsets, indices, size, info);
}
template <class T>
Status bsric02(Call& call, cusparseDirection_t direction, i64 rows, i64 nnz,
               cusparseMatDescr_t descr, T* values, const int* offsets, const int* indices,
               i64 size, bsric02Info_t info, cusparseSolvePolicy_t, void*) {
  if (const Status status = check_block_factors(call, direction, rows, nnz, descr, size, info))
    return status;
  return factorise_blocks(
      call, direction, rows, nnz, descr, values, offsets, indices, size, info,
      [](const Csr<T>& a, T* to, i64 n) { return factorise_cholesky(a, to, n); });
}

}  // namespace heddle::cusparse
