// SPDX-License-Identifier: Apache-2.0
// Dense matrices as operands.
#pragma once

#include <utility>

#include "cusparse/call.h"
#include "cusparse/descriptors.h"
#include "cusparse/product.h"

namespace heddle::cusparse {

// op(matrix).
struct DenseOperand {
  i64 rows, columns;
  Operand operand;
};
inline DenseOperand operand_of(const DenseMatrix& of, cusparseOperation_t op) {
  DenseOperand out{
      of.rows, of.columns, {of.values, of.row_step(), of.column_step(), false, of.batch_stride}};
  if (op != CUSPARSE_OPERATION_NON_TRANSPOSE) {
    std::swap(out.rows, out.columns);
    std::swap(out.operand.row_step, out.operand.column_step);
  }
  out.operand.conjugated = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  return out;
}

// As tools are told.
inline void uses_dense(Call& call, const DenseMatrix& of, bool writes) {
  const i64 size = size_of(of.values.type);
  const bool by_row = of.order == CUSPARSE_ORDER_ROW;
  const i64 width = (by_row ? of.columns : of.rows) * size, height = by_row ? of.rows : of.columns;
  for (int batch = 0; batch < (of.batch_stride == 0 ? 1 : of.batches); ++batch) {
    const void* const at = of.values.from(batch * of.batch_stride).at;
    if (writes) {
      call.writes_bytes(at, width, height, of.ld * size);
    } else {
      call.reads_bytes(at, width, height, of.ld * size);
    }
  }
}
inline void writes_dense(Call& call, const DenseMatrix& of) {
  uses_dense(call, of, true);
}
inline void reads_dense(Call& call, const DenseMatrix& of) {
  uses_dense(call, of, false);
}

}  // namespace heddle::cusparse
