// SPDX-License-Identifier: Apache-2.0
// Triangular systems of blocks, and products of some rows of blocks, in the older interface.
#pragma once

#include "cusparse/block_factors.h"

namespace heddle::cusparse {

template <class Info>
Status check_block_solve(Call& call, cusparseDirection_t direction, cusparseOperation_t op,
                         i64 rows, i64 nnz, cusparseMatDescr_t descr, i64 size, Info* info) {
  if (!is_operation(op)) return call.invalid();
  return check_block_factors(call, direction, rows, nnz, descr, size, info);
}

// The first row of blocks whose diagonal block is not there, or not invertible.
template <class T>
int zero_block(const SparseMatrix& a, const Csr<T>& blocks, i64 rows) {
  if (a.diagonal == CUSPARSE_DIAG_TYPE_UNIT) return -1;
  const i64 size = a.block_rows;
  for (i64 row = 0; row < rows; ++row) {
    bool found = false;
    for (i64 k = blocks.begin(row); k < blocks.end(row); ++k) {
      if (blocks.column(k) != row) continue;
      found = true;
      for (i64 i = 0; i < size; ++i) found &= blocks.values[(k * size + i) * size + i] != T(0);
    }
    if (!found) return static_cast<int>(row) + blocks.base;
  }
  return -1;
}

template <class T, class Info>
Status analyse_block_solve(Call& call, cusparseDirection_t direction, cusparseOperation_t op,
                           i64 rows, i64 nnz, cusparseMatDescr_t descr, const T* values,
                           const int* offsets, const int* indices, i64 size, Info* info) {
  if (const Status status = check_block_solve(call, direction, op, rows, nnz, descr, size, info))
    return status;
  const Csr<T> blocks{values, offsets, indices, descr->base};
  const bool unit = descr->diagonal == CUSPARSE_DIAG_TYPE_UNIT;
  return call.once(cost_of(static_cast<double>(rows) * 20), [=, found = info->found] {
    found->pivot = unit ? -1 : missing_pivot(blocks, rows);
  });
}

// The n columns of op(X); where they lie and how far apart their numbers are.
struct BlockColumns {
  i64 n, column, row;
};
template <class T, class Info>
Status solve_blocks(Call& call, cusparseDirection_t direction, cusparseOperation_t op, i64 rows,
                    i64 nnz, const T* alpha, cusparseMatDescr_t descr, const T* values,
                    const int* offsets, const int* indices, i64 size, Info* info, const T* b,
                    BlockColumns from, T* x, BlockColumns to) {
  SparseMatrix a = bsr(direction, rows, rows, nnz, descr->base, values, offsets, indices, size);
  a.fill = descr->fill;
  a.diagonal = descr->diagonal;
  const Csr<T> blocks{values, offsets, indices, descr->base};
  const auto factor = call.scalar<T>(alpha);
  const double numbers = static_cast<double>(nnz * size * size);
  return call.ranges(to.n, cost_of(numbers * static_cast<double>(to.n) * 2), 1,
                     [=, found = info->found](i64 begin, i64 end) {
                       const Triangle<T> triangle(a, op, nullptr);
                       std::vector<T> y(static_cast<std::size_t>(a.rows));
                       for (i64 j = begin; j < end; ++j) {
                         for (i64 i = 0; i < a.rows; ++i)
                           y[static_cast<std::size_t>(i)] =
                               times(factor(), b[j * from.column + i * from.row]);
                         triangle.solve(y.data());
                         for (i64 i = 0; i < a.rows; ++i)
                           x[j * to.column + i * to.row] = y[static_cast<std::size_t>(i)];
                       }
                       if (begin == 0) found->pivot = zero_block(a, blocks, rows);
                     });
}

template <class T>
Status bsrsv2_bufferSize(Call& call, cusparseDirection_t direction, cusparseOperation_t op,
                         i64 rows, i64 nnz, cusparseMatDescr_t descr, T*, const int*, const int*,
                         i64 size, bsrsv2Info_t info, int* bytes) {
  const Status status = check_block_solve(call, direction, op, rows, nnz, descr, size, info);
  return status != kOk ? status : tell_buffer(call, bytes);
}
template <class T>
Status bsrsv2_analysis(Call& call, cusparseDirection_t direction, cusparseOperation_t op, i64 rows,
                       i64 nnz, cusparseMatDescr_t descr, const T* values, const int* offsets,
                       const int* indices, i64 size, bsrsv2Info_t info, cusparseSolvePolicy_t,
                       void*) {
  return analyse_block_solve(call, direction, op, rows, nnz, descr, values, offsets, indices, size,
                             info);
}
template <class T>
Status bsrsv2_solve(Call& call, cusparseDirection_t direction, cusparseOperation_t op, i64 rows,
                    i64 nnz, const T* alpha, cusparseMatDescr_t descr, const T* values,
                    const int* offsets, const int* indices, i64 size, bsrsv2Info_t info, const T* f,
                    T* x, cusparseSolvePolicy_t, void*) {
  if (const Status status = check_block_solve(call, direction, op, rows, nnz, descr, size, info))
    return status;
  if (!alpha) return call.invalid();
  call.writes(x, rows * size, 1);
  return solve_blocks(call, direction, op, rows, nnz, alpha, descr, values, offsets, indices, size,
                      info, f, {1, 0, 1}, x, {1, 0, 1});
}

template <class Info>
Status check_block_solves(Call& call, cusparseDirection_t direction, cusparseOperation_t op,
                          cusparseOperation_t op_x, i64 rows, i64 n, i64 nnz,
                          cusparseMatDescr_t descr, i64 size, Info* info) {
  if (n < 0 || !is_operation(op_x)) return call.invalid();
  if (op_x == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
    return call.not_supported("with a conjugated right side");
  return check_block_solve(call, direction, op, rows, nnz, descr, size, info);
}
template <class T>
Status bsrsm2_bufferSize(Call& call, cusparseDirection_t direction, cusparseOperation_t op,
                         cusparseOperation_t op_x, i64 rows, i64 n, i64 nnz,
                         cusparseMatDescr_t descr, T*, const int*, const int*, i64 size,
                         bsrsm2Info_t info, int* bytes) {
  const Status status =
      check_block_solves(call, direction, op, op_x, rows, n, nnz, descr, size, info);
  return status != kOk ? status : tell_buffer(call, bytes);
}
template <class T>
Status bsrsm2_analysis(Call& call, cusparseDirection_t direction, cusparseOperation_t op,
                       cusparseOperation_t op_x, i64 rows, i64 n, i64 nnz, cusparseMatDescr_t descr,
                       const T* values, const int* offsets, const int* indices, i64 size,
                       bsrsm2Info_t info, cusparseSolvePolicy_t, void*) {
  if (const Status status =
          check_block_solves(call, direction, op, op_x, rows, n, nnz, descr, size, info))
    return status;
  return analyse_block_solve(call, direction, op, rows, nnz, descr, values, offsets, indices, size,
                             info);
}
template <class T>
Status bsrsm2_solve(Call& call, cusparseDirection_t direction, cusparseOperation_t op,
                    cusparseOperation_t op_x, i64 rows, i64 n, i64 nnz, const T* alpha,
                    cusparseMatDescr_t descr, const T* values, const int* offsets,
                    const int* indices, i64 size, bsrsm2Info_t info, const T* b, i64 ldb, T* x,
                    i64 ldx, cusparseSolvePolicy_t, void*) {
  if (const Status status =
          check_block_solves(call, direction, op, op_x, rows, n, nnz, descr, size, info))
    return status;
  const bool transposed = op_x == CUSPARSE_OPERATION_TRANSPOSE;
  const i64 least = std::max<i64>(1, transposed ? n : rows * size);
  if (!alpha || ldb < least || ldx < least) return call.invalid();
  call.writes_matrix(x, transposed ? n : rows * size, transposed ? rows * size : n, ldx);
  const auto columns = [&](i64 ld) {
    return BlockColumns{n, transposed ? 1 : ld, transposed ? ld : 1};
  };
  return solve_blocks(call, direction, op, rows, nnz, alpha, descr, values, offsets, indices, size,
                      info, b, columns(ldb), x, columns(ldx));
}

// Of the rows of blocks that the mask names; the other numbers of y stay. Blocks of one number are
// refused, as on an H200.
template <class T>
Status bsrxmv(Call& call, cusparseDirection_t direction, cusparseOperation_t op, i64 masked,
              i64 rows, i64 columns, i64 nnz, const T* alpha, cusparseMatDescr_t descr,
              const T* values, const int* mask, const int* begins, const int* ends,
              const int* indices, i64 size, const T* x, const T* beta, T* y) {
  if (masked < 0 || rows < 0 || columns < 0 || nnz < 0 || !alpha || !beta || !descr || size < 1 ||
      (size == 1 && masked > 0) || !is_direction(direction) || !is_operation(op))
    return call.invalid();
  if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  if (op != CUSPARSE_OPERATION_NON_TRANSPOSE) return call.not_supported("of a transposed matrix");
  const int base = descr->base;
  const bool by_row = direction == CUSPARSE_DIRECTION_ROW;
  call.late_uses([=](library::Uses::List& uses) {
    for (i64 m = 0; m < masked; ++m)
      library::Uses::add(uses, y + (mask[m] - base) * size, size * sizeof(T), 1, size * sizeof(T),
                         true);
  });
  const auto factor = call.scalar<T>(alpha), kept = call.scalar<T>(beta);
  const double work = static_cast<double>(nnz) * size * size;
  return call.ranges(masked, cost_of(work), 1, [=](i64 first, i64 last) {
    for (i64 m = first; m < last; ++m) {
      const i64 row = mask[m] - base;
      for (i64 i = 0; i < size; ++i) {
        T sum{};
        for (i64 k = begins[row] - base; k < ends[row] - base; ++k)
          for (i64 j = 0; j < size; ++j)
            sum += times(values[k * size * size + (by_row ? i * size + j : j * size + i)],
                         x[(indices[k] - base) * size + j]);
        T& to = y[row * size + i];
        to = times(factor(), sum) + (kept() == T(0) ? T(0) : times(kept(), to));
      }
    }
  });
}

}  // namespace heddle::cusparse
