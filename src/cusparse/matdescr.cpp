// SPDX-License-Identifier: Apache-2.0
// Descriptors of the older interface.
#include "cusparse/block_factors.h"
#include "cusparse/color.h"
#include "cusparse/csru.h"
#include "cusparse/fields.h"
#include "cusparse/prune.h"

namespace heddle::cusparse {
namespace {

template <class T>
Status set_field(cusparseMatDescr_t a, T value, T highest, T cusparseMatDescr::* field) {
  if (!a || value < T(0) || value > highest) return CUSPARSE_STATUS_INVALID_VALUE;
  a->*field = value;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

#define HEDDLE_GET(name, type, field)                                          \
  extern "C" __attribute__((visibility("default"))) type cusparseGetMat##name( \
      const cusparseMatDescr_t a) {                                            \
    return a ? a->field : type(0);                                             \
  }

HEDDLE_CUSPARSE cusparseCreateMatDescr(cusparseMatDescr_t* out) {
  return make(out, true, cusparseMatDescr{});
}
HEDDLE_CUSPARSE cusparseDestroyMatDescr(cusparseMatDescr_t a) {
  return destroy(a);
}
HEDDLE_CUSPARSE cusparseSetMatType(cusparseMatDescr_t a, cusparseMatrixType_t type) {
  return set_field(a, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR, &cusparseMatDescr::type);
}
HEDDLE_GET(Type, cusparseMatrixType_t, type)
HEDDLE_CUSPARSE cusparseSetMatFillMode(cusparseMatDescr_t a, cusparseFillMode_t fill) {
  return set_field(a, fill, CUSPARSE_FILL_MODE_UPPER, &cusparseMatDescr::fill);
}
HEDDLE_GET(FillMode, cusparseFillMode_t, fill)
HEDDLE_CUSPARSE cusparseSetMatDiagType(cusparseMatDescr_t a, cusparseDiagType_t diagonal) {
  return set_field(a, diagonal, CUSPARSE_DIAG_TYPE_UNIT, &cusparseMatDescr::diagonal);
}
HEDDLE_GET(DiagType, cusparseDiagType_t, diagonal)
HEDDLE_CUSPARSE cusparseSetMatIndexBase(cusparseMatDescr_t a, cusparseIndexBase_t base) {
  return set_field(a, base, CUSPARSE_INDEX_BASE_ONE, &cusparseMatDescr::base);
}
HEDDLE_GET(IndexBase, cusparseIndexBase_t, base)

#define HEDDLE_INFO(Name, name)                                    \
  HEDDLE_CUSPARSE cusparseCreate##Name##Info(name##Info_t* out) {  \
    return make(out, true, name##Info{});                          \
  }                                                                \
  HEDDLE_CUSPARSE cusparseDestroy##Name##Info(name##Info_t info) { \
    return destroy(info);                                          \
  }
HEDDLE_INFO(Csrilu02, csrilu02)
HEDDLE_INFO(Csric02, csric02)
HEDDLE_INFO(Bsrilu02, bsrilu02)
HEDDLE_INFO(Bsric02, bsric02)
HEDDLE_INFO(Bsrsv2, bsrsv2)
HEDDLE_INFO(Bsrsm2, bsrsm2)
HEDDLE_INFO(Color, cusparseColor)
HEDDLE_INFO(Prune, prune)
HEDDLE_INFO(Csru2csr, csru2csr)
#undef HEDDLE_INFO

}  // namespace heddle::cusparse
