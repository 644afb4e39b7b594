// SPDX-License-Identifier: Apache-2.0
// Functions of 64 bits for singular values and eigenvalues, whose types are arguments. The
// decomposition by polar factors and the randomised one have the results of the full one.
#include "cusolver/eigen.h"
#include "cusolver/singular.h"
#include "cusolver/wide.h"

namespace heddle::cusolver {
namespace {

// Bounds of a range: numbers of the host, which only a range by values has.
template <class T>
Real<T> bound(cusolverEigRange_t range, const void* at) {
  return range == CUSOLVER_EIG_RANGE_V && at ? *static_cast<const Real<T>*>(at) : Real<T>(0);
}

// jobu and jobv of the randomised decomposition: the k greatest, or values alone.
bool is_small_job(signed char job) {
  return job == 'S' || job == 'N';
}

}  // namespace

HEDDLE_CUSOLVER cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             cusolverEigMode_t jobz, cusolverEigRange_t range,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                             const void*, int64_t lda, void* vl, void* vu,
                                             int64_t il, int64_t iu, int64_t*, cudaDataType type_w,
                                             const void*, cudaDataType compute, size_t* device,
                                             size_t* host) {
  return of_type(handle, "cusolverDnXsyevdx_bufferSize", type, {n, lda, il, iu}, {compute},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   if (type_w != real_of(type)) return call.invalid();
                   int size = 0;
                   const T* const none = nullptr;
                   return tell_sizes(syevdx_bufferSize<T>(call, jobz, range, uplo, n, none, lda,
                                                          bound<T>(range, vl), bound<T>(range, vu),
                                                          il, iu, nullptr, nullptr, &size),
                                     device, host);
                 });
}
HEDDLE_CUSOLVER cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t jobz, cusolverEigRange_t range,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType type, void* a,
                                  int64_t lda, void* vl, void* vu, int64_t il, int64_t iu,
                                  int64_t* found, cudaDataType type_w, void* w,
                                  cudaDataType compute, void*, size_t, void*, size_t, int* info) {
  return of_type(
      handle, "cusolverDnXsyevdx", type, {n, lda, il, iu}, {compute}, [&](Call& call, auto zero) {
        using T = decltype(zero);
        if (type_w != real_of(type) || !found) return call.invalid();
        int count = 0;
        const Status status = syevdx<T>(call, jobz, range, uplo, n, static_cast<T*>(a), lda,
                                        bound<T>(range, vl), bound<T>(range, vu), il, iu, &count,
                                        static_cast<Real<T>*>(w), nullptr, 0, info);
        if (status == CUSOLVER_STATUS_SUCCESS) *found = count;
        return status;
      });
}

HEDDLE_CUSOLVER cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                                  cusolverEigMode_t jobz, cublasFillMode_t uplo,
                                                  int64_t n, cudaDataType type, const void*,
                                                  int64_t lda, cudaDataType type_w, const void*,
                                                  cudaDataType compute, size_t* device,
                                                  size_t* host, int64_t batch) {
  return of_type(handle, "cusolverDnXsyevBatched_bufferSize", type, {n, lda, batch}, {compute},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   if (type_w != real_of(type)) return call.invalid();
                   int size = 0;
                   const T* const none = nullptr;
                   return tell_sizes(syevjBatched_bufferSize<T>(call, jobz, uplo, n, none, lda,
                                                                nullptr, &size, nullptr, batch),
                                     device, host);
                 });
}
HEDDLE_CUSOLVER cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t,
                                       cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                       cudaDataType type, void* a, int64_t lda, cudaDataType type_w,
                                       void* w, cudaDataType compute, void*, size_t, void*, size_t,
                                       int* info, int64_t batch) {
  return of_type(handle, "cusolverDnXsyevBatched", type, {n, lda, batch}, {compute},
                 [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   if (type_w != real_of(type)) return call.invalid();
                   return syevjBatched<T>(call, jobz, uplo, n, static_cast<T*>(a), lda,
                                          static_cast<Real<T>*>(w), nullptr, 0, info, nullptr,
                                          batch);
                 });
}

HEDDLE_CUSOLVER cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
                                             cudaDataType type, const void*, int64_t lda,
                                             cudaDataType type_s, const void*, cudaDataType type_u,
                                             const void*, int64_t ldu, cudaDataType type_v,
                                             const void*, int64_t ldv, cudaDataType compute,
                                             size_t* device, size_t* host) {
  return of_type(handle, "cusolverDnXgesvdp_bufferSize", type, {m, n, lda, ldu, ldv},
                 {type_u, type_v, compute}, [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   if (type_s != real_of(type)) return call.invalid();
                   int size = 0;
                   const T* const none = nullptr;
                   return tell_sizes(
                       gesvdj_bufferSize<T>(call, jobz, econ, m, n, none, lda, nullptr, none, ldu,
                                            none, ldv, &size, nullptr),
                       device, host);
                 });
}
HEDDLE_CUSOLVER cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
                                  cudaDataType type, void* a, int64_t lda, cudaDataType type_s,
                                  void* s, cudaDataType type_u, void* u, int64_t ldu,
                                  cudaDataType type_v, void* v, int64_t ldv, cudaDataType compute,
                                  void*, size_t, void*, size_t, int* info, double* perturbation) {
  return of_type(handle, "cusolverDnXgesvdp", type, {m, n, lda, ldu, ldv},
                 {type_u, type_v, compute}, [&](Call& call, auto zero) {
                   using T = decltype(zero);
                   if (type_s != real_of(type)) return call.invalid();
                   const Status status = gesvdj<T>(
                       call, jobz, econ, m, n, static_cast<T*>(a), lda, static_cast<Real<T>*>(s),
                       static_cast<T*>(u), ldu, static_cast<T*>(v), ldv, nullptr, 0, info, nullptr);
                   // A singular matrix is not moved away from where it is.
                   if (status == CUSOLVER_STATUS_SUCCESS && perturbation) *perturbation = 0;
                   return status;
                 });
}

HEDDLE_CUSOLVER cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             signed char jobu, signed char jobv, int64_t m,
                                             int64_t n, int64_t k, int64_t p, int64_t iterations,
                                             cudaDataType type, const void*, int64_t lda,
                                             cudaDataType type_s, const void*, cudaDataType type_u,
                                             const void*, int64_t ldu, cudaDataType type_v,
                                             const void*, int64_t ldv, cudaDataType compute,
                                             size_t* device, size_t* host) {
  return of_type(handle, "cusolverDnXgesvdr_bufferSize", type, {m, n, lda, ldu, ldv},
                 {type_u, type_v, compute}, [&](Call& call, auto) {
                   // The one function that wants parameters, as on a GPU.
                   const bool fine = params && type_s == real_of(type) && is_small_job(jobu) &&
                                     is_small_job(jobv) && is_matrix(m, n, lda) && k >= 0 &&
                                     p >= 0 && k + p <= std::min(m, n) && iterations >= 0 &&
                                     (jobu == 'N' || ldu >= std::max<i64>(1, m)) &&
                                     (jobv == 'N' || ldv >= std::max<i64>(1, n));
                   return tell_sizes(fine ? CUSOLVER_STATUS_SUCCESS : call.invalid(), device, host);
                 });
}
HEDDLE_CUSOLVER cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  signed char jobu, signed char jobv, int64_t m, int64_t n,
                                  int64_t k, int64_t p, int64_t iterations, cudaDataType type,
                                  void* a, int64_t lda, cudaDataType type_s, void* s,
                                  cudaDataType type_u, void* u, int64_t ldu, cudaDataType type_v,
                                  void* v, int64_t ldv, cudaDataType compute, void*, size_t, void*,
                                  size_t, int* info) {
  std::size_t device = 0, host = 0;
  if (const Status status = cusolverDnXgesvdr_bufferSize(
          handle, params, jobu, jobv, m, n, k, p, iterations, type, a, lda, type_s, s, type_u, u,
          ldu, type_v, v, ldv, compute, &device, &host))
    return status;
  return of_type(handle, "cusolverDnXgesvdr", type, {}, {}, [&](Call& call, auto zero) {
    using T = decltype(zero);
    auto* const us = static_cast<T*>(u);
    auto* const vs = static_cast<T*>(v);
    auto* const values = static_cast<Real<T>*>(s);
    call.changes_matrix(static_cast<T*>(a), m, n, lda).writes(values, k, 1);
    call.writes_matrix(us, jobu == 'S' ? m : 0, k, ldu);
    call.writes_matrix(vs, jobv == 'S' ? n : 0, k, ldv).writes(info, info ? 1 : 0, 1);
    const i64 least = std::min(m, n);
    return call.once(cubic(m, n, least, 12), [=] {
      std::vector<T> left(m * least), right(n * least);
      std::vector<Real<T>> all(least);
      tell(info, svd_with_v(true, false, m, n, static_cast<T*>(a), lda, all.data(), left.data(), m,
                            right.data(), n));
      std::copy_n(all.data(), k, values);
      for (i64 j = 0; j < k; ++j) {
        if (jobu == 'S') std::copy_n(left.data() + j * m, m, us + j * ldu);
        if (jobv == 'S') std::copy_n(right.data() + j * n, n, vs + j * ldv);
      }
    });
  });
}

}  // namespace heddle::cusolver
