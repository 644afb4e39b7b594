// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of matrices that are not symmetric: cusolverDnXgeev.
#include "cusolver/lapack.h"
#include "cusolver/wide.h"

namespace heddle::cusolver {
namespace {

cudaDataType complex_of(cudaDataType type) {
  return type == CUDA_R_32F ? CUDA_C_32F : type == CUDA_R_64F ? CUDA_C_64F : type;
}

// Of real matrices the real parts come first, then the imaginary ones.
template <class T>
int eigen(char left, char right, int n, T* a, int lda, T* values, T* vl, int ldvl, T* vr,
          int ldvr) {
  int info = 0;
  std::vector<Real<T>> reals(is_complex<T> ? 2 * static_cast<std::size_t>(n) + 1 : 1);
  with_work<T>([&](T* work, int size) {
    if constexpr (is_complex<T>)
      blas<T>(Routine::geev, left, right, n, a, lda, values, vl, ldvl, vr, ldvr, work, size,
              reals.data(), &info);
    else
      blas<T>(Routine::geev, left, right, n, a, lda, values, values + n, vl, ldvl, vr, ldvr, work,
              size, &info);
  });
  return info;
}

struct Geev {
  cusolverEigMode_t left, right;
  i64 n, lda;
  cudaDataType type, type_w, type_vl, type_vr;
  i64 ldvl, ldvr;
};
// CUSOLVER_STATUS_SUCCESS: it is one.
Status check(Call& call, const Geev& g) {
  const auto is_ld = [&](i64 ld, cusolverEigMode_t wanted) {
    return ld >= 1 && (wanted != CUSOLVER_EIG_MODE_VECTOR || ld >= g.n);
  };
  if (!is_mode(g.left) || !is_mode(g.right) || !is_matrix(g.n, g.n, g.lda) ||
      !is_ld(g.ldvl, g.left) || !is_ld(g.ldvr, g.right))
    return call.invalid();
  if (g.type_vl != g.type || g.type_vr != g.type ||
      (g.type_w != g.type && g.type_w != complex_of(g.type)))
    return call.invalid();
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace

HEDDLE_CUSOLVER cusolverDnXgeev_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                           cusolverEigMode_t left, cusolverEigMode_t right,
                                           int64_t n, cudaDataType type, const void*, int64_t lda,
                                           cudaDataType type_w, const void*, cudaDataType type_vl,
                                           const void*, int64_t ldvl, cudaDataType type_vr,
                                           const void*, int64_t ldvr, cudaDataType compute,
                                           size_t* device, size_t* host) {
  return of_type(handle, "cusolverDnXgeev_bufferSize", type, {n, lda, ldvl, ldvr}, {compute},
                 [&](Call& call, auto) {
                   return tell_sizes(check(call, {left, right, n, lda, type, type_w, type_vl,
                                                  type_vr, ldvl, ldvr}),
                                     device, host);
                 });
}
HEDDLE_CUSOLVER cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t,
                                cusolverEigMode_t left, cusolverEigMode_t right, int64_t n,
                                cudaDataType type, void* a, int64_t lda, cudaDataType type_w,
                                void* w, cudaDataType type_vl, void* vl, int64_t ldvl,
                                cudaDataType type_vr, void* vr, int64_t ldvr, cudaDataType compute,
                                void*, size_t, void*, size_t, int* info) {
  return of_type(
      handle, "cusolverDnXgeev", type, {n, lda, ldvl, ldvr}, {compute}, [&](Call& call, auto zero) {
        using T = decltype(zero);
        if (const Status status =
                check(call, {left, right, n, lda, type, type_w, type_vl, type_vr, ldvl, ldvr}))
          return status;
        auto* const matrix = static_cast<T*>(a);
        auto* const lefts = static_cast<T*>(vl);
        auto* const rights = static_cast<T*>(vr);
        const auto columns = [n](cusolverEigMode_t wanted) {
          return wanted == CUSOLVER_EIG_MODE_VECTOR ? n : 0;
        };
        const bool in_pairs = type_w != type;  // a real matrix's values as complex numbers
        const i64 parts = !is_complex<T> ? 2 : 1;
        call.changes_matrix(matrix, n, n, lda).writes(static_cast<T*>(w), parts * n, 1);
        call.writes_matrix(lefts, n, columns(left), ldvl);
        call.writes_matrix(rights, n, columns(right), ldvr).writes(info, info ? 1 : 0, 1);
        return call.once(cubic(n, n, n, columns(left) + columns(right) > 0 ? 25 : 10), [=] {
          std::vector<T> values(static_cast<std::size_t>(parts * n) + 1);
          tell(info, eigen(letter(left), letter(right), static_cast<int>(n), matrix,
                           static_cast<int>(lda), values.data(), lefts, static_cast<int>(ldvl),
                           rights, static_cast<int>(ldvr)));
          auto* const to = static_cast<T*>(w);
          for (i64 i = 0; i < parts * n; ++i) {
            const i64 at = in_pairs ? i % n * 2 + i / n : i;
            to[at] = values[static_cast<std::size_t>(i)];
          }
        });
      });
}

}  // namespace heddle::cusolver
