// SPDX-License-Identifier: Apache-2.0
// What cuBLAS has beside BLAS (cuBLAS documentation, "cuBLAS-like Extension").
#pragma once

#include "cublas/blocks.h"
#include "cublas/factors.h"
#include "cublas/letters.h"
#include "cublas/level1.h"
#include "cublas/tiles.h"

namespace heddle::cublas {

// C = alpha op(A) + beta op(B), in tiles: one of a transposed matrix is read by columns.
template <class T>
Status geam(Call& call, cublasOperation_t transa, cublasOperation_t transb, i64 m, i64 n,
            const T* alpha, const T* a, i64 lda, const T* beta, const T* b, i64 ldb, T* c,
            i64 ldc) {
  const char opa = letter(transa), opb = letter(transb);
  if (!opa || !opb || m < 0 || n < 0 || lda < std::max<i64>(1, opa == 'N' ? m : n) ||
      ldb < std::max<i64>(1, opb == 'N' ? m : n) || ldc < std::max<i64>(1, m) || !alpha || !beta)
    return call.invalid();
  // In place only where each number is read by who writes it.
  if ((c == a && (opa != 'N' || lda != ldc)) || (c == b && (opb != 'N' || ldb != ldc)))
    return call.invalid();
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto first = call.scalar(alpha), second = call.scalar(beta);
  if (!call.is_zero(first)) call.reads_matrix(a, opa == 'N' ? m : n, opa == 'N' ? n : m, lda);
  if (!call.is_zero(second)) call.reads_matrix(b, opb == 'N' ? m : n, opb == 'N' ? n : m, ldb);
  call.writes_matrix(c, m, n, ldc);
  const Grid grid = Grid::of_side(m, n, 64);
  return call.ranges(
      grid.count(), {2.0 * m * n, 3.0 * m * n * sizeof(T)}, 1, [=](i64 begin, i64 end) {
        const T factor = first(), other = second();
        // A matrix that is multiplied by 0 is not read.
        const auto term = [](char op, T by, const T* matrix, i64 ld, i64 i, i64 j) {
          if (by == T{}) return T{};
          const T value = op == 'N' ? matrix[j * ld + i] : matrix[i * ld + j];
          return product(by, op == 'C' ? conjugate(value) : value);
        };
        for (i64 t = begin; t < end; ++t) {
          const Tile tile = grid.tile(t);
          for (i64 j = tile.column; j < tile.column + tile.columns; ++j)
            for (i64 i = tile.row; i < tile.row + tile.rows; ++i)
              c[j * ldc + i] = term(opa, factor, a, lda, i, j) + term(opb, other, b, ldb, i, j);
        }
      });
}

// C = diag(x) A, or A diag(x).
template <class T>
Status dgmm(Call& call, cublasSideMode_t mode, i64 m, i64 n, const T* a, i64 lda, const T* x,
            i64 incx, T* c, i64 ldc) {
  const char where = letter(mode);
  if (!where || m < 0 || n < 0 || lda < std::max<i64>(1, m) || ldc < std::max<i64>(1, m))
    return call.invalid();
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const i64 length = where == 'L' ? m : n;
  const T* const first = first_of(x, incx, length);
  call.reads_matrix(a, m, n, lda).reads(x, length, incx).writes_matrix(c, m, n, ldc);
  return call.ranges(n, {double(m) * n, 2.0 * m * n * sizeof(T)}, 1, [=](i64 begin, i64 end) {
    for (i64 j = begin; j < end; ++j)
      for (i64 i = 0; i < m; ++i)
        c[j * ldc + i] = product(first[(where == 'L' ? i : j) * incx], a[j * lda + i]);
  });
}

// Batches of matrices, each factored by one thread. run(i) for each.
template <class T, class Run>
Status over_batch(Call& call, i64 count, double operations, Run run) {
  return call.ranges(count, {operations * double(count), 0}, 1, [=](i64 begin, i64 end) {
    for (i64 i = begin; i < end; ++i) run(i);
  });
}
inline double cube(i64 n) {
  return double(n) * double(n) * double(n);
}

// LU. Without a list of pivots, rows stay where they are. info: the first pivot that is 0, from 1.
template <class T>
Status getrfBatched(Call& call, i64 n, T* const* a, i64 lda, int* pivots, int* info, i64 count) {
  if (n < 0 || lda < std::max<i64>(1, n) || count < 0) return call.invalid();
  if (count == 0) return CUBLAS_STATUS_SUCCESS;
  const auto matrix = [=](i64 i) { return a[i]; };
  call.reads_matrices(count, matrix, n, n, lda).writes_matrices(count, matrix, n, n, lda);
  call.writes(info, count, 1);
  call.writes(pivots, count * n, 1);
  return over_batch<T>(call, count, cube(n), [=](i64 i) {
    info[i] = factor_lu(n, a[i], lda, pivots ? pivots + i * n : nullptr);
  });
}

// op(A) X = B with the factors. `info` is the host's.
template <class T>
Status getrsBatched(Call& call, cublasOperation_t trans, i64 n, i64 nrhs, const T* const* a,
                    i64 lda, const int* pivots, T* const* b, i64 ldb, int* info, i64 count) {
  if (!info) return call.invalid();
  const char op = letter(trans);
  const int wrong = !op                         ? -1
                    : n < 0                     ? -2
                    : nrhs < 0                  ? -3
                    : lda < std::max<i64>(1, n) ? -5
                    : ldb < std::max<i64>(1, n) ? -8
                    : count < 0                 ? -10
                                                : 0;
  *info = wrong;
  if (wrong != 0) return call.invalid();
  if (count == 0 || n == 0 || nrhs == 0) return CUBLAS_STATUS_SUCCESS;
  const auto right = [=](i64 i) { return b[i]; };
  call.reads_matrices(count, [=](i64 i) { return a[i]; }, n, n, lda).reads(pivots, count * n, 1);
  call.reads_matrices(count, right, n, nrhs, ldb).writes_matrices(count, right, n, nrhs, ldb);
  return over_batch<T>(call, count, double(n) * n * nrhs, [=](i64 i) {
    solve_lu(op, n, nrhs, a[i], lda, pivots ? pivots + i * n : nullptr, b[i], ldb);
  });
}

// The inverse of the factored A.
template <class T>
Status getriBatched(Call& call, i64 n, const T* const* a, i64 lda, const int* pivots, T* const* c,
                    i64 ldc, int* info, i64 count) {
  if (n < 0 || lda < std::max<i64>(1, n) || ldc < std::max<i64>(1, n) || count < 0)
    return call.invalid();
  if (count == 0) return CUBLAS_STATUS_SUCCESS;
  call.reads_matrices(count, [=](i64 i) { return a[i]; }, n, n, lda).reads(pivots, count * n, 1);
  call.writes_matrices(count, [=](i64 i) { return c[i]; }, n, n, ldc).writes(info, count, 1);
  return over_batch<T>(call, count, 2 * cube(n), [=](i64 i) {
    info[i] = invert_lu(n, a[i], lda, pivots ? pivots + i * n : nullptr, c[i], ldc);
  });
}

// Of matrices of at most 32 rows, as documented.
template <class T>
Status matinvBatched(Call& call, i64 n, const T* const* a, i64 lda, T* const* inverse, i64 ldi,
                     int* info, i64 count) {
  if (n < 0 || lda < std::max<i64>(1, n) || ldi < std::max<i64>(1, n) || count < 0 || n > 32)
    return call.invalid();
  if (count == 0) return CUBLAS_STATUS_SUCCESS;
  call.reads_matrices(count, [=](i64 i) { return a[i]; }, n, n, lda);
  call.writes_matrices(count, [=](i64 i) { return inverse[i]; }, n, n, ldi).writes(info, count, 1);
  return over_batch<T>(call, count, 3 * cube(n), [=](i64 i) {
    std::vector<T> factors(static_cast<std::size_t>(n * n));
    std::vector<int> pivots(static_cast<std::size_t>(n));
    for (i64 j = 0; j < n; ++j) std::copy_n(a[i] + j * lda, n, factors.data() + j * n);
    info[i] = factor_lu(n, factors.data(), std::max<i64>(1, n), pivots.data());
    if (info[i] == 0)
      invert_lu(n, factors.data(), std::max<i64>(1, n), pivots.data(), inverse[i], ldi);
  });
}

template <class T>
Status geqrfBatched(Call& call, i64 m, i64 n, T* const* a, i64 lda, T* const* tau, int* info,
                    i64 count) {
  if (!info) return call.invalid();
  const int wrong = m < 0 ? -1 : n < 0 ? -2 : lda < std::max<i64>(1, m) ? -4 : count < 0 ? -7 : 0;
  *info = wrong;
  if (wrong != 0) return call.invalid();
  if (m == 0 || n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  const auto matrix = [=](i64 i) { return a[i]; };
  call.reads_matrices(count, matrix, m, n, lda).writes_matrices(count, matrix, m, n, lda);
  call.writes_vectors(count, [=](i64 i) { return tau[i]; }, std::min(m, n), 1);
  return over_batch<T>(call, count, 2.0 * m * n * std::min(m, n),
                       [=](i64 i) { factor_qr(m, n, a[i], lda, tau[i]); });
}

// Least squares, of matrices that have at least as many rows as columns. devInfo: the column of R
// whose diagonal is 0, from 1.
template <class T>
Status gelsBatched(Call& call, cublasOperation_t trans, i64 m, i64 n, i64 nrhs, T* const* a,
                   i64 lda, T* const* c, i64 ldc, int* info, int* dev_info, i64 count) {
  if (!info) return call.invalid();
  const int wrong = !letter(trans)              ? -1
                    : m < 0                     ? -2
                    : n < 0                     ? -3
                    : nrhs < 0                  ? -4
                    : lda < std::max<i64>(1, m) ? -6
                    : ldc < std::max<i64>(1, m) ? -8
                    : count < 0                 ? -11
                                                : 0;
  *info = wrong;
  if (wrong != 0) return call.invalid();
  if (trans != CUBLAS_OP_N) return call.not_supported("with a transposed matrix");
  if (m < n) return call.not_supported("with more columns than rows");
  if (m == 0 || n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  const auto matrix = [=](i64 i) { return a[i]; };
  const auto right = [=](i64 i) { return c[i]; };
  call.reads_matrices(count, matrix, m, n, lda).reads_matrices(count, right, m, nrhs, ldc);
  call.writes_matrices(count, matrix, m, n, lda).writes_matrices(count, right, m, nrhs, ldc);
  call.writes(dev_info, count, 1);
  return over_batch<T>(call, count, 2.0 * m * n * n, [=](i64 i) {
    const int singular = least_squares(m, n, nrhs, a[i], lda, c[i], ldc);
    if (dev_info) dev_info[i] = singular;
  });
}

// A triangle, packed in columns, to and from a matrix.
template <class T, class Move>
Status over_triangle(Call& call, cublasFillMode_t uplo, i64 n, i64 lda, Move move) {
  const char fill = letter(uplo);
  if (!fill || n < 0 || lda < std::max<i64>(1, n)) return call.invalid();
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  return call.once({0, double(n) * n * sizeof(T)}, [=] {
    i64 packed = 0;
    for (i64 j = 0; j < n; ++j)
      for (i64 i = fill == 'L' ? j : 0; i < (fill == 'L' ? n : j + 1); ++i)
        move(packed++, j * lda + i);
  });
}
template <class T>
Status tpttr(Call& call, cublasFillMode_t uplo, i64 n, const T* ap, T* a, i64 lda) {
  call.reads(ap, n * (n + 1) / 2, 1).writes_matrix(a, n, n, lda);
  return over_triangle<T>(call, uplo, n, lda, [=](i64 packed, i64 at) { a[at] = ap[packed]; });
}
template <class T>
Status trttp(Call& call, cublasFillMode_t uplo, i64 n, const T* a, i64 lda, T* ap) {
  call.reads_matrix(a, n, n, lda).writes(ap, n * (n + 1) / 2, 1);
  return over_triangle<T>(call, uplo, n, lda, [=](i64 packed, i64 at) { ap[packed] = a[at]; });
}

}  // namespace heddle::cublas
