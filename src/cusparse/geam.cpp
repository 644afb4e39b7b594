// SPDX-License-Identifier: Apache-2.0
#include "cusparse/geam.h"

namespace heddle::cusparse {

HEDDLE_CUSPARSE cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
                                     const cusparseMatDescr_t descr_a, int nnz_a,
                                     const int* offsets_a, const int* indices_a,
                                     const cusparseMatDescr_t descr_b, int nnz_b,
                                     const int* offsets_b, const int* indices_b,
                                     const cusparseMatDescr_t descr_c, int* offsets, int* total,
                                     void* workspace) {
  return in_call(handle, "cusparseXcsrgeam2Nnz", [&](Call& call) {
    if (!total) return call.invalid();
    Status status = check_sum(call, m, n, nnz_a, nnz_b, descr_a, descr_b, descr_c);
    if (status != kOk || (status = may_tell_count(call)) != kOk) return status;
    const Csr<float> a{nullptr, offsets_a, indices_a, descr_a->base};
    const Csr<float> b{nullptr, offsets_b, indices_b, descr_b->base};
    const int base = descr_c->base;
    call.writes(offsets, i64{m} + 1, 1).writes(total, 1, 1);
    return tell_count(call, call.once(cost_of(10.0 * (m + nnz_a + nnz_b)), [=] {
      i64 all = 0;
      offsets[0] = base;
      for (i64 row = 0; row < m; ++row) {
        all += static_cast<i64>(united(a, b, row).size());
        offsets[row + 1] = static_cast<int>(all) + base;
      }
      *total = static_cast<int>(all);
    }));
  });
}

}  // namespace heddle::cusparse
