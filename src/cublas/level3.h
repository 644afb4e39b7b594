// SPDX-License-Identifier: Apache-2.0
// Matrices (cuBLAS documentation, "cuBLAS Level-3 Function Reference").
#pragma once

#include "cublas/blocks.h"
#include "cublas/gemm.h"
#include "cublas/indices.h"
#include "library/openblas.h"
#include "library/triangle_reads.h"

namespace heddle::cublas {

template <class T>
Status gemm(Call& call, cublasOperation_t transa, cublasOperation_t transb, i64 m, i64 n, i64 k,
            const T* alpha, const T* a, i64 lda, const T* b, i64 ldb, const T* beta, T* c,
            i64 ldc) {
  return gemm_of(call, product_of_type<T>(call), {transa, transb, m, n, k, lda, ldb, ldc}, alpha,
                 {a}, {b}, beta, {c});
}
template <class T>
Status gemm_half(Call& call, cublasOperation_t transa, cublasOperation_t transb, i64 m, i64 n,
                 i64 k, const T* alpha, const T* a, i64 lda, const T* b, i64 ldb, const T* beta,
                 T* c, i64 ldc) {
  return gemm<T>(call, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
// With three products for four: that is a GPU's to gain from.
template <class T>
Status gemm3m(Call& call, cublasOperation_t transa, cublasOperation_t transb, i64 m, i64 n, i64 k,
              const T* alpha, const T* a, i64 lda, const T* b, i64 ldb, const T* beta, T* c,
              i64 ldc) {
  return gemm<T>(call, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#define HEDDLE_GEMM_BATCHES(name)                                                                  \
  template <class T>                                                                               \
  Status name##Batched(Call& call, cublasOperation_t transa, cublasOperation_t transb, i64 m,      \
                       i64 n, i64 k, const T* alpha, const T* const* a, i64 lda,                   \
                       const T* const* b, i64 ldb, const T* beta, T* const* c, i64 ldc,            \
                       i64 count) {                                                                \
    return gemm_of(call, product_of_type<T>(call),                                                 \
                   {transa, transb, m, n, k, lda, ldb, ldc, count}, alpha,                         \
                   {nullptr, reinterpret_cast<const void* const*>(a)},                             \
                   {nullptr, reinterpret_cast<const void* const*>(b)}, beta,                       \
                   {nullptr, reinterpret_cast<const void* const*>(c)});                            \
  }                                                                                                \
  template <class T>                                                                               \
  Status name##StridedBatched(Call& call, cublasOperation_t transa, cublasOperation_t transb,      \
                              i64 m, i64 n, i64 k, const T* alpha, const T* a, i64 lda,            \
                              i64 stride_a, const T* b, i64 ldb, i64 stride_b, const T* beta,      \
                              T* c, i64 ldc, i64 stride_c, i64 count) {                            \
    return gemm_of(call, product_of_type<T>(call),                                                 \
                   {transa, transb, m, n, k, lda, ldb, ldc, count}, alpha, {a, nullptr, stride_a}, \
                   {b, nullptr, stride_b}, beta, {c, nullptr, stride_c});                          \
  }
HEDDLE_GEMM_BATCHES(gemm)
HEDDLE_GEMM_BATCHES(gemm3m)
#undef HEDDLE_GEMM_BATCHES

template <class T>
Status gemmGroupedBatched(Call& call, const cublasOperation_t* transa,
                          const cublasOperation_t* transb, Indices m, Indices n, Indices k,
                          const T* alpha, const T* const* a, Indices lda, const T* const* b,
                          Indices ldb, const T* beta, T* const* c, Indices ldc, i64 groups,
                          Indices sizes) {
  const auto list = [](auto* const* all) { return reinterpret_cast<const void* const*>(all); };
  return grouped_gemm(call, product_of_type<T>(call),
                      {transa, transb, m, n, k, lda, ldb, ldc, sizes}, groups, alpha, list(a),
                      list(b), beta, list(c));
}

// C = alpha A B + beta C, or alpha B A + beta C, A symmetric or Hermitian.
template <class T>
Status symmetric_matrix(Call& call, Routine routine, cublasSideMode_t side, cublasFillMode_t uplo,
                        i64 m, i64 n, const T* alpha, const T* a, i64 lda, const T* b, i64 ldb,
                        const T* beta, T* c, i64 ldc) {
  const char where = letter(side), fill = letter(uplo);
  const i64 order = where == 'L' ? m : n;
  if (!where || !fill || m < 0 || n < 0 || lda < std::max<i64>(1, order) ||
      ldb < std::max<i64>(1, m) || ldc < std::max<i64>(1, m) || !alpha || !beta)
    return call.invalid();
  if (!Call::fits({m, n, lda, ldb, ldc})) return call.too_large();
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha), old = call.scalar(beta);
  if (!call.is_zero(factor)) {
    library::reads_triangle(call, a, order, lda, fill == 'L');
    call.reads_matrix(b, m, n, ldb);
  }
  if (call.is_other(old)) call.reads_matrix(c, m, n, ldc);
  call.writes_matrix(c, m, n, ldc);
  const Cost cost = product_cost<T>(m, n, order);
  if (where == 'L') {
    return call.ranges(n, cost, 8, [=](i64 begin, i64 end) {
      blas<T>(routine, where, fill, m, end - begin, factor(), a, lda, b + begin * ldb, ldb, old(),
              c + begin * ldc, ldc);
    });
  }
  return call.ranges(m, cost, 8, [=](i64 begin, i64 end) {
    blas<T>(routine, where, fill, end - begin, n, factor(), a, lda, b + begin, ldb, old(),
            c + begin, ldc);
  });
}
template <class T>
Status symm(Call& call, cublasSideMode_t side, cublasFillMode_t uplo, i64 m, i64 n, const T* alpha,
            const T* a, i64 lda, const T* b, i64 ldb, const T* beta, T* c, i64 ldc) {
  return symmetric_matrix(call, Routine::symm, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c,
                          ldc);
}
template <class T>
Status hemm(Call& call, cublasSideMode_t side, cublasFillMode_t uplo, i64 m, i64 n, const T* alpha,
            const T* a, i64 lda, const T* b, i64 ldb, const T* beta, T* c, i64 ldc) {
  return symmetric_matrix(call, Routine::hemm, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c,
                          ldc);
}

// C's triangle = alpha op(A) op(A)' + beta C: the kinds differ in what stands in its blocks.
template <class T, class S, class B>
Status rank_k(Call& call, Update update, cublasFillMode_t uplo, cublasOperation_t trans, i64 n,
              i64 k, const S* alpha, const T* a, i64 lda, const T* b, i64 ldb, const B* beta, T* c,
              i64 ldc) {
  const char fill = letter(uplo);
  char op = letter(trans);
  const bool hermitian = is_hermitian(update);
  if (!is_complex<T> && op == 'C') op = 'T';
  const bool allowed = op == 'N' || op == (hermitian ? 'C' : 'T');
  const i64 rows = op == 'N' ? n : k;
  if (!fill || !allowed || n < 0 || k < 0 || lda < std::max<i64>(1, rows) ||
      (b && ldb < std::max<i64>(1, rows)) || ldc < std::max<i64>(1, n) || !alpha || !beta)
    return call.invalid();
  if (!Call::fits({n, k, lda, ldb, ldc})) return call.too_large();
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha);
  const auto old = call.scalar(beta);
  if (!call.is_zero(factor)) {
    call.reads_matrix(a, rows, op == 'N' ? k : n, lda);
    if (b) call.reads_matrix(b, rows, op == 'N' ? k : n, ldb);
  }
  if (call.is_other(old)) call.reads_matrix(c, n, n, ldc);
  call.writes_matrix(c, n, n, ldc);
  Cost cost = product_cost<T>(n, n, k);
  if (!is_two_sided(update)) cost.operations /= 2;
  const Triangle<T> triangle{update, fill, op, n, k, a, lda, b ? b : a, b ? ldb : lda, c, ldc};
  const i64 blocks = triangle.blocks(threads_for(cost, (n + 63) / 64));
  return call.parts(blocks, cost, [=](unsigned part) {
    triangle.block(boundary(part, blocks, n, 8), boundary(part + 1, blocks, n, 8), factor(), old());
  });
}
template <class T>
Status syrk(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, i64 n, i64 k,
            const T* alpha, const T* a, i64 lda, const T* beta, T* c, i64 ldc) {
  return rank_k<T>(call, Update::kSyrk, uplo, trans, n, k, alpha, a, lda, nullptr, 1, beta, c, ldc);
}
template <class T>
Status herk(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, i64 n, i64 k,
            const Real<T>* alpha, const T* a, i64 lda, const Real<T>* beta, T* c, i64 ldc) {
  return rank_k<T>(call, Update::kHerk, uplo, trans, n, k, alpha, a, lda, nullptr, 1, beta, c, ldc);
}
template <class T>
Status syr2k(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, i64 n, i64 k,
             const T* alpha, const T* a, i64 lda, const T* b, i64 ldb, const T* beta, T* c,
             i64 ldc) {
  return rank_k<T>(call, Update::kSyr2k, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <class T>
Status her2k(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, i64 n, i64 k,
             const T* alpha, const T* a, i64 lda, const T* b, i64 ldb, const Real<T>* beta, T* c,
             i64 ldc) {
  return rank_k<T>(call, Update::kHer2k, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <class T>
Status syrkx(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, i64 n, i64 k,
             const T* alpha, const T* a, i64 lda, const T* b, i64 ldb, const T* beta, T* c,
             i64 ldc) {
  return rank_k<T>(call, Update::kSyrkx, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <class T>
Status herkx(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, i64 n, i64 k,
             const T* alpha, const T* a, i64 lda, const T* b, i64 ldb, const Real<T>* beta, T* c,
             i64 ldc) {
  return rank_k<T>(call, Update::kHerkx, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

// What trmm and trsm have in common: columns of B for one thread each, or rows where A is on the
// right.
template <class T, class Run>
Status over_right_sides(Call& call, char where, i64 m, i64 n, Run run) {
  const i64 order = where == 'L' ? m : n;
  Cost cost = product_cost<T>(m, n, order);
  cost.operations /= 2;
  return call.ranges(where == 'L' ? n : m, cost, 8, run);
}
inline bool is_triangle(char where, char fill, char op, char unit, i64 m, i64 n, i64 lda, i64 ldb) {
  const i64 order = where == 'L' ? m : n;
  return where && fill && op && unit && m >= 0 && n >= 0 && lda >= std::max<i64>(1, order) &&
         ldb >= std::max<i64>(1, m);
}

// C = alpha op(A) B, or alpha B op(A). C may be B.
template <class T>
Status trmm(Call& call, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
            cublasDiagType_t diag, i64 m, i64 n, const T* alpha, const T* a, i64 lda, const T* b,
            i64 ldb, T* c, i64 ldc) {
  const char where = letter(side), fill = letter(uplo), op = letter(trans), unit = letter(diag);
  if (!is_triangle(where, fill, op, unit, m, n, lda, ldb) || ldc < std::max<i64>(1, m) || !alpha)
    return call.invalid();
  if (!Call::fits({m, n, lda, ldb, ldc})) return call.too_large();
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha);
  const i64 order = where == 'L' ? m : n;
  if (!call.is_zero(factor)) {
    library::reads_triangle(call, a, order, lda, fill == 'L', unit == 'U');
    call.reads_matrix(b, m, n, ldb);
  }
  call.writes_matrix(c, m, n, ldc);
  return over_right_sides<T>(call, where, m, n, [=](i64 begin, i64 end) {
    const bool left = where == 'L';
    const i64 rows = left ? m : end - begin, columns = left ? end - begin : n;
    const T* const from = b + (left ? begin * ldb : begin);
    T* const to = c + (left ? begin * ldc : begin);
    if (from != to) {
      for (i64 j = 0; j < columns; ++j) std::copy_n(from + j * ldb, rows, to + j * ldc);
    }
    blas<T>(Routine::trmm, where, fill, op, unit, rows, columns, factor(), a, lda, to, ldc);
  });
}

template <class T>
Status trsm(Call& call, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
            cublasDiagType_t diag, i64 m, i64 n, const T* alpha, const T* a, i64 lda, T* b,
            i64 ldb) {
  const char where = letter(side), fill = letter(uplo), op = letter(trans), unit = letter(diag);
  if (!is_triangle(where, fill, op, unit, m, n, lda, ldb) || !alpha) return call.invalid();
  if (!Call::fits({m, n, lda, ldb})) return call.too_large();
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha);
  const i64 order = where == 'L' ? m : n;
  if (!call.is_zero(factor)) {
    library::reads_triangle(call, a, order, lda, fill == 'L', unit == 'U');
    call.reads_matrix(b, m, n, ldb);
  }
  call.writes_matrix(b, m, n, ldb);
  return over_right_sides<T>(call, where, m, n, [=](i64 begin, i64 end) {
    const bool left = where == 'L';
    blas<T>(Routine::trsm, where, fill, op, unit, left ? m : end - begin, left ? end - begin : n,
            factor(), a, lda, b + (left ? begin * ldb : begin), ldb);
  });
}

template <class T>
Status trsmBatched(Call& call, cublasSideMode_t side, cublasFillMode_t uplo,
                   cublasOperation_t trans, cublasDiagType_t diag, i64 m, i64 n, const T* alpha,
                   const T* const* a, i64 lda, T* const* b, i64 ldb, i64 count) {
  const char where = letter(side), fill = letter(uplo), op = letter(trans), unit = letter(diag);
  if (!is_triangle(where, fill, op, unit, m, n, lda, ldb) || !alpha || count < 0)
    return call.invalid();
  if (!Call::fits({m, n, lda, ldb})) return call.too_large();
  if (m == 0 || n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = call.scalar(alpha);
  Cost cost = product_cost<T>(m, n, where == 'L' ? m : n);
  cost.operations *= 0.5 * double(count);
  if (!call.is_zero(factor)) {
    library::reads_triangles(
        call, count, [=](i64 i) { return a[i]; }, where == 'L' ? m : n, lda, fill == 'L',
        unit == 'U');
    call.reads_matrices(count, [=](i64 i) { return b[i]; }, m, n, ldb);
  }
  call.writes_matrices(count, [=](i64 i) { return b[i]; }, m, n, ldb);
  return call.ranges(count, cost, 1, [=](i64 begin, i64 end) {
    for (i64 i = begin; i < end; ++i)
      blas<T>(Routine::trsm, where, fill, op, unit, m, n, factor(), a[i], lda, b[i], ldb);
  });
}

}  // namespace heddle::cublas
