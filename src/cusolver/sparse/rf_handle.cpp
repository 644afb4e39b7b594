// SPDX-License-Identifier: Apache-2.0
// Handles of cusolverRf, and their parameters.
#include "cusolver/sparse/rf_handle.h"

namespace heddle::cusolver {
namespace {

template <class T>
Status tell(T* at, T value) {
  if (!at) return CUSOLVER_STATUS_INVALID_VALUE;
  *at = value;
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace

HEDDLE_CUSOLVER cusolverRfCreate(cusolverRfHandle_t* out) {
  if (cudaFree(nullptr) != cudaSuccess) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return create_object<RfHandle>(out);
}
HEDDLE_CUSOLVER cusolverRfDestroy(cusolverRfHandle_t handle) {
  return destroy_object<RfHandle>(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
}

HEDDLE_CUSOLVER cusolverRfSetMatrixFormat(cusolverRfHandle_t handle,
                                          cusolverRfMatrixFormat_t format,
                                          cusolverRfUnitDiagonal_t diagonal) {
  return with_rf(handle, [&](const auto& known) {
    if (format < CUSOLVERRF_MATRIX_FORMAT_CSR || format > CUSOLVERRF_MATRIX_FORMAT_CSC ||
        diagonal < CUSOLVERRF_UNIT_DIAGONAL_STORED_L ||
        diagonal > CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U)
      return CUSOLVER_STATUS_INVALID_VALUE;
    known->format = format;
    known->diagonal = diagonal;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSOLVER cusolverRfGetMatrixFormat(cusolverRfHandle_t handle,
                                          cusolverRfMatrixFormat_t* format,
                                          cusolverRfUnitDiagonal_t* diagonal) {
  return with_rf(handle, [&](const auto& known) {
    const Status status = tell(format, known->format);
    return status ? status : tell(diagonal, known->diagonal);
  });
}

HEDDLE_CUSOLVER cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero,
                                               double boost) {
  return with_rf(handle, [&](const auto& known) {
    known->numeric = {zero, boost};
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSOLVER cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double* zero,
                                               double* boost) {
  return with_rf(handle, [&](const auto& known) {
    const Status status = tell(zero, known->numeric.zero);
    return status ? status : tell(boost, known->numeric.boost);
  });
}
HEDDLE_CUSOLVER cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                                cusolverRfNumericBoostReport_t* report) {
  return with_rf(handle, [&](const auto& known) {
    return tell(report,
                known->boosted ? CUSOLVERRF_NUMERIC_BOOST_USED : CUSOLVERRF_NUMERIC_BOOST_NOT_USED);
  });
}

// All of them compute the same here.
HEDDLE_CUSOLVER cusolverRfSetAlgs(cusolverRfHandle_t handle,
                                  cusolverRfFactorization_t factorisation,
                                  cusolverRfTriangularSolve_t triangular) {
  return with_rf(handle, [&](const auto& known) {
    if (factorisation < CUSOLVERRF_FACTORIZATION_ALG0 ||
        factorisation > CUSOLVERRF_FACTORIZATION_ALG2 ||
        triangular < CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 ||
        triangular > CUSOLVERRF_TRIANGULAR_SOLVE_ALG3)
      return CUSOLVER_STATUS_INVALID_VALUE;
    known->factorisation = factorisation;
    known->triangular = triangular;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSOLVER cusolverRfGetAlgs(cusolverRfHandle_t handle,
                                  cusolverRfFactorization_t* factorisation,
                                  cusolverRfTriangularSolve_t* triangular) {
  return with_rf(handle, [&](const auto& known) {
    const Status status = tell(factorisation, known->factorisation);
    return status ? status : tell(triangular, known->triangular);
  });
}
HEDDLE_CUSOLVER cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                                 cusolverRfResetValuesFastMode_t fast) {
  return with_rf(handle, [&](const auto& known) {
    if (fast < CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF || fast > CUSOLVERRF_RESET_VALUES_FAST_MODE_ON)
      return CUSOLVER_STATUS_INVALID_VALUE;
    known->fast = fast;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSOLVER cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                                 cusolverRfResetValuesFastMode_t* fast) {
  return with_rf(handle, [&](const auto& known) { return tell(fast, known->fast); });
}

}  // namespace heddle::cusolver
