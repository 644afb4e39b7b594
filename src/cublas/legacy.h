// SPDX-License-Identifier: Apache-2.0
// The first interface of cuBLAS: functions without a handle call those with one. What went wrong is
// kept for cublasGetError, since they return nothing or what they found.
#pragma once

#include "cublas_api.h"

#define HEDDLE_CUBLAS_LEGACY extern "C" [[gnu::visibility("default")]]

namespace heddle::cublas {

struct LegacyState {
  cublasHandle_t blas = nullptr;
  cublasStatus_t failed = CUBLAS_STATUS_SUCCESS;
};
// Of the process, as documented: programs with several threads have to take turns.
LegacyState& legacy_state();

// Letters in either case; what is none gives a value that the function refuses.
inline char capital(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}
inline cublasOperation_t operation(char letter) {
  switch (capital(letter)) {
    case 'N':
      return CUBLAS_OP_N;
    case 'T':
      return CUBLAS_OP_T;
    case 'C':
      return CUBLAS_OP_C;
    default:
      return static_cast<cublasOperation_t>(-1);
  }
}
template <class E>
E one_of_two(char letter, char first, E one, char second, E other) {
  const char big = capital(letter);
  return big == first ? one : big == second ? other : static_cast<E>(-1);
}
inline cublasFillMode_t fill_mode(char letter) {
  return one_of_two(letter, 'L', CUBLAS_FILL_MODE_LOWER, 'U', CUBLAS_FILL_MODE_UPPER);
}
inline cublasDiagType_t diagonal(char letter) {
  return one_of_two(letter, 'N', CUBLAS_DIAG_NON_UNIT, 'U', CUBLAS_DIAG_UNIT);
}
inline cublasSideMode_t side_mode(char letter) {
  return one_of_two(letter, 'L', CUBLAS_SIDE_LEFT, 'R', CUBLAS_SIDE_RIGHT);
}

// body(state) -> what the function with a handle answers.
template <class Body>
void in_legacy_call(Body body) {
  LegacyState& known = legacy_state();
  const cublasStatus_t status = known.blas ? body(known) : CUBLAS_STATUS_NOT_INITIALIZED;
  if (status != CUBLAS_STATUS_SUCCESS) known.failed = status;
}

}  // namespace heddle::cublas
