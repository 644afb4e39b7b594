// SPDX-License-Identifier: Apache-2.0
// Functions of 64 bits of factors: systems of symmetric matrices, inverses of triangles, block
// reflectors.
#include "cusolver/lapack.h"
#include "cusolver/wide.h"

namespace heddle::cusolver {

HEDDLE_CUSOLVER cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                            int64_t n, int64_t columns, cudaDataType type,
                                            const void*, int64_t lda, const int64_t*,
                                            cudaDataType type_b, void*, int64_t ldb, size_t* device,
                                            size_t* host) {
  return of_type(handle, "cusolverDnXsytrs_bufferSize", type, {n, columns, lda, ldb}, {type_b},
                 [&](Call& call, auto) {
                   const bool fine =
                       is_fill(uplo) && is_matrix(n, n, lda) && is_matrix(n, columns, ldb);
                   return tell_sizes(fine ? CUSOLVER_STATUS_SUCCESS : call.invalid(), device, host);
                 });
}
// Without pivots the factors are those of a matrix that was not pivoted.
HEDDLE_CUSOLVER cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                                 int64_t columns, cudaDataType type, const void* a, int64_t lda,
                                 const int64_t* pivots, cudaDataType type_b, void* b, int64_t ldb,
                                 void*, size_t, void*, size_t, int* info) {
  return of_type(handle, "cusolverDnXsytrs", type, {n, columns, lda, ldb}, {type_b},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   if (!is_fill(uplo) || !is_matrix(n, n, lda) || !is_matrix(n, columns, ldb))
                     return call.invalid();
                   const auto* const factors = static_cast<const T*>(a);
                   auto* const right = static_cast<T*>(b);
                   call.changes_matrix(right, n, columns, ldb).reads_matrix(factors, n, n, lda);
                   call.reads(pivots, pivots ? n : 0, 1).writes(info, info ? 1 : 0, 1);
                   return call.once(cubic(n, n, columns, 2), [=] {
                     std::vector<int> rows(static_cast<std::size_t>(std::max<i64>(1, n)));
                     for (i64 i = 0; i < n; ++i)
                       rows[static_cast<std::size_t>(i)] =
                           pivots ? static_cast<int>(pivots[i]) : static_cast<int>(i + 1);
                     int result = 0;
                     blas<T>(Routine::sytrs, letter(uplo), n, columns, factors, lda, rows.data(),
                             right, ldb, &result);
                     tell(info, result);
                   });
                 });
}

HEDDLE_CUSOLVER cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                            cublasDiagType_t diagonal, int64_t n, cudaDataType type,
                                            void*, int64_t lda, size_t* device, size_t* host) {
  return of_type(handle, "cusolverDnXtrtri_bufferSize", type, {n, lda}, {}, [&](Call& call, auto) {
    const bool fine = is_fill(uplo) && is_diagonal(diagonal) && is_matrix(n, n, lda);
    return tell_sizes(fine ? CUSOLVER_STATUS_SUCCESS : call.invalid(), device, host);
  });
}
HEDDLE_CUSOLVER cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                 cublasDiagType_t diagonal, int64_t n, cudaDataType type, void* a,
                                 int64_t lda, void*, size_t, void*, size_t, int* info) {
  return of_type(handle, "cusolverDnXtrtri", type, {n, lda}, {}, [&](Call& call, auto zero) {
    using T = decltype(zero);
    if (!is_fill(uplo) || !is_diagonal(diagonal) || !is_matrix(n, n, lda)) return call.invalid();
    auto* const matrix = static_cast<T*>(a);
    call.changes_matrix(matrix, n, n, lda).writes(info, info ? 1 : 0, 1);
    return call.once(cubic(n, n, n, 0.33), [=] {
      int result = 0;
      const char unit = diagonal == CUBLAS_DIAG_UNIT ? 'U' : 'N';
      blas<T>(Routine::trtri, letter(uplo), unit, n, matrix, lda, &result);
      tell(info, result);
    });
  });
}

HEDDLE_CUSOLVER cusolverDnXlarft_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                            cusolverDirectMode_t direct,
                                            cusolverStorevMode_t stored, int64_t n, int64_t k,
                                            cudaDataType type, const void*, int64_t ldv,
                                            cudaDataType type_tau, const void*, cudaDataType type_t,
                                            void*, int64_t ldt, cudaDataType compute,
                                            size_t* device, size_t* host) {
  return of_type(
      handle, "cusolverDnXlarft_bufferSize", type, {n, k, ldv, ldt}, {type_tau, type_t, compute},
      [&](Call& call, auto) {
        const bool fine =
            is_direct(direct) && is_stored(stored) && n >= 0 && k >= 0 && k <= n &&
            ldv >= (stored == CUBLAS_STOREV_ROWWISE ? std::max<i64>(1, k) : std::max<i64>(1, n)) &&
            ldt >= std::max<i64>(1, k);
        return tell_sizes(fine ? CUSOLVER_STATUS_SUCCESS : call.invalid(), device, host);
      });
}
HEDDLE_CUSOLVER cusolverDnXlarft(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                 cusolverDirectMode_t direct, cusolverStorevMode_t stored,
                                 int64_t n, int64_t k, cudaDataType type, const void* v,
                                 int64_t ldv, cudaDataType type_tau, const void* tau,
                                 cudaDataType type_t, void* t, int64_t ldt, cudaDataType compute,
                                 void*, size_t, void*, size_t) {
  std::size_t device = 0, host = 0;
  if (const Status status =
          cusolverDnXlarft_bufferSize(handle, params, direct, stored, n, k, type, v, ldv, type_tau,
                                      tau, type_t, t, ldt, compute, &device, &host))
    return status;
  return of_type(handle, "cusolverDnXlarft", type, {}, {}, [&](Call& call, auto zero) {
    using T = decltype(zero);
    const auto* const vectors = static_cast<const T*>(v);
    const auto* const scales = static_cast<const T*>(tau);
    auto* const block = static_cast<T*>(t);
    const bool by_rows = stored == CUBLAS_STOREV_ROWWISE;
    call.reads_matrix(vectors, by_rows ? k : n, by_rows ? n : k, ldv).reads(scales, k, 1);
    call.writes_matrix(block, k, k, ldt);
    return call.once(cubic(n, k, k, 1), [=] {
      const char from = direct == CUBLAS_DIRECT_FORWARD ? 'F' : 'B';
      const char kept = stored == CUBLAS_STOREV_COLUMNWISE ? 'C' : 'R';
      blas<T>(Routine::larft, from, kept, n, k, vectors, ldv, scales, block, ldt);
    });
  });
}

}  // namespace heddle::cusolver
