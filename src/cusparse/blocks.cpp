// SPDX-License-Identifier: Apache-2.0
#include "cusparse/blocks.h"

namespace heddle::cusparse {

HEDDLE_CUSPARSE cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                    int n, const cusparseMatDescr_t descr_a, const int* offsets,
                                    const int* indices, int size, const cusparseMatDescr_t descr_c,
                                    int* to_offsets, int* total) {
  return in_call(handle, "cusparseXcsr2bsrNnz", [&](Call& call) {
    Status status = check_blocks(call, direction, m, n, descr_a, descr_c, size);
    if (status != kOk) return status;
    if (!total) return call.invalid();
    if ((status = may_tell_count(call)) != kOk) return status;
    const i64 rows = (i64{m} + size - 1) / size;
    call.writes(to_offsets, rows + 1, 1).writes(total, 1, 1);
    const Csr<float> a{nullptr, offsets, indices, descr_a->base};
    const int base = descr_c->base;
    return tell_count(call, call.once(cost_of(m * 20.0), [=] {
      i64 all = 0;
      to_offsets[0] = base;
      for (i64 row = 0; row < rows; ++row) {
        all += static_cast<i64>(block_columns(a, m, row, size).size());
        to_offsets[row + 1] = static_cast<int>(all) + base;
      }
      *total = static_cast<int>(all);
    }));
  });
}

}  // namespace heddle::cusparse
