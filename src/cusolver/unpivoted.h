// SPDX-License-Identifier: Apache-2.0
// LU without pivoting, which LAPACK does not have: in halves, so that most of it is products; and
// LDL^T.
#pragma once

#include "library/openblas.h"

namespace heddle::cusolver {

// The first column whose pivot is 0 (from 1), or 0.
template <class T>
int factor_unpivoted(int m, int n, T* a, int lda) {
  using library::blas;
  using library::i64;
  using library::Routine;
  const int steps = std::min(m, n);
  if (steps == 0) return 0;
  if (steps == 1 && n == 1) {
    if (a[0] == T(0)) return 1;
    for (int i = 1; i < m; ++i) a[i] /= a[0];
    return 0;
  }
  // [A11 A12; A21 A22] with A11 of half the steps.
  const int left = std::max(1, steps / 2), right = n - left;
  T* const upper = a + i64{left} * lda;
  const int first = factor_unpivoted(m, left, a, lda);
  const T one(1), minus(-1);
  blas<T>(Routine::trsm, 'L', 'L', 'N', 'U', left, right, &one, a, lda, upper, lda);
  if (m == left) return first;
  blas<T>(Routine::gemm, 'N', 'N', m - left, right, left, &minus, a + left, lda, upper, lda, &one,
          upper + left, lda);
  const int second = factor_unpivoted(m - left, right, upper + left, lda);
  return first ? first : second ? second + left : 0;
}

template <class T>
void solve_unpivoted(char trans, int n, int columns, const T* a, int lda, T* b, int ldb) {
  using library::blas;
  using library::Routine;
  const T one(1);
  const auto solve = [&](char uplo, char diagonal) {
    blas<T>(Routine::trsm, 'L', uplo, trans, diagonal, n, columns, &one, a, lda, b, ldb);
  };
  if (trans == 'N') {
    solve('L', 'U');
    solve('U', 'N');
  } else {
    solve('U', 'N');
    solve('L', 'U');
  }
}

// L D L^T (or U D U^T) of a symmetric matrix, which is transposed and not conjugated. The first
// number of D that is 0 (from 1), or 0.
template <class T>
int factor_symmetric_unpivoted(bool lower, int n, T* a, int lda) {
  using library::i64;
  int info = 0;
  for (int step = 0; step < n; ++step) {
    const int k = lower ? step : n - 1 - step;
    T* const column = a + i64{k} * lda;
    if (column[k] == T(0)) {
      if (!info) info = k + 1;
      continue;
    }
    const int begin = lower ? k + 1 : 0, end = lower ? n : k;
    for (int j = begin; j < end; ++j) {
      const T factor = column[j] / column[k];
      T* const to = a + i64{j} * lda;
      for (int i = lower ? j : 0; i < (lower ? n : j + 1); ++i) to[i] -= column[i] * factor;
    }
    for (int i = begin; i < end; ++i) column[i] /= column[k];
  }
  return info;
}

}  // namespace heddle::cusolver
