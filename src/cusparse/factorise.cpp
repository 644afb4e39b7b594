// SPDX-License-Identifier: Apache-2.0
// Zero pivots of factorisations and systems: the first one, for which the host waits.
#include "cusparse/block_factors.h"

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

#define HEDDLE_ZERO_PIVOT(name)                                                           \
  HEDDLE_CUSPARSE cusparseX##name##_zeroPivot(cusparseHandle_t handle, name##Info_t info, \
                                              int* position) {                            \
    return in_call(handle, "cusparseX" #name "_zeroPivot",                                \
                   [&](Call& call) { return zero_pivot(call, info, position); });         \
  }
HEDDLE_ZERO_PIVOT(csrilu02)
HEDDLE_ZERO_PIVOT(csric02)
HEDDLE_ZERO_PIVOT(bsrilu02)
HEDDLE_ZERO_PIVOT(bsric02)
HEDDLE_ZERO_PIVOT(bsrsv2)
HEDDLE_ZERO_PIVOT(bsrsm2)
#undef HEDDLE_ZERO_PIVOT

}  // namespace heddle::cusparse
