// SPDX-License-Identifier: Apache-2.0
// Factors of one matrix, over LAPACK.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "cublas/rotations.h"
#include "library/openblas.h"

namespace heddle::cublas {

// LU in place; returns the first pivot that is 0, from 1, or 0. Without `pivots` no rows are
// exchanged.
template <class T>
int factor_lu(i64 n, T* a, i64 lda, int* pivots) {
  int info = 0;
  if (pivots) {
    blas<T>(Routine::getrf, n, n, a, lda, pivots, &info);
    return info;
  }
  for (i64 k = 0; k < n; ++k) {
    const T pivot = a[k * lda + k];
    if (pivot == T{}) {
      if (info == 0) info = static_cast<int>(k + 1);
      continue;
    }
    for (i64 i = k + 1; i < n; ++i) a[k * lda + i] /= pivot;
    for (i64 j = k + 1; j < n; ++j)
      for (i64 i = k + 1; i < n; ++i) a[j * lda + i] -= product(a[k * lda + i], a[j * lda + k]);
  }
  return info;
}

template <class T>
void solve_lu(char op, i64 n, i64 columns, const T* a, i64 lda, const int* pivots, T* b, i64 ldb) {
  if (pivots) {
    int info = 0;
    blas<T>(Routine::getrs, op, n, columns, a, lda, pivots, b, ldb, &info);
    return;
  }
  const char first = op == 'N' ? 'L' : 'U', second = op == 'N' ? 'U' : 'L';
  blas<T>(Routine::trsm, 'L', first, op, first == 'L' ? 'U' : 'N', n, columns, T(1), a, lda, b,
          ldb);
  blas<T>(Routine::trsm, 'L', second, op, second == 'L' ? 'U' : 'N', n, columns, T(1), a, lda, b,
          ldb);
}

// Into `c`; returns the first diagonal number of U that is 0, from 1, or 0.
template <class T>
int invert_lu(i64 n, const T* a, i64 lda, const int* pivots, T* c, i64 ldc) {
  for (i64 k = 0; k < n; ++k) {
    if (a[k * lda + k] == T{}) return static_cast<int>(k + 1);
  }
  for (i64 j = 0; j < n; ++j) {
    std::fill_n(c + j * ldc, n, T{});
    c[j * ldc + j] = T(1);
  }
  if (n > 0) solve_lu('N', n, n, a, lda, pivots, c, ldc);
  return 0;
}

template <class T>
void factor_qr(i64 m, i64 n, T* a, i64 lda, T* tau) {
  int info = 0;
  T best{};
  blas<T>(Routine::geqrf, m, n, a, lda, tau, &best, -1, &info);
  std::vector<T> work(
      static_cast<std::size_t>(std::max<i64>(n, static_cast<i64>(std::real(best)))));
  blas<T>(Routine::geqrf, m, n, a, lda, tau, work.data(), static_cast<i64>(work.size()), &info);
}

template <class T>
int least_squares(i64 m, i64 n, i64 columns, T* a, i64 lda, T* c, i64 ldc) {
  int info = 0;
  T best{};
  blas<T>(Routine::gels, 'N', m, n, columns, a, lda, c, ldc, &best, -1, &info);
  std::vector<T> work(
      static_cast<std::size_t>(std::max<i64>(1, static_cast<i64>(std::real(best)))));
  blas<T>(Routine::gels, 'N', m, n, columns, a, lda, c, ldc, work.data(),
          static_cast<i64>(work.size()), &info);
  return info;
}

}  // namespace heddle::cublas
