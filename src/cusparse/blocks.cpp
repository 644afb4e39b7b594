// SPDX-License-Identifier: Apache-2.0
// Patterns of matrices of blocks: how many there will be, and where.
#include "cusparse/blocks.h"

namespace heddle::cusparse {

HEDDLE_CUSPARSE cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                    int n, const cusparseMatDescr_t descr_a, const int* offsets,
                                    const int* indices, int size, const cusparseMatDescr_t descr_c,
                                    int* to_offsets, int* total) {
  return in_call(handle, "cusparseXcsr2bsrNnz", [&](Call& call) {
    if (const Status status = check_blocks(call, direction, m, n, descr_a, descr_c, {size}))
      return status;
    const CsrRows<float> a{{nullptr, offsets, indices, descr_a->base}, m};
    return to_block_count(call, a, BlockShape(direction, size, size), descr_c->base, to_offsets,
                          total);
  });
}
HEDDLE_CUSPARSE cusparseXcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                      int n, const cusparseMatDescr_t descr_a, const int* offsets,
                                      const int* indices, const cusparseMatDescr_t descr_c,
                                      int* to_offsets, int rows, int columns, int* total, void*) {
  return in_call(handle, "cusparseXcsr2gebsrNnz", [&](Call& call) {
    if (const Status status =
            check_blocks(call, direction, m, n, descr_a, descr_c, {rows, columns}))
      return status;
    const CsrRows<float> a{{nullptr, offsets, indices, descr_a->base}, m};
    return to_block_count(call, a, BlockShape(direction, rows, columns), descr_c->base, to_offsets,
                          total);
  });
}
HEDDLE_CUSPARSE cusparseXgebsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t direction,
                                        int mb, int nb, int nnzb, const cusparseMatDescr_t descr_a,
                                        const int* offsets, const int* indices, int rows_a,
                                        int columns_a, const cusparseMatDescr_t descr_c,
                                        int* to_offsets, int rows_c, int columns_c, int* total,
                                        void*) {
  return in_call(handle, "cusparseXgebsr2gebsrNnz", [&](Call& call) {
    if (nnzb < 0) return call.invalid();
    if (const Status status = check_blocks(call, direction, mb, nb, descr_a, descr_c,
                                           {rows_a, columns_a, rows_c, columns_c}))
      return status;
    const BlockRows<float> a{{nullptr, offsets, indices, descr_a->base},
                             i64{mb} * rows_a,
                             BlockShape(direction, rows_a, columns_a)};
    return to_block_count(call, a, BlockShape(direction, rows_c, columns_c), descr_c->base,
                          to_offsets, total);
  });
}

HEDDLE_CUSPARSE cusparseXgebsr2csr(cusparseHandle_t handle, cusparseDirection_t direction, int mb,
                                   int nb, const cusparseMatDescr_t descr_a, const int* offsets,
                                   const int* indices, int rows, int columns,
                                   const cusparseMatDescr_t descr_c, int* to_offsets,
                                   int* to_indices) {
  return in_call(handle, "cusparseXgebsr2csr", [&](Call& call) {
    const float* const none = nullptr;
    return gebsr2csr<float>(call, direction, mb, nb, descr_a, none, offsets, indices, rows, columns,
                            descr_c, nullptr, to_offsets, to_indices);
  });
}

}  // namespace heddle::cusparse
