// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of symmetric and Hermitian matrices. The Jacobi functions have the results of
// LAPACK's divide and conquer: their tolerance and sweeps change nothing.
#pragma once

#include "cusolver/lapack.h"
#include "cusolver/triangles.h"

namespace heddle::cusolver {

// run(work, lwork, [rwork, lrwork,] iwork, liwork, &info) of a divide and conquer: first with -1.
template <class T, class Run>
int divide_and_conquer(Run run) {
  int info = 0, integers_size = 0;
  T size{};
  const int ask = -1;
  if constexpr (is_complex<T>) {
    Real<T> real_size{};
    run(&size, ask, &real_size, ask, &integers_size, ask, &info);
    std::vector<T> work(std::max(1, static_cast<int>(std::real(size))));
    std::vector<Real<T>> reals(std::max(1, static_cast<int>(real_size)));
    std::vector<int> integers(std::max(1, integers_size));
    run(work.data(), static_cast<int>(work.size()), reals.data(), static_cast<int>(reals.size()),
        integers.data(), static_cast<int>(integers.size()), &info);
  } else {
    run(&size, ask, &integers_size, ask, &info);
    std::vector<T> work(std::max(1, static_cast<int>(size)));
    std::vector<int> integers(std::max(1, integers_size));
    run(work.data(), static_cast<int>(work.size()), integers.data(),
        static_cast<int>(integers.size()), &info);
  }
  return info;
}

template <class T>
int eigen(char jobz, char uplo, int n, T* a, int lda, Real<T>* values) {
  return divide_and_conquer<T>([&](auto... memory) {
    blas<T>(either<T>(Routine::syevd, Routine::heevd), jobz, uplo, n, a, lda, values, memory...);
  });
}

template <class T>
Status syevd_bufferSize(Call&, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T*,
                        int lda, const Real<T>*, int* size) {
  return is_mode(jobz) && is_fill(uplo) && is_matrix(n, n, lda) ? tell_size(size) : Call::invalid();
}
template <class T>
Status syevd(Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* a, int lda,
             Real<T>* values, T*, int, int* info) {
  if (!is_mode(jobz) || !is_fill(uplo) || !is_matrix(n, n, lda)) return call.invalid();
  changes_triangle(call, a, n, lda, uplo);
  call.writes(values, n, 1).writes(info, info ? 1 : 0, 1);
  return call.once(cubic(n, n, n, 6),
                   [=] { tell(info, eigen(letter(jobz), letter(uplo), n, a, lda, values)); });
}

template <class T>
Status syevj_bufferSize(Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                        const T* a, int lda, const Real<T>* values, int* size, syevjInfo_t) {
  return syevd_bufferSize<T>(call, jobz, uplo, n, a, lda, values, size);
}
template <class T>
Status syevj(Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* a, int lda,
             Real<T>* values, T* work, int size, int* info, syevjInfo_t) {
  return syevd<T>(call, jobz, uplo, n, a, lda, values, work, size, info);
}

template <class T>
Status syevjBatched_bufferSize(Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                               const T* a, int lda, const Real<T>* values, int* size, syevjInfo_t,
                               int batch) {
  if (batch < 0) return Call::invalid();
  return syevd_bufferSize<T>(call, jobz, uplo, n, a, lda, values, size);
}
// Matrices one behind the other.
template <class T>
Status syevjBatched(Call& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* a, int lda,
                    Real<T>* values, T*, int, int* info, syevjInfo_t, int batch) {
  if (!is_mode(jobz) || !is_fill(uplo) || !is_matrix(n, n, lda) || batch < 0) return call.invalid();
  if (batch == 0) return CUSOLVER_STATUS_SUCCESS;
  const auto matrix = [=](i64 i) { return a + i * lda * n; };
  reads_triangles(call, batch, matrix, n, lda, uplo);
  call.writes_matrix(a, n, i64{n} * batch, lda).writes(values, i64{n} * batch, 1);
  call.writes(info, info ? batch : 0, 1);
  return call.ranges(batch, cubic(n, n, n, 10.0 * batch), 1, [=](i64 begin, i64 end) {
    for (i64 i = begin; i < end; ++i) {
      const int result = eigen(letter(jobz), letter(uplo), n, a + i * lda * n, lda, values + i * n);
      if (info) info[i] = result;
    }
  });
}

inline bool is_range(cusolverEigRange_t range) {
  return range == CUSOLVER_EIG_RANGE_ALL || range == CUSOLVER_EIG_RANGE_I ||
         range == CUSOLVER_EIG_RANGE_V;
}
template <class T>
bool is_selection(cusolverEigRange_t range, int n, Real<T> vl, Real<T> vu, int il, int iu) {
  if (!is_range(range)) return false;
  if (range == CUSOLVER_EIG_RANGE_V) return vl < vu;
  return range == CUSOLVER_EIG_RANGE_ALL || n == 0 || (il >= 1 && il <= iu && iu <= n);
}

// How many there may be: cuSOLVER has an array for all of them.
inline int most_found(cusolverEigRange_t range, int n, int il, int iu) {
  return range == CUSOLVER_EIG_RANGE_I && n > 0 ? iu - il + 1 : n;
}

inline char letter(cusolverEigRange_t range) {
  return range == CUSOLVER_EIG_RANGE_ALL ? 'A' : range == CUSOLVER_EIG_RANGE_I ? 'I' : 'V';
}
// Gives the values that were found, and their vectors if asked for, which LAPACK has beside all n.
template <class T>
int give_found(int found, const std::vector<Real<T>>& all, Real<T>* values, char jobz,
               const std::vector<T>& vectors, int n, T* a, int lda) {
  std::copy_n(all.data(), found, values);
  for (i64 j = 0; jobz == 'V' && j < found; ++j)
    std::copy_n(vectors.data() + j * n, n, a + j * lda);
  return found;
}

// The vectors come into the first columns of A. Returns how many values there are.
template <class T>
int eigen_some(char jobz, cusolverEigRange_t range, char uplo, int n, T* a, int lda, Real<T> vl,
               Real<T> vu, int il, int iu, Real<T>* values, int& info) {
  int found = 0;
  std::vector<T> vectors(jobz == 'V' ? static_cast<std::size_t>(n) * n : 1);
  std::vector<Real<T>> all(std::max(1, n));  // LAPACK writes to all of it
  std::vector<int> support(2 * static_cast<std::size_t>(std::max(1, n)));
  const Real<T> tolerance = 0;
  info = divide_and_conquer<T>([&](auto... memory) {
    blas<T>(either<T>(Routine::syevr, Routine::heevr), jobz, letter(range), uplo, n, a, lda, &vl,
            &vu, il, iu, &tolerance, &found, all.data(), vectors.data(), std::max(1, n),
            support.data(), memory...);
  });
  return give_found(found, all, values, jobz, vectors, n, a, lda);
}

template <class T>
Status syevdx_bufferSize(Call&, cusolverEigMode_t jobz, cusolverEigRange_t range,
                         cublasFillMode_t uplo, int n, const T*, int lda, Real<T> vl, Real<T> vu,
                         int il, int iu, int*, const Real<T>*, int* size) {
  const bool fine = is_mode(jobz) && is_fill(uplo) && is_matrix(n, n, lda) &&
                    is_selection<T>(range, n, vl, vu, il, iu);
  return fine ? tell_size(size) : Call::invalid();
}
template <class T>
Status syevdx(Call& call, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo,
              int n, T* a, int lda, Real<T> vl, Real<T> vu, int il, int iu, int* found,
              Real<T>* values, T*, int, int* info) {
  int unused = 0;
  if (syevdx_bufferSize<T>(call, jobz, range, uplo, n, a, lda, vl, vu, il, iu, found, values,
                           &unused) ||
      !found)
    return call.invalid();
  changes_triangle(call, a, n, lda, uplo);
  call.writes(values, most_found(range, n, il, iu), 1);
  return count_for_host(call, cubic(n, n, n, 6), found, info, [=](int& count) {
    int result = 0;
    count =
        eigen_some(letter(jobz), range, letter(uplo), n, a, lda, vl, vu, il, iu, values, result);
    return result;
  });
}

inline bool is_type(cusolverEigType_t type) {
  return type >= CUSOLVER_EIG_TYPE_1 && type <= CUSOLVER_EIG_TYPE_3;
}
template <class T>
Status sygvd_bufferSize(Call&, cusolverEigType_t type, cusolverEigMode_t jobz,
                        cublasFillMode_t uplo, int n, const T*, int lda, const T*, int ldb,
                        const Real<T>*, int* size) {
  const bool fine = is_type(type) && is_mode(jobz) && is_fill(uplo) && is_matrix(n, n, lda) &&
                    is_matrix(n, n, ldb);
  return fine ? tell_size(size) : Call::invalid();
}
template <class T>
Status sygvd(Call& call, cusolverEigType_t type, cusolverEigMode_t jobz, cublasFillMode_t uplo,
             int n, T* a, int lda, T* b, int ldb, Real<T>* values, T*, int, int* info) {
  int unused = 0;
  if (sygvd_bufferSize<T>(call, type, jobz, uplo, n, a, lda, b, ldb, values, &unused))
    return call.invalid();
  changes_triangle(call, a, n, lda, uplo);
  changes_triangle(call, b, n, ldb, uplo);
  call.writes(values, n, 1).writes(info, info ? 1 : 0, 1);
  return call.once(cubic(n, n, n, 8), [=] {
    const int kind = static_cast<int>(type);
    tell(info, divide_and_conquer<T>([&](auto... memory) {
           blas<T>(either<T>(Routine::sygvd, Routine::hegvd), kind, letter(jobz), letter(uplo), n,
                   a, lda, b, ldb, values, memory...);
         }));
  });
}
template <class T>
Status sygvj_bufferSize(Call& call, cusolverEigType_t type, cusolverEigMode_t jobz,
                        cublasFillMode_t uplo, int n, const T* a, int lda, const T* b, int ldb,
                        const Real<T>* values, int* size, syevjInfo_t) {
  return sygvd_bufferSize<T>(call, type, jobz, uplo, n, a, lda, b, ldb, values, size);
}
template <class T>
Status sygvj(Call& call, cusolverEigType_t type, cusolverEigMode_t jobz, cublasFillMode_t uplo,
             int n, T* a, int lda, T* b, int ldb, Real<T>* values, T* work, int size, int* info,
             syevjInfo_t) {
  return sygvd<T>(call, type, jobz, uplo, n, a, lda, b, ldb, values, work, size, info);
}

}  // namespace heddle::cusolver
