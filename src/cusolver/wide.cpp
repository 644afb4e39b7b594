// SPDX-License-Identifier: Apache-2.0
// Functions of 64 bits, whose types are arguments: those of 32 bits, of which LAPACK's are. Larger
// sizes are refused by name.
#include "cusolver/wide.h"

#include "cusolver/eigen.h"
#include "cusolver/factors.h"
#include "cusolver/singular.h"
#include "cusolver/systems.h"

namespace heddle::cusolver {

HEDDLE_CUSOLVER cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                            cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                            const void*, int64_t lda, cudaDataType compute,
                                            size_t* device, size_t* host) {
  return of_type(
      handle, "cusolverDnXpotrf_bufferSize", type, {n, lda}, {compute}, [&](Call& call, auto zero) {
        using T = decltype(zero);
        int size = 0;
        T* const none = nullptr;
        return tell_sizes(potrf_bufferSize<T>(call, uplo, n, none, lda, &size), device, host);
      });
}
HEDDLE_CUSOLVER cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t,
                                 cublasFillMode_t uplo, int64_t n, cudaDataType type, void* a,
                                 int64_t lda, cudaDataType compute, void*, size_t, void*, size_t,
                                 int* info) {
  return of_type(handle, "cusolverDnXpotrf", type, {n, lda}, {compute}, [&](Call& call, auto zero) {
    using T = decltype(zero);
    return potrf<T>(call, uplo, n, static_cast<T*>(a), lda, nullptr, 0, info);
  });
}
HEDDLE_CUSOLVER cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                 cublasFillMode_t uplo, int64_t n, int64_t columns,
                                 cudaDataType type, const void* a, int64_t lda, cudaDataType type_b,
                                 void* b, int64_t ldb, int* info) {
  return of_type(handle, "cusolverDnXpotrs", type, {n, columns, lda, ldb}, {type_b},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   return potrs<T>(call, uplo, n, columns, static_cast<const T*>(a), lda,
                                   static_cast<T*>(b), ldb, info);
                 });
}

HEDDLE_CUSOLVER cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                            int64_t m, int64_t n, cudaDataType type, const void*,
                                            int64_t lda, cudaDataType compute, size_t* device,
                                            size_t* host) {
  return of_type(handle, "cusolverDnXgetrf_bufferSize", type, {m, n, lda}, {compute},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   int size = 0;
                   T* const none = nullptr;
                   return tell_sizes(getrf_bufferSize<T>(call, m, n, none, lda, &size), device,
                                     host);
                 });
}
HEDDLE_CUSOLVER cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                 int64_t n, cudaDataType type, void* a, int64_t lda,
                                 int64_t* pivots, cudaDataType compute, void*, size_t, void*,
                                 size_t, int* info) {
  return of_type(handle, "cusolverDnXgetrf", type, {m, n, lda}, {compute},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   return getrf_wide<T>(call, m, n, static_cast<T*>(a), lda, pivots, info);
                 });
}
HEDDLE_CUSOLVER cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                 cublasOperation_t trans, int64_t n, int64_t columns,
                                 cudaDataType type, const void* a, int64_t lda,
                                 const int64_t* pivots, cudaDataType type_b, void* b, int64_t ldb,
                                 int* info) {
  return of_type(handle, "cusolverDnXgetrs", type, {n, columns, lda, ldb}, {type_b},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   return getrs<T>(call, trans, n, columns, static_cast<const T*>(a), lda, pivots,
                                   static_cast<T*>(b), ldb, info);
                 });
}

HEDDLE_CUSOLVER cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                            int64_t m, int64_t n, cudaDataType type, const void*,
                                            int64_t lda, cudaDataType type_tau, const void*,
                                            cudaDataType compute, size_t* device, size_t* host) {
  return of_type(handle, "cusolverDnXgeqrf_bufferSize", type, {m, n, lda}, {type_tau, compute},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   int size = 0;
                   T* const none = nullptr;
                   return tell_sizes(geqrf_bufferSize<T>(call, m, n, none, lda, &size), device,
                                     host);
                 });
}
HEDDLE_CUSOLVER cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                 int64_t n, cudaDataType type, void* a, int64_t lda,
                                 cudaDataType type_tau, void* tau, cudaDataType compute, void*,
                                 size_t, void*, size_t, int* info) {
  return of_type(handle, "cusolverDnXgeqrf", type, {m, n, lda}, {type_tau, compute},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   return geqrf<T>(call, m, n, static_cast<T*>(a), lda, static_cast<T*>(tau),
                                   nullptr, 0, info);
                 });
}

HEDDLE_CUSOLVER cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                            cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                            int64_t n, cudaDataType type, const void*, int64_t lda,
                                            cudaDataType type_w, const void*, cudaDataType compute,
                                            size_t* device, size_t* host) {
  return of_type(
      handle, "cusolverDnXsyevd_bufferSize", type, {n, lda}, {compute}, [&](Call& call, auto zero) {
        using T = decltype(zero);
        if (type_w != real_of(type)) return call.invalid();
        int size = 0;
        const T* const none = nullptr;
        return tell_sizes(syevd_bufferSize<T>(call, jobz, uplo, n, none, lda, nullptr, &size),
                          device, host);
      });
}
HEDDLE_CUSOLVER cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                                 cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                 cudaDataType type, void* a, int64_t lda, cudaDataType type_w,
                                 void* w, cudaDataType compute, void*, size_t, void*, size_t,
                                 int* info) {
  return of_type(handle, "cusolverDnXsyevd", type, {n, lda}, {compute}, [&](Call& call, auto zero) {
    using T = decltype(zero);
    if (type_w != real_of(type)) return call.invalid();
    return syevd<T>(call, jobz, uplo, n, static_cast<T*>(a), lda, static_cast<Real<T>*>(w), nullptr,
                    0, info);
  });
}

HEDDLE_CUSOLVER cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                            signed char, signed char, int64_t m, int64_t n,
                                            cudaDataType type, const void*, int64_t lda,
                                            cudaDataType type_s, const void*, cudaDataType type_u,
                                            const void*, int64_t ldu, cudaDataType type_vt,
                                            const void*, int64_t ldvt, cudaDataType compute,
                                            size_t* device, size_t* host) {
  return of_type(handle, "cusolverDnXgesvd_bufferSize", type, {m, n, lda, ldu, ldvt},
                 {type_u, type_vt, compute}, [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   if (type_s != real_of(type)) return call.invalid();
                   int size = 0;
                   return tell_sizes(gesvd_bufferSize<T>(call, m, n, &size), device, host);
                 });
}
HEDDLE_CUSOLVER cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                 signed char jobvt, int64_t m, int64_t n, cudaDataType type,
                                 void* a, int64_t lda, cudaDataType type_s, void* s,
                                 cudaDataType type_u, void* u, int64_t ldu, cudaDataType type_vt,
                                 void* vt, int64_t ldvt, cudaDataType compute, void*, size_t, void*,
                                 size_t, int* info) {
  return of_type(handle, "cusolverDnXgesvd", type, {m, n, lda, ldu, ldvt},
                 {type_u, type_vt, compute}, [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   if (type_s != real_of(type)) return call.invalid();
                   return gesvd<T>(call, jobu, jobvt, m, n, static_cast<T*>(a), lda,
                                   static_cast<Real<T>*>(s), static_cast<T*>(u), ldu,
                                   static_cast<T*>(vt), ldvt, nullptr, 0, nullptr, info);
                 });
}

}  // namespace heddle::cusolver
