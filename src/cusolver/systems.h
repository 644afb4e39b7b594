// SPDX-License-Identifier: Apache-2.0
// Factorisations of square matrices, and systems of equations.
#pragma once

#include <numeric>

#include "cusolver/panel_factors.h"
#include "cusolver/triangles.h"
#include "cusolver/unpivoted.h"

namespace heddle::cusolver {

template <class T>
Status potrf_bufferSize(Call&, cublasFillMode_t uplo, int n, T*, int lda, int* size) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda)) return Call::invalid();
  return tell_size(size);
}
template <class T>
Status potrf(Call& call, cublasFillMode_t uplo, int n, T* a, int lda, T*, int, int* info) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda)) return call.invalid();
  changes_triangle(call, a, n, lda, uplo);
  call.writes(info, info ? 1 : 0, 1);
  const auto cost = cubic(n, n, n, 0.33);
  if (const i64 width = panel_width(cost, n, n))
    return cholesky_by_panels(call, cost, width, uplo == CUBLAS_FILL_MODE_LOWER, n, a, lda, info);
  return call.once(cost, [=] {
    int result = 0;
    blas<T>(Routine::potrf, letter(uplo), n, a, lda, &result);
    tell(info, result);
  });
}

template <class T>
Status potrs(Call& call, cublasFillMode_t uplo, int n, int columns, const T* a, int lda, T* b,
             int ldb, int* info) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda) || !is_matrix(n, columns, ldb)) return call.invalid();
  reads_triangle(call, a, n, lda, uplo);
  call.changes_matrix(b, n, columns, ldb).writes(info, info ? 1 : 0, 1);
  return call.ranges(std::max(1, columns), cubic(n, n, columns, 2), 8, [=](i64 begin, i64 end) {
    int result = 0;
    const i64 count = std::min<i64>(end, columns) - begin;
    blas<T>(Routine::potrs, letter(uplo), n, count, a, lda, b + begin * ldb, ldb, &result);
    if (begin == 0) tell(info, result);
  });
}

template <class T>
Status potri_bufferSize(Call& call, cublasFillMode_t uplo, int n, T* a, int lda, int* size) {
  return potrf_bufferSize<T>(call, uplo, n, a, lda, size);
}
template <class T>
Status potri(Call& call, cublasFillMode_t uplo, int n, T* a, int lda, T*, int, int* info) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda)) return call.invalid();
  changes_triangle(call, a, n, lda, uplo);
  call.writes(info, info ? 1 : 0, 1);
  return call.once(cubic(n, n, n, 0.67), [=] {
    int result = 0;
    blas<T>(Routine::potri, letter(uplo), n, a, lda, &result);
    tell(info, result);
  });
}

template <class T>
Status potrfBatched(Call& call, cublasFillMode_t uplo, int n, T** a, int lda, int* info,
                    int batch) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda) || batch < 1) return call.invalid();
  call.writes(info, info ? batch : 0, 1);
  reads_triangles(call, batch, [a](i64 i) { return a[i]; }, n, lda, uplo);
  call.writes_matrices(batch, [a](i64 i) { return a[i]; }, n, n, lda);
  return call.ranges(batch, cubic(n, n, n, 0.33 * batch), 1, [=](i64 begin, i64 end) {
    for (i64 i = begin; i < end; ++i) {
      int result = 0;
      blas<T>(Routine::potrf, letter(uplo), n, a[i], lda, &result);
      if (info) info[i] = result;
    }
  });
}
template <class T>
Status potrsBatched(Call& call, cublasFillMode_t uplo, int n, int columns, T** a, int lda, T** b,
                    int ldb, int* info, int batch) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda) || !is_matrix(n, columns, ldb) || batch < 0)
    return call.invalid();
  if (batch == 0) return CUSOLVER_STATUS_SUCCESS;
  call.writes(info, info ? 1 : 0, 1);
  reads_triangles(call, batch, [a](i64 i) { return a[i]; }, n, lda, uplo);
  call.changes_matrices(batch, [b](i64 i) { return b[i]; }, n, columns, ldb);
  return call.ranges(batch, cubic(n, n, columns, 2.0 * batch), 1, [=](i64 begin, i64 end) {
    for (i64 i = begin; i < end; ++i) {
      int result = 0;
      blas<T>(Routine::potrs, letter(uplo), n, columns, a[i], lda, b[i], ldb, &result);
    }
    if (begin == 0) tell(info, 0);
  });
}

template <class T>
Status getrf_bufferSize(Call&, int m, int n, T*, int lda, int* size) {
  return is_matrix(m, n, lda) ? tell_size(size) : Call::invalid();
}
// Pivots of 32 or 64 bits. Without a place for them there is no pivoting, as documented.
template <class T, class Index>
Status getrf_wide(Call& call, int m, int n, T* a, int lda, Index* pivots, int* info) {
  if (!is_matrix(m, n, lda)) return call.invalid();
  const int count = std::min(m, n);
  call.changes_matrix(a, m, n, lda).writes(info, info ? 1 : 0, 1);
  call.writes(pivots, pivots ? count : 0, 1);
  const auto cost = cubic(m, n, count, 0.67);
  if (const i64 width = panel_width(cost, m, n); width > 0 && pivots)
    return lu_by_panels(call, cost, width, m, n, a, lda, pivots, info);
  return call.once(cost, [=] {
    int result = 0;
    if (pivots) {
      std::vector<int> found(std::max(1, count));
      blas<T>(Routine::getrf, m, n, a, lda, found.data(), &result);
      std::copy_n(found.data(), count, pivots);
    } else {
      result = factor_unpivoted(m, n, a, lda);
    }
    tell(info, result);
  });
}
template <class T>
Status getrf(Call& call, int m, int n, T* a, int lda, T*, int* pivots, int* info) {
  return getrf_wide(call, m, n, a, lda, pivots, info);
}
template <class T, class Index>
Status getrs(Call& call, cublasOperation_t trans, int n, int columns, const T* a, int lda,
             const Index* pivots, T* b, int ldb, int* info) {
  if (!is_operation(trans) || !is_matrix(n, n, lda) || !is_matrix(n, columns, ldb))
    return call.invalid();
  call.changes_matrix(b, n, columns, ldb).reads_matrix(a, n, n, lda).writes(info, info ? 1 : 0, 1);
  call.reads(pivots, pivots ? n : 0, 1);
  return call.ranges(std::max(1, columns), cubic(n, n, columns, 2), 8, [=](i64 begin, i64 end) {
    int result = 0;
    T* const right = b + begin * ldb;
    const i64 count = std::min<i64>(end, columns) - begin;
    if (pivots) {
      const std::vector<int> narrow(pivots, pivots + n);
      blas<T>(Routine::getrs, letter<T>(trans), n, count, a, lda, narrow.data(), right, ldb,
              &result);
    } else {
      solve_unpivoted(letter<T>(trans), n, count, a, lda, right, ldb);
    }
    if (begin == 0) tell(info, result);
  });
}

template <class T>
Status laswp(Call& call, int n, T* a, int lda, int k1, int k2, const int* pivots, int incx) {
  if (n < 0 || lda < 1 || k1 < 1 || k2 < k1 || incx == 0) return call.invalid();
  call.changes_matrix(a, std::min(lda, k2), n, lda);
  if (incx > 0) call.reads(pivots + (k1 - 1), k2 - k1 + 1, incx);
  return call.once(cubic(n, k2 - k1 + 1, 1, 4),
                   [=] { blas<T>(Routine::laswp, n, a, lda, k1, k2, pivots, incx); });
}

template <class T>
Status sytrf_bufferSize(Call&, int n, T*, int lda, int* size) {
  return is_matrix(n, n, lda) ? tell_size(size) : Call::invalid();
}
template <class T>
Status sytrf(Call& call, cublasFillMode_t uplo, int n, T* a, int lda, int* pivots, T*, int size,
             int* info) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda) || size < kWorkSize) return call.invalid();
  changes_triangle(call, a, n, lda, uplo);
  call.writes(info, info ? 1 : 0, 1).writes(pivots, pivots ? n : 0, 1);
  return call.once(cubic(n, n, n, 0.33), [=] {
    int result = 0;
    if (!pivots)
      return tell(info, factor_symmetric_unpivoted(uplo == CUBLAS_FILL_MODE_LOWER, n, a, lda));
    with_work<T>([&](T* work, int enough) {
      blas<T>(Routine::sytrf, letter(uplo), n, a, lda, pivots, work, enough, &result);
    });
    tell(info, result);
  });
}

template <class T>
Status sytri_bufferSize(Call&, cublasFillMode_t uplo, int n, T*, int lda, const int*, int* size) {
  return is_fill(uplo) && is_matrix(n, n, lda) ? tell_size(size) : Call::invalid();
}
// The inverse, by the factors of sytrf.
template <class T>
Status sytri(Call& call, cublasFillMode_t uplo, int n, T* a, int lda, const int* pivots, T*, int,
             int* info) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda)) return call.invalid();
  changes_triangle(call, a, n, lda, uplo);
  call.writes(info, info ? 1 : 0, 1);
  call.reads(pivots, pivots ? n : 0, 1);
  return call.once(cubic(n, n, n, 0.67), [=] {
    std::vector<T> work(2 * static_cast<std::size_t>(n) + 1);
    std::vector<int> rows(static_cast<std::size_t>(n) + 1);  // without pivots each is its own
    std::iota(rows.begin(), rows.end(), 1);
    int result = 0;
    blas<T>(Routine::sytri, letter(uplo), n, a, lda, pivots ? pivots : rows.data(), work.data(),
            &result);
    tell(info, result);
  });
}

}  // namespace heddle::cusolver
