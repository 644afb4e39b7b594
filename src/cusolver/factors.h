// SPDX-License-Identifier: Apache-2.0
// Orthogonal (unitary) factors: QR, bidiagonal and tridiagonal form.
#pragma once

#include "cusolver/panel_factors.h"
#include "cusolver/triangles.h"

namespace heddle::cusolver {

template <class T>
Status geqrf_bufferSize(Call&, int m, int n, T*, int lda, int* size) {
  return is_matrix(m, n, lda) ? tell_size(size) : Call::invalid();
}
template <class T>
Status geqrf(Call& call, int m, int n, T* a, int lda, T* tau, T*, int, int* info) {
  if (!is_matrix(m, n, lda)) return call.invalid();
  call.changes_matrix(a, m, n, lda).writes(tau, std::min(m, n), 1).writes(info, info ? 1 : 0, 1);
  const auto cost = cubic(m, n, std::min(m, n), 2);
  if (const i64 width = panel_width(cost, m, n))
    return qr_by_panels(call, cost, width, m, n, a, lda, tau, info);
  return call.once(cost, [=] {
    int result = 0;
    with_work<T>([&](T* work, int size) {
      blas<T>(Routine::geqrf, m, n, a, lda, tau, work, size, &result);
    });
    tell(info, result);
  });
}

template <class T>
Status orgqr_bufferSize(Call&, int m, int n, int k, const T*, int lda, const T*, int* size) {
  return is_matrix(m, n, lda) && n <= m && k >= 0 && k <= n ? tell_size(size) : Call::invalid();
}
template <class T>
Status orgqr(Call& call, int m, int n, int k, T* a, int lda, const T* tau, T*, int, int* info) {
  if (!is_matrix(m, n, lda) || n > m || k < 0 || k > n) return call.invalid();
  call.reads_matrix(a, m, k, lda).reads(tau, k, 1);
  call.writes_matrix(a, m, n, lda).writes(info, info ? 1 : 0, 1);
  return call.once(cubic(m, n, k, 4), [=] {
    int result = 0;
    with_work<T>([&](T* work, int size) {
      blas<T>(either<T>(Routine::orgqr, Routine::ungqr), m, n, k, a, lda, tau, work, size, &result);
    });
    tell(info, result);
  });
}

template <class T>
Status ormqr_bufferSize(Call&, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k,
                        const T*, int lda, const T*, const T*, int ldc, int* size) {
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  const bool fine = is_side(side) && is_operation(trans) && is_matrix(m, n, ldc) && k >= 0 &&
                    k <= order && is_matrix(order, k, lda);
  return fine ? tell_size(size) : Call::invalid();
}
template <class T>
Status ormqr(Call& call, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k,
             const T* a, int lda, const T* tau, T* c, int ldc, T*, int, int* info) {
  int unused = 0;
  if (ormqr_bufferSize<T>(call, side, trans, m, n, k, a, lda, tau, c, ldc, &unused))
    return call.invalid();
  call.reads_matrix(a, side == CUBLAS_SIDE_LEFT ? m : n, k, lda).reads(tau, k, 1);
  call.changes_matrix(c, m, n, ldc).writes(info, info ? 1 : 0, 1);
  return call.once(cubic(m, n, k, 4), [=] {
    int result = 0;
    with_work<T>([&](T* work, int size) {
      blas<T>(either<T>(Routine::ormqr, Routine::unmqr), letter(side), letter<T>(trans), m, n, k, a,
              lda, tau, c, ldc, work, size, &result);
    });
    tell(info, result);
  });
}

template <class T>
Status gebrd_bufferSize(Call&, int m, int n, int* size) {
  return m >= 0 && n >= 0 ? tell_size(size) : Call::invalid();
}
// As documented, for m >= n.
template <class T>
Status gebrd(Call& call, int m, int n, T* a, int lda, Real<T>* d, Real<T>* e, T* tauq, T* taup, T*,
             int, int* info) {
  if (!is_matrix(m, n, lda) || m < n) return call.invalid();
  call.changes_matrix(a, m, n, lda).writes(d, n, 1).writes(e, std::max(0, n - 1), 1);
  call.writes(tauq, n, 1).writes(taup, n, 1).writes(info, info ? 1 : 0, 1);
  return call.once(cubic(m, n, n, 4), [=] {
    int result = 0;
    with_work<T>([&](T* work, int size) {
      blas<T>(Routine::gebrd, m, n, a, lda, d, e, tauq, taup, work, size, &result);
    });
    tell(info, result);
  });
}

// m rows of n orthogonal columns of Q, or n columns of m orthogonal rows of P'.
inline bool is_part_of_bidiagonal(cublasSideMode_t side, int m, int n, int k, int lda) {
  const int longer = side == CUBLAS_SIDE_LEFT ? m : n, shorter = side == CUBLAS_SIDE_LEFT ? n : m;
  return is_side(side) && is_matrix(m, n, lda) && k >= 0 && shorter <= longer &&
         shorter >= std::min(longer, k);
}
template <class T>
Status orgbr_bufferSize(Call&, cublasSideMode_t side, int m, int n, int k, const T*, int lda,
                        const T*, int* size) {
  return is_part_of_bidiagonal(side, m, n, k, lda) ? tell_size(size) : Call::invalid();
}
// The left factor is Q, the right one P'.
template <class T>
Status orgbr(Call& call, cublasSideMode_t side, int m, int n, int k, T* a, int lda, const T* tau,
             T*, int, int* info) {
  if (!is_part_of_bidiagonal(side, m, n, k, lda)) return call.invalid();
  call.changes_matrix(a, m, n, lda).writes(info, info ? 1 : 0, 1);
  call.reads(tau, std::min(side == CUBLAS_SIDE_LEFT ? m : n, k), 1);
  return call.once(cubic(m, n, std::min(m, n), 4), [=] {
    int result = 0;
    with_work<T>([&](T* work, int size) {
      blas<T>(either<T>(Routine::orgbr, Routine::ungbr), side == CUBLAS_SIDE_LEFT ? 'Q' : 'P', m, n,
              k, a, lda, tau, work, size, &result);
    });
    tell(info, result);
  });
}

template <class T>
Status sytrd_bufferSize(Call&, cublasFillMode_t uplo, int n, const T*, int lda, const Real<T>*,
                        const Real<T>*, const T*, int* size) {
  return is_fill(uplo) && is_matrix(n, n, lda) ? tell_size(size) : Call::invalid();
}
template <class T>
Status sytrd(Call& call, cublasFillMode_t uplo, int n, T* a, int lda, Real<T>* d, Real<T>* e,
             T* tau, T*, int, int* info) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda)) return call.invalid();
  changes_triangle(call, a, n, lda, uplo);
  call.writes(d, n, 1).writes(info, info ? 1 : 0, 1);
  call.writes(e, std::max(0, n - 1), 1).writes(tau, std::max(0, n - 1), 1);
  return call.once(cubic(n, n, n, 1.33), [=] {
    int result = 0;
    with_work<T>([&](T* work, int size) {
      blas<T>(either<T>(Routine::sytrd, Routine::hetrd), letter(uplo), n, a, lda, d, e, tau, work,
              size, &result);
    });
    tell(info, result);
  });
}

template <class T>
Status orgtr_bufferSize(Call&, cublasFillMode_t uplo, int n, const T*, int lda, const T*,
                        int* size) {
  return is_fill(uplo) && is_matrix(n, n, lda) ? tell_size(size) : Call::invalid();
}
template <class T>
Status orgtr(Call& call, cublasFillMode_t uplo, int n, T* a, int lda, const T* tau, T*, int,
             int* info) {
  if (!is_fill(uplo) || !is_matrix(n, n, lda)) return call.invalid();
  call.changes_matrix(a, n, n, lda).writes(info, info ? 1 : 0, 1);
  call.reads(tau, std::max(0, n - 1), 1);
  return call.once(cubic(n, n, n, 1.33), [=] {
    int result = 0;
    with_work<T>([&](T* work, int size) {
      blas<T>(either<T>(Routine::orgtr, Routine::ungtr), letter(uplo), n, a, lda, tau, work, size,
              &result);
    });
    tell(info, result);
  });
}

template <class T>
Status ormtr_bufferSize(Call&, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t trans, int m, int n, const T*, int lda, const T*,
                        const T*, int ldc, int* size) {
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  const bool fine = is_side(side) && is_fill(uplo) && is_operation(trans) && is_matrix(m, n, ldc) &&
                    is_matrix(order, order, lda);
  return fine ? tell_size(size) : Call::invalid();
}
template <class T>
Status ormtr(Call& call, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
             int m, int n, T* a, int lda, T* tau, T* c, int ldc, T*, int, int* info) {
  int unused = 0;
  if (ormtr_bufferSize<T>(call, side, uplo, trans, m, n, a, lda, tau, c, ldc, &unused))
    return call.invalid();
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  call.reads_matrix(a, order, order, lda).reads(tau, std::max(0, order - 1), 1);
  call.changes_matrix(c, m, n, ldc).writes(info, info ? 1 : 0, 1);
  return call.once(cubic(m, n, order, 2), [=] {
    int result = 0;
    with_work<T>([&](T* work, int size) {
      blas<T>(either<T>(Routine::ormtr, Routine::unmtr), letter(side), letter(uplo),
              letter<T>(trans), m, n, a, lda, tau, c, ldc, work, size, &result);
    });
    tell(info, result);
  });
}

}  // namespace heddle::cusolver
