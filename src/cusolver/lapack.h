// SPDX-License-Identifier: Apache-2.0
// LAPACK's routines with the memory that they need, and its letters.
#pragma once

#include <memory>
#include <vector>

#include "cusolver/call.h"
#include "library/openblas.h"

namespace heddle::cusolver {

using library::blas;
using library::Routine;

inline bool is_fill(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}
inline char letter(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U';
}
inline bool is_operation(cublasOperation_t trans) {
  return trans == CUBLAS_OP_N || trans == CUBLAS_OP_T || trans == CUBLAS_OP_C;
}
// LAPACK's orthogonal factors of real numbers have no C.
template <class T>
char letter(cublasOperation_t trans) {
  if (trans == CUBLAS_OP_N) return 'N';
  return is_complex<T> && trans == CUBLAS_OP_C ? 'C' : 'T';
}
inline bool is_side(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT;
}
inline char letter(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT ? 'L' : 'R';
}
inline bool is_diagonal(cublasDiagType_t diagonal) {
  return diagonal == CUBLAS_DIAG_UNIT || diagonal == CUBLAS_DIAG_NON_UNIT;
}
inline bool is_direct(cusolverDirectMode_t direct) {
  return direct == CUBLAS_DIRECT_FORWARD || direct == CUBLAS_DIRECT_BACKWARD;
}
inline bool is_stored(cusolverStorevMode_t stored) {
  return stored == CUBLAS_STOREV_COLUMNWISE || stored == CUBLAS_STOREV_ROWWISE;
}
inline bool is_mode(cusolverEigMode_t jobz) {
  return jobz == CUSOLVER_EIG_MODE_NOVECTOR || jobz == CUSOLVER_EIG_MODE_VECTOR;
}
inline char letter(cusolverEigMode_t jobz) {
  return jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N';
}
inline bool is_matrix(i64 rows, i64 columns, i64 ld) {
  return rows >= 0 && columns >= 0 && ld >= std::max<i64>(1, rows);
}
// The result of a routine, where the program wants it.
inline void tell(int* at, int info) {
  if (at) *at = info;
}

// The same routine has another name for complex matrices.
template <class T>
constexpr Routine either(Routine real, Routine complex) {
  return is_complex<T> ? complex : real;
}

// routine(work, lwork), first with -1, to hear what it needs.
template <class T, class Run>
void with_work(Run run) {
  T size{};
  run(&size, -1);
  const int count = std::max(1, static_cast<int>(std::real(size)));
  const auto work = std::make_unique_for_overwrite<T[]>(count);
  run(work.get(), count);
}

// Operations of a factorisation, for Cost.
inline library::Cost cubic(double m, double n, double k, double factor) {
  return {.operations = factor * m * n * k, .bytes = 8 * m * n};
}

// run(count) -> LAPACK's info, in its turn of the stream. What it counts (iterations, values) is
// told to the host, which waits for it.
template <class Run>
Status count_for_host(Call& call, library::Cost cost, int* count, int* info, Run run) {
  if (const Status status = call.may_wait()) return status;
  call.writes(info, info ? 1 : 0, 1);
  const Status status = call.once(cost, [=] { tell(info, run(*count)); });
  return status ? status : call.wait();
}

}  // namespace heddle::cusolver
