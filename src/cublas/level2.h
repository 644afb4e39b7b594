// SPDX-License-Identifier: Apache-2.0
// Matrices and vectors (cuBLAS documentation, "cuBLAS Level-2 Function Reference").
#pragma once

#include "cublas/call.h"
#include "cublas/letters.h"
#include "cublas/level1.h"
#include "library/openblas.h"
#include "library/triangle_reads.h"

namespace heddle::cublas {

template <class T>
Cost matrix_cost(double elements) {
  return {2 * elements * (is_complex<T> ? 4 : 1), elements * sizeof(T)};
}

// y = alpha op(A) x + beta y, on this thread, and rows of it for one thread each.
template <class T>
void gemv_rows(char trans, i64 m, i64 n, T alpha, const T* a, i64 lda, const T* x, i64 incx, T beta,
               T* y, i64 incy, i64 begin, i64 end) {
  const i64 length = trans == 'N' ? m : n;
  Packed<T> part(first_of(y, incy, length), incy, begin, end);
  Packed<const T> all(x, incx, trans == 'N' ? n : m);
  if (trans == 'N')
    blas<T>(Routine::gemv, trans, end - begin, n, alpha, a + begin, lda, all.data(), 1, beta,
            part.data(), 1);
  else
    blas<T>(Routine::gemv, trans, m, end - begin, alpha, a + begin * lda, lda, all.data(), 1, beta,
            part.data(), 1);
  part.store();
}

template <class T>
Status gemv(Call& call, cublasOperation_t trans, i64 m, i64 n, const T* alpha, const T* a, i64 lda,
            const T* x, i64 incx, const T* beta, T* y, i64 incy) {
  const char op = letter(trans);
  if (!op || m < 0 || n < 0 || lda < std::max<i64>(1, m) || incx == 0 || incy == 0 || !alpha ||
      !beta)
    return call.invalid();
  if (!Call::fits({m, n, lda})) return call.too_large();
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha), old = call.scalar(beta);
  const i64 rows = op == 'N' ? m : n;
  if (!call.is_zero(factor)) call.reads_matrix(a, m, n, lda).reads(x, op == 'N' ? n : m, incx);
  if (call.is_other(old)) call.reads(y, rows, incy);
  call.writes(y, rows, incy);
  return call.ranges(rows, matrix_cost<T>(double(m) * n), 16, [=](i64 begin, i64 end) {
    gemv_rows(op, m, n, factor(), a, lda, x, incx, old(), y, incy, begin, end);
  });
}

template <class T>
Status gbmv(Call& call, cublasOperation_t trans, i64 m, i64 n, i64 kl, i64 ku, const T* alpha,
            const T* a, i64 lda, const T* x, i64 incx, const T* beta, T* y, i64 incy) {
  const char op = letter(trans);
  if (!op || m < 0 || n < 0 || kl < 0 || ku < 0 || lda < kl + ku + 1 || incx == 0 || incy == 0 ||
      !alpha || !beta)
    return call.invalid();
  if (!Call::fits({m, n, lda})) return call.too_large();
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha), old = call.scalar(beta);
  if (!call.is_zero(factor)) {
    call.reads_matrix(a, kl + ku + 1, n, lda).reads(x, op == 'N' ? n : m, incx);
  }
  if (call.is_other(old)) call.reads(y, op == 'N' ? m : n, incy);
  call.writes(y, op == 'N' ? m : n, incy);
  return call.once(matrix_cost<T>(double(kl + ku + 1) * n), [=] {
    Packed<const T> from(x, incx, op == 'N' ? n : m);
    Packed<T> to(y, incy, op == 'N' ? m : n);
    blas<T>(Routine::gbmv, op, m, n, kl, ku, factor(), a, lda, from.data(), 1, old(), to.data(), 1);
    to.store();
  });
}

// A = alpha x y' + A, columns of it for one thread each.
template <class T>
Status outer_product(Call& call, Routine routine, i64 m, i64 n, const T* alpha, const T* x,
                     i64 incx, const T* y, i64 incy, T* a, i64 lda) {
  if (m < 0 || n < 0 || incx == 0 || incy == 0 || lda < std::max<i64>(1, m) || !alpha)
    return call.invalid();
  if (!Call::fits({m, n, lda})) return call.too_large();
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha);
  call.reads(x, m, incx).reads(y, n, incy).reads_matrix(a, m, n, lda).writes_matrix(a, m, n, lda);
  return call.ranges(n, matrix_cost<T>(2.0 * m * n), 4, [=](i64 begin, i64 end) {
    Packed<const T> left(x, incx, m), right(first_of(y, incy, n), incy, begin, end);
    blas<T>(routine, m, end - begin, factor(), left.data(), 1, right.data(), 1, a + begin * lda,
            lda);
  });
}
template <class T>
Status ger(Call& call, i64 m, i64 n, const T* alpha, const T* x, i64 incx, const T* y, i64 incy,
           T* a, i64 lda) {
  return outer_product(call, Routine::ger, m, n, alpha, x, incx, y, incy, a, lda);
}
template <class T>
Status geru(Call& call, i64 m, i64 n, const T* alpha, const T* x, i64 incx, const T* y, i64 incy,
            T* a, i64 lda) {
  return outer_product(call, Routine::geru, m, n, alpha, x, incx, y, incy, a, lda);
}
template <class T>
Status gerc(Call& call, i64 m, i64 n, const T* alpha, const T* x, i64 incx, const T* y, i64 incy,
            T* a, i64 lda) {
  return outer_product(call, Routine::gerc, m, n, alpha, x, incx, y, incy, a, lda);
}

// y = alpha A x + beta y of a symmetric or Hermitian matrix: full, banded (k diagonals) or packed.
enum class Storage : std::uint8_t { kFull, kBanded, kPacked };

inline bool holds(Storage storage, i64 n, i64 k, i64 ld) {
  switch (storage) {
    case Storage::kFull:
      return ld >= std::max<i64>(1, n);
    case Storage::kBanded:
      return k >= 0 && ld >= k + 1;
    case Storage::kPacked:
      return true;
  }
  return false;
}
template <Storage kStorage, class T>
void note_matrix(Call& call, const T* a, i64 n, i64 k, i64 ld, bool writes) {
  const i64 rows = kStorage == Storage::kBanded ? k + 1
                   : kStorage == Storage::kFull ? n
                                                : n * (n + 1) / 2;
  const i64 columns = kStorage == Storage::kPacked ? 1 : n;
  if (writes) call.writes_matrix(a, rows, columns, ld);
  call.reads_matrix(a, rows, columns, ld);
}
// A symmetric, Hermitian or triangular one.
template <Storage kStorage, class T>
void reads_symmetric(Call& call, const T* a, i64 n, i64 k, i64 ld, char fill, bool unit) {
  if constexpr (kStorage == Storage::kFull)
    library::reads_triangle(call, a, n, ld, fill == 'L', unit);
  else
    note_matrix<kStorage>(call, a, n, k, ld, false);
}
template <class T>
Cost storage_cost(Storage storage, i64 n, i64 k) {
  return matrix_cost<T>(storage == Storage::kBanded ? double(k + 1) * n : double(n) * n);
}

template <Storage kStorage, class T>
Status symmetric_product(Call& call, Routine routine, cublasFillMode_t uplo, i64 n, i64 k,
                         const T* alpha, const T* a, i64 lda, const T* x, i64 incx, const T* beta,
                         T* y, i64 incy) {
  const char fill = letter(uplo);
  if (!fill || n < 0 || !holds(kStorage, n, k, lda) || incx == 0 || incy == 0 || !alpha || !beta)
    return call.invalid();
  if (!Call::fits({n, lda})) return call.too_large();
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha), old = call.scalar(beta);
  if (!call.is_zero(factor)) {
    reads_symmetric<kStorage>(call, a, n, k, lda, fill, false);
    call.reads(x, n, incx);
  }
  if (call.is_other(old)) call.reads(y, n, incy);
  call.writes(y, n, incy);
  return call.once(storage_cost<T>(kStorage, n, k), [=] {
    Packed<const T> from(x, incx, n);
    Packed<T> to(y, incy, n);
    const T* const left = from.data();
    T* const out = to.data();
    if constexpr (kStorage == Storage::kFull)
      blas<T>(routine, fill, n, factor(), a, lda, left, 1, old(), out, 1);
    else if constexpr (kStorage == Storage::kBanded)
      blas<T>(routine, fill, n, k, factor(), a, lda, left, 1, old(), out, 1);
    else
      blas<T>(routine, fill, n, factor(), a, left, 1, old(), out, 1);
    to.store();
  });
}

#define HEDDLE_FULL_PRODUCT(name)                                                               \
  template <class T>                                                                            \
  Status name(Call& call, cublasFillMode_t uplo, i64 n, const T* alpha, const T* a, i64 lda,    \
              const T* x, i64 incx, const T* beta, T* y, i64 incy) {                            \
    return symmetric_product<Storage::kFull>(call, Routine::name, uplo, n, 0, alpha, a, lda, x, \
                                             incx, beta, y, incy);                              \
  }
#define HEDDLE_BANDED_PRODUCT(name)                                                               \
  template <class T>                                                                              \
  Status name(Call& call, cublasFillMode_t uplo, i64 n, i64 k, const T* alpha, const T* a,        \
              i64 lda, const T* x, i64 incx, const T* beta, T* y, i64 incy) {                     \
    return symmetric_product<Storage::kBanded>(call, Routine::name, uplo, n, k, alpha, a, lda, x, \
                                               incx, beta, y, incy);                              \
  }
#define HEDDLE_PACKED_PRODUCT(name)                                                             \
  template <class T>                                                                            \
  Status name(Call& call, cublasFillMode_t uplo, i64 n, const T* alpha, const T* a, const T* x, \
              i64 incx, const T* beta, T* y, i64 incy) {                                        \
    return symmetric_product<Storage::kPacked>(call, Routine::name, uplo, n, 0, alpha, a, 1, x, \
                                               incx, beta, y, incy);                            \
  }
HEDDLE_FULL_PRODUCT(symv)
HEDDLE_FULL_PRODUCT(hemv)
HEDDLE_BANDED_PRODUCT(sbmv)
HEDDLE_BANDED_PRODUCT(hbmv)
HEDDLE_PACKED_PRODUCT(spmv)
HEDDLE_PACKED_PRODUCT(hpmv)
#undef HEDDLE_FULL_PRODUCT
#undef HEDDLE_BANDED_PRODUCT
#undef HEDDLE_PACKED_PRODUCT

// A = alpha x x' + A, or alpha x y' + (its transpose) + A: y is null for the first. S: T, or the
// real type of it.
template <Storage kStorage, class T, class S>
Status rank_update(Call& call, Routine routine, cublasFillMode_t uplo, i64 n, const S* alpha,
                   const T* x, i64 incx, const T* y, i64 incy, T* a, i64 lda) {
  const char fill = letter(uplo);
  if (!fill || n < 0 || !holds(kStorage, n, 0, lda) || incx == 0 || incy == 0 || !alpha)
    return call.invalid();
  if (!Call::fits({n, lda})) return call.too_large();
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha);
  call.reads(x, n, incx);
  if (y) call.reads(y, n, incy);
  note_matrix<kStorage>(call, a, n, 0, lda, true);
  return call.once(storage_cost<T>(kStorage, n, 0), [=] {
    Packed<const T> left(x, incx, n);
    Packed<const T> right(y ? y : x, y ? incy : incx, n);
    if constexpr (kStorage == Storage::kFull) {
      if (y)
        blas<T>(routine, fill, n, factor(), left.data(), 1, right.data(), 1, a, lda);
      else
        blas<T>(routine, fill, n, factor(), left.data(), 1, a, lda);
    } else {
      if (y)
        blas<T>(routine, fill, n, factor(), left.data(), 1, right.data(), 1, a);
      else
        blas<T>(routine, fill, n, factor(), left.data(), 1, a);
    }
  });
}

template <class T>
Status syr(Call& call, cublasFillMode_t uplo, i64 n, const T* alpha, const T* x, i64 incx, T* a,
           i64 lda) {
  return rank_update<Storage::kFull, T>(call, Routine::syr, uplo, n, alpha, x, incx, nullptr, 1, a,
                                        lda);
}
template <class T>
Status her(Call& call, cublasFillMode_t uplo, i64 n, const Real<T>* alpha, const T* x, i64 incx,
           T* a, i64 lda) {
  return rank_update<Storage::kFull, T>(call, Routine::her, uplo, n, alpha, x, incx, nullptr, 1, a,
                                        lda);
}
template <class T>
Status spr(Call& call, cublasFillMode_t uplo, i64 n, const T* alpha, const T* x, i64 incx, T* a) {
  return rank_update<Storage::kPacked, T>(call, Routine::spr, uplo, n, alpha, x, incx, nullptr, 1,
                                          a, 1);
}
template <class T>
Status hpr(Call& call, cublasFillMode_t uplo, i64 n, const Real<T>* alpha, const T* x, i64 incx,
           T* a) {
  return rank_update<Storage::kPacked, T>(call, Routine::hpr, uplo, n, alpha, x, incx, nullptr, 1,
                                          a, 1);
}
#define HEDDLE_FULL_UPDATE(name)                                                                 \
  template <class T>                                                                             \
  Status name(Call& call, cublasFillMode_t uplo, i64 n, const T* alpha, const T* x, i64 incx,    \
              const T* y, i64 incy, T* a, i64 lda) {                                             \
    return rank_update<Storage::kFull, T>(call, Routine::name, uplo, n, alpha, x, incx, y, incy, \
                                          a, lda);                                               \
  }
#define HEDDLE_PACKED_UPDATE(name)                                                                 \
  template <class T>                                                                               \
  Status name(Call& call, cublasFillMode_t uplo, i64 n, const T* alpha, const T* x, i64 incx,      \
              const T* y, i64 incy, T* a) {                                                        \
    return rank_update<Storage::kPacked, T>(call, Routine::name, uplo, n, alpha, x, incx, y, incy, \
                                            a, 1);                                                 \
  }
HEDDLE_FULL_UPDATE(her2)
HEDDLE_PACKED_UPDATE(spr2)
HEDDLE_PACKED_UPDATE(hpr2)
#undef HEDDLE_FULL_UPDATE
#undef HEDDLE_PACKED_UPDATE

// BLAS has no syr2 of complex numbers: column by column.
template <class T>
Status syr2(Call& call, cublasFillMode_t uplo, i64 n, const T* alpha, const T* x, i64 incx,
            const T* y, i64 incy, T* a, i64 lda) {
  if constexpr (!is_complex<T>) {
    return rank_update<Storage::kFull, T>(call, Routine::syr2, uplo, n, alpha, x, incx, y, incy, a,
                                          lda);
  }
  const char fill = letter(uplo);
  if (!fill || n < 0 || lda < std::max<i64>(1, n) || incx == 0 || incy == 0 || !alpha)
    return call.invalid();
  if (!Call::fits({n, lda})) return call.too_large();
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha);
  call.reads(x, n, incx).reads(y, n, incy);
  note_matrix<Storage::kFull>(call, a, n, 0, lda, true);
  return call.ranges(n, matrix_cost<T>(double(n) * n), 4, [=](i64 begin, i64 end) {
    Packed<const T> left(x, incx, n), right(y, incy, n);
    const T *const u = left.data(), *const v = right.data();
    for (i64 j = begin; j < end; ++j) {
      const i64 from = fill == 'L' ? j : 0, to = fill == 'L' ? n : j + 1;
      T* const column = a + j * lda + from;
      blas<T>(Routine::axpy, to - from, product(factor(), v[j]), u + from, 1, column, 1);
      blas<T>(Routine::axpy, to - from, product(factor(), u[j]), v + from, 1, column, 1);
    }
  });
}

// x = op(A) x, or the solution of op(A) x' = x, of a triangular matrix.
template <Storage kStorage, class T>
Status triangular(Call& call, Routine routine, cublasFillMode_t uplo, cublasOperation_t trans,
                  cublasDiagType_t diag, i64 n, i64 k, const T* a, i64 lda, T* x, i64 incx) {
  const char fill = letter(uplo), op = letter(trans), unit = letter(diag);
  if (!fill || !op || !unit || n < 0 || !holds(kStorage, n, k, lda) || incx == 0)
    return call.invalid();
  if (!Call::fits({n, lda})) return call.too_large();
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  reads_symmetric<kStorage>(call, a, n, k, lda, fill, unit == 'U');
  call.reads(x, n, incx).writes(x, n, incx);
  return call.once(storage_cost<T>(kStorage, n, k), [=] {
    Packed<T> vector(x, incx, n);
    if constexpr (kStorage == Storage::kFull)
      blas<T>(routine, fill, op, unit, n, a, lda, vector.data(), 1);
    else if constexpr (kStorage == Storage::kBanded)
      blas<T>(routine, fill, op, unit, n, k, a, lda, vector.data(), 1);
    else
      blas<T>(routine, fill, op, unit, n, a, vector.data(), 1);
    vector.store();
  });
}
#define HEDDLE_FULL_TRIANGLE(name)                                                               \
  template <class T>                                                                             \
  Status name(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
              i64 n, const T* a, i64 lda, T* x, i64 incx) {                                      \
    return triangular<Storage::kFull>(call, Routine::name, uplo, trans, diag, n, 0, a, lda, x,   \
                                      incx);                                                     \
  }
#define HEDDLE_BANDED_TRIANGLE(name)                                                             \
  template <class T>                                                                             \
  Status name(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
              i64 n, i64 k, const T* a, i64 lda, T* x, i64 incx) {                               \
    return triangular<Storage::kBanded>(call, Routine::name, uplo, trans, diag, n, k, a, lda, x, \
                                        incx);                                                   \
  }
#define HEDDLE_PACKED_TRIANGLE(name)                                                             \
  template <class T>                                                                             \
  Status name(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
              i64 n, const T* a, T* x, i64 incx) {                                               \
    return triangular<Storage::kPacked>(call, Routine::name, uplo, trans, diag, n, 0, a, 1, x,   \
                                        incx);                                                   \
  }
HEDDLE_FULL_TRIANGLE(trmv)
HEDDLE_FULL_TRIANGLE(trsv)
HEDDLE_BANDED_TRIANGLE(tbmv)
HEDDLE_BANDED_TRIANGLE(tbsv)
HEDDLE_PACKED_TRIANGLE(tpmv)
HEDDLE_PACKED_TRIANGLE(tpsv)
#undef HEDDLE_FULL_TRIANGLE
#undef HEDDLE_BANDED_TRIANGLE
#undef HEDDLE_PACKED_TRIANGLE

// A batch of vector products, whose factors are T: run(op, in, out, factor, old) computes them, of
// vectors of `in` and `out` elements.
template <class T, class Matrix, class X, class Y, class Run>
Status vector_products(Call& call, cublasOperation_t trans, i64 m, i64 n, const T* alpha, i64 lda,
                       i64 incx, const T* beta, i64 incy, i64 count, Matrix matrix, X x, Y y,
                       Run run) {
  const char op = letter(trans);
  if (!op || m < 0 || n < 0 || lda < std::max<i64>(1, m) || incx == 0 || incy == 0 || !alpha ||
      !beta || count < 0)
    return call.invalid();
  if (!Call::fits({m, n, lda})) return call.too_large();
  if (m == 0 || n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha), old = call.scalar(beta);
  const i64 in = op == 'N' ? n : m, out = op == 'N' ? m : n;
  if (!call.is_zero(factor)) {
    call.reads_matrices(count, matrix, m, n, lda);
    call.reads_matrices(count, x, 1, in, std::abs(incx));
  }
  if (call.is_other(old)) call.reads_matrices(count, y, 1, out, std::abs(incy));
  call.writes_vectors(count, y, out, incy);
  return run(op, in, out, factor, old);
}

// One vector product each, the matrices of a batch on several threads.
template <class T, class Matrix, class X, class Y>
Status gemv_batch(Call& call, cublasOperation_t trans, i64 m, i64 n, const T* alpha, i64 lda,
                  i64 incx, const T* beta, i64 incy, i64 count, Matrix matrix, X x, Y y) {
  const auto run = [&](char op, i64, i64 out, const auto& factor, const auto& old) {
    return call.ranges(count, matrix_cost<T>(double(m) * n * count), 1, [=](i64 begin, i64 end) {
      for (i64 i = begin; i < end; ++i) {
        gemv_rows(op, m, n, factor(), matrix(i), lda, x(i), incx, old(), y(i), incy, 0, out);
      }
    });
  };
  return vector_products(call, trans, m, n, alpha, lda, incx, beta, incy, count, matrix, x, y, run);
}
template <class T>
Status gemvBatched(Call& call, cublasOperation_t trans, i64 m, i64 n, const T* alpha,
                   const T* const* a, i64 lda, const T* const* x, i64 incx, const T* beta,
                   T* const* y, i64 incy, i64 count) {
  return gemv_batch(
      call, trans, m, n, alpha, lda, incx, beta, incy, count, [=](i64 i) { return a[i]; },
      [=](i64 i) { return x[i]; }, [=](i64 i) { return y[i]; });
}
template <class T>
Status gemvStridedBatched(Call& call, cublasOperation_t trans, i64 m, i64 n, const T* alpha,
                          const T* a, i64 lda, i64 stride_a, const T* x, i64 incx, i64 stride_x,
                          const T* beta, T* y, i64 incy, i64 stride_y, i64 count) {
  return gemv_batch(
      call, trans, m, n, alpha, lda, incx, beta, incy, count,
      [=](i64 i) { return a + i * stride_a; }, [=](i64 i) { return x + i * stride_x; },
      [=](i64 i) { return y + i * stride_y; });
}

}  // namespace heddle::cublas
