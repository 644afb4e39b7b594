// SPDX-License-Identifier: Apache-2.0
// cuBLAS's enumerations as BLAS's letters; 0: no value of theirs.
#pragma once

#include "cublas_api.h"

namespace heddle::cublas {

inline char letter(cublasOperation_t trans) {
  switch (trans) {
    case CUBLAS_OP_N:
      return 'N';
    case CUBLAS_OP_T:
      return 'T';
    case CUBLAS_OP_C:
      return 'C';
    default:
      return 0;
  }
}
inline char letter(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : uplo == CUBLAS_FILL_MODE_UPPER ? 'U' : char{0};
}
inline char letter(cublasDiagType_t diag) {
  return diag == CUBLAS_DIAG_NON_UNIT ? 'N' : diag == CUBLAS_DIAG_UNIT ? 'U' : char{0};
}
inline char letter(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT ? 'L' : side == CUBLAS_SIDE_RIGHT ? 'R' : char{0};
}

}  // namespace heddle::cublas
