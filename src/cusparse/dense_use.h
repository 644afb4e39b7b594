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

inline void writes_dense(Call& call, const DenseMatrix& of) {
  const i64 size = size_of(of.values.type);
  const bool by_row = of.order == CUSPARSE_ORDER_ROW;
  for (int batch = 0; batch < (of.batch_stride == 0 ? 1 : of.batches); ++batch)
    call.writes_bytes(of.values.from(batch * of.batch_stride).at,
                      (by_row ? of.columns : of.rows) * size, by_row ? of.rows : of.columns,
                      of.ld * size);
}

}  // namespace heddle::cusparse
