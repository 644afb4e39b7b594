// SPDX-License-Identifier: Apache-2.0
// What a handle of cusolverRf keeps.
#pragma once

#include "cusolver/sparse/refactor.h"
#include "cusolver/sparse/sparse_call.h"

namespace heddle::cusolver {

// Numbers of the factors where a program may look at them: memory of the device.
struct RfView {
  int *offsets = nullptr, *indices = nullptr;
  double* values = nullptr;
  RfView() = default;
  RfView(const RfView&) = delete;
  ~RfView() { release(); }
  void release();
};

struct RfHandle {
  cusolverRfMatrixFormat_t format = CUSOLVERRF_MATRIX_FORMAT_CSR;
  cusolverRfUnitDiagonal_t diagonal = CUSOLVERRF_UNIT_DIAGONAL_STORED_L;
  sparse::Refactor::Numeric numeric;
  cusolverRfFactorization_t factorisation = CUSOLVERRF_FACTORIZATION_ALG0;
  cusolverRfTriangularSolve_t triangular = CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
  cusolverRfResetValuesFastMode_t fast = CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF;
  bool boosted = false;

  // Of the setup.
  bool set_up = false, analysed = false;
  int batch = 0, numbers = 0;
  sparse::Refactor refactor;
  std::vector<i64> places;  // of A's numbers in M
  std::vector<std::vector<double>> assembled, factors;
  std::vector<int> zero_pivot;
  RfView view;

  bool by_columns() const { return format == CUSOLVERRF_MATRIX_FORMAT_CSC; }
  bool ones_in_u() const {
    return diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_U ||
           diagonal == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U;
  }
  bool ones_are_stored() const {
    return diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_L ||
           diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_U;
  }
  // Writes what changed to the view, if there is one.
  void show();
};

// The factors as a program sees them: both in one, or one of them.
enum class RfPart { kBoth, kLower, kUpper };
struct RfMatrix {
  sparse::Pattern pattern;  // lines of the handle's format
  std::vector<double> values;
};
RfMatrix part_of(const RfHandle& handle, RfPart part);

template <class Body>
Status with_rf(cusolverRfHandle_t handle, Body body) {
  const auto known = find_object<RfHandle>(handle);
  return known ? body(known) : CUSOLVER_STATUS_NOT_INITIALIZED;
}
// Functions without a handle's stream run in the default one, and the program waits for them.
inline SparseCall rf_call(const char* name, bool of_host) {
  return {SparseHandle{}, name, of_host};
}

}  // namespace heddle::cusolver
