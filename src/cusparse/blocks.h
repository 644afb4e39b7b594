// SPDX-License-Identifier: Apache-2.0
// BSR in the older interface: square blocks, indices of 32 bits; and a dense matrix times a sparse
// vector.
#pragma once

#include <vector>

#include "cusparse/gebsr.h"
#include "cusparse/product.h"
#include "cusparse/walk.h"

namespace heddle::cusparse {

template <class T>
SparseMatrix bsr(cusparseDirection_t direction, i64 rows, i64 columns, i64 nnz, int base,
                 const T* values, const int* offsets, const int* indices, i64 size) {
  SparseMatrix a;
  a.format = CUSPARSE_FORMAT_BSR;
  a.rows = rows * size, a.columns = columns * size, a.nnz = nnz;
  a.major.at = const_cast<int*>(offsets);
  a.minor.at = const_cast<int*>(indices);
  a.base = base;
  a.values = {const_cast<T*>(values), type_of<T>()};
  a.block_rows = a.block_columns = size;
  a.block_order = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
  return a;
}

template <class T>
Status csr2bsr(Call& call, cusparseDirection_t direction, i64 m, i64 n, cusparseMatDescr_t descr_a,
               const T* values, const int* offsets, const int* indices, i64 size,
               cusparseMatDescr_t descr_c, T* to_values, int* to_offsets, int* to_indices) {
  return csr2gebsr(call, direction, m, n, descr_a, values, offsets, indices, descr_c, to_values,
                   to_offsets, to_indices, size, size, nullptr);
}
template <class T>
Status bsr2csr(Call& call, cusparseDirection_t direction, i64 rows, i64 columns,
               cusparseMatDescr_t descr_a, const T* values, const int* offsets, const int* indices,
               i64 size, cusparseMatDescr_t descr_c, T* to_values, int* to_offsets,
               int* to_indices) {
  return gebsr2csr(call, direction, rows, columns, descr_a, values, offsets, indices, size, size,
                   descr_c, to_values, to_offsets, to_indices);
}

template <class T>
Status bsrmv(Call& call, cusparseDirection_t direction, cusparseOperation_t op, i64 rows,
             i64 columns, i64 nnz, const T* alpha, cusparseMatDescr_t descr, const T* values,
             const int* offsets, const int* indices, i64 size, const T* x, const T* beta, T* y) {
  if (rows < 0 || columns < 0 || nnz < 0 || !alpha || !beta || !descr || size < 1 ||
      !is_direction(direction) || !is_operation(op))
    return call.invalid();
  if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  if (op != CUSPARSE_OPERATION_NON_TRANSPOSE) return call.not_supported("of a transposed matrix");
  Product p;
  p.a = bsr(direction, rows, columns, nnz, descr->base, values, offsets, indices, size);
  p.m = p.a.rows, p.k = p.a.columns;
  p.x = {{const_cast<T*>(x), type_of<T>()}};
  p.y = {{y, type_of<T>()}};
  call.writes(y, p.m, 1);
  return multiply(call, p, call.scalar<T>(alpha), call.scalar<T>(beta));
}

template <class T>
Status bsrmm(Call& call, cusparseDirection_t direction, cusparseOperation_t op_a,
             cusparseOperation_t op_b, i64 rows, i64 n, i64 columns, i64 nnz, const T* alpha,
             cusparseMatDescr_t descr, const T* values, const int* offsets, const int* indices,
             i64 size, const T* b, i64 ldb, const T* beta, T* c, i64 ldc) {
  if (rows < 0 || columns < 0 || n < 0 || nnz < 0 || !alpha || !beta || !descr || size < 1 ||
      !is_direction(direction) || !is_operation(op_a) || !is_operation(op_b))
    return call.invalid();
  if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  if (op_a != CUSPARSE_OPERATION_NON_TRANSPOSE || op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
    return call.not_supported("with these operations");
  const bool transposed = op_b == CUSPARSE_OPERATION_TRANSPOSE;
  if (ldc < std::max<i64>(1, rows * size) ||
      ldb < std::max<i64>(1, transposed ? n : columns * size))
    return call.invalid();
  Product p;
  p.a = bsr(direction, rows, columns, nnz, descr->base, values, offsets, indices, size);
  p.m = p.a.rows, p.k = p.a.columns, p.n = n;
  p.x = {{const_cast<T*>(b), type_of<T>()}, transposed ? ldb : 1, transposed ? 1 : ldb};
  p.y = {{c, type_of<T>()}, 1, ldc};
  call.writes_matrix(c, p.m, n, ldc);
  return multiply(call, p, call.scalar<T>(alpha), call.scalar<T>(beta));
}

template <class T>
Status gemvi_bufferSize(Call& call, cusparseOperation_t op, i64 m, i64 n, i64 nnz, int* size) {
  if (m < 0 || n < 0 || nnz < 0 || !is_operation(op)) return call.invalid();
  return tell_buffer(call, size);
}
template <class T>
Status gemvi(Call& call, cusparseOperation_t op, i64 m, i64 n, const T* alpha, const T* a, i64 lda,
             i64 nnz, const T* x, const int* indices, const T* beta, T* y, cusparseIndexBase_t base,
             void* buffer) {
  if (m < 0 || n < 0 || nnz < 0 || !alpha || !beta || !is_operation(op) || !is_base(base) ||
      lda < std::max<i64>(1, m))
    return call.invalid();
  const bool transposed = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool conjugated = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  const i64 rows = transposed ? n : m;
  call.writes(y, rows, 1);
  const auto factor = call.scalar<T>(alpha), kept = call.scalar<T>(beta);
  return call.ranges(rows, cost_of(static_cast<double>(rows) * nnz), 1, [=](i64 begin, i64 end) {
    for (i64 i = begin; i < end; ++i) {
      T sum{};
      for (i64 k = 0; k < nnz; ++k) {
        const i64 j = indices[k] - base;
        const T value = transposed ? a[i * lda + j] : a[j * lda + i];
        sum += times(conjugated ? conjugate(value) : value, x[k]);
      }
      const T before = kept() == T(0) ? T(0) : times(kept(), y[i]);
      y[i] = times(factor(), sum) + before;
    }
  });
}

}  // namespace heddle::cusparse
