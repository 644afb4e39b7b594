// SPDX-License-Identifier: Apache-2.0
// Zero pivots of the incomplete factorisations: the first one, for which the host waits.
#include "cusparse/factorise.h"

namespace heddle::cusparse {
namespace {

template <class Info>
Status zero_pivot(Call& call, Info* info, int* position) {
  if (!info || !position) return call.invalid();
  Status status = call.may_wait();
  if (status == kOk) status = call.wait();
  if (status != kOk) return status;
  const int pivot = info->found->pivot;
  // A place in memory of the device is a place all the same.
  *position = pivot;
  return pivot < 0 ? kOk : CUSPARSE_STATUS_ZERO_PIVOT;
}

}  // namespace

HEDDLE_CUSPARSE cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
                                            int* position) {
  return in_call(handle, "cusparseXcsrilu02_zeroPivot",
                 [&](Call& call) { return zero_pivot(call, info, position); });
}
HEDDLE_CUSPARSE cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info,
                                           int* position) {
  return in_call(handle, "cusparseXcsric02_zeroPivot",
                 [&](Call& call) { return zero_pivot(call, info, position); });
}

}  // namespace heddle::cusparse
