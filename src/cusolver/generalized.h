// SPDX-License-Identifier: Apache-2.0
// Some of the eigenvalues of a pair of symmetric or Hermitian matrices.
#pragma once

#include "cusolver/eigen.h"

namespace heddle::cusolver {

// The vectors come into the first columns of A, B's Cholesky factor into B. Returns how many values
// there are.
template <class T>
int generalized_some(int type, char jobz, cusolverEigRange_t range, char uplo, int n, T* a, int lda,
                     T* b, int ldb, Real<T> vl, Real<T> vu, int il, int iu, Real<T>* values,
                     int& info) {
  int found = 0;
  const auto size = static_cast<std::size_t>(std::max(1, n));
  std::vector<T> vectors(jobz == 'V' ? size * size : 1);
  std::vector<Real<T>> all(size), reals(is_complex<T> ? 7 * size : 1);
  std::vector<int> integers(5 * size), failed(size);
  const Real<T> tolerance = 0;
  with_work<T>([&](T* work, int length) {
    const auto call = [&](auto... memory) {
      blas<T>(either<T>(Routine::sygvx, Routine::hegvx), type, jobz, letter(range), uplo, n, a, lda,
              b, ldb, &vl, &vu, il, iu, &tolerance, &found, all.data(), vectors.data(),
              std::max(1, n), work, length, memory..., integers.data(), failed.data(), &info);
    };
    if constexpr (is_complex<T>)
      call(reals.data());
    else
      call();
  });
  if (info > n) return 0;  // B is not positive definite
  return give_found(found, all, values, jobz, vectors, n, a, lda);
}

template <class T>
Status sygvdx_bufferSize(Call&, cusolverEigType_t type, cusolverEigMode_t jobz,
                         cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T*, int lda,
                         const T*, int ldb, Real<T> vl, Real<T> vu, int il, int iu, int*,
                         const Real<T>*, int* size) {
  const bool fine = is_type(type) && is_mode(jobz) && is_fill(uplo) && is_matrix(n, n, lda) &&
                    is_matrix(n, n, ldb) && is_selection<T>(range, n, vl, vu, il, iu);
  return fine ? tell_size(size) : Call::invalid();
}
template <class T>
Status sygvdx(Call& call, cusolverEigType_t type, cusolverEigMode_t jobz, cusolverEigRange_t range,
              cublasFillMode_t uplo, int n, T* a, int lda, T* b, int ldb, Real<T> vl, Real<T> vu,
              int il, int iu, int* found, Real<T>* values, T*, int, int* info) {
  int unused = 0;
  if (sygvdx_bufferSize<T>(call, type, jobz, range, uplo, n, a, lda, b, ldb, vl, vu, il, iu, found,
                           values, &unused) ||
      !found)
    return call.invalid();
  changes_triangle(call, a, n, lda, uplo);
  changes_triangle(call, b, n, ldb, uplo);
  call.writes(values, most_found(range, n, il, iu), 1);
  return count_for_host(call, cubic(n, n, n, 8), found, info, [=](int& count) {
    int result = 0;
    count = generalized_some(static_cast<int>(type), letter(jobz), range, letter(uplo), n, a, lda,
                             b, ldb, vl, vu, il, iu, values, result);
    return result;
  });
}

}  // namespace heddle::cusolver
