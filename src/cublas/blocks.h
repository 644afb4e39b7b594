// SPDX-License-Identifier: Apache-2.0
// Updates of a triangle, in blocks of columns that are computed apart: of a block the square on the
// diagonal by the routine for triangles, and what lies below or above it as a product.
#pragma once

#include <vector>

#include "cublas/call.h"
#include "cublas/rotations.h"
#include "library/openblas.h"

namespace heddle::cublas {

template <class T>
Cost product_cost(i64 m, i64 n, i64 k) {
  const double weight = (is_complex<T> ? 4 : 1) * (sizeof(Real<T>) == 8 ? 2 : 1);
  return {2 * weight * double(m) * double(n) * double(k), double(m) * double(n) * sizeof(T)};
}

// A A', A B' + B A', and A B' of which the caller says that it is symmetric.
enum class Update : std::uint8_t { kSyrk, kHerk, kSyr2k, kHer2k, kSyrkx, kHerkx };

inline bool is_hermitian(Update update) {
  return update == Update::kHerk || update == Update::kHer2k || update == Update::kHerkx;
}
inline bool is_two_sided(Update update) {
  return update == Update::kSyr2k || update == Update::kHer2k;
}

template <class T>
struct Triangle {
  static constexpr i64 kSquare = 128;  // computed whole, where no routine knows triangles

  Update update;
  char fill, op;
  i64 n, k;
  const T* a;
  i64 lda;
  const T* b;
  i64 ldb;
  T* c;
  i64 ldc;

  bool is_product() const { return update == Update::kSyrkx || update == Update::kHerkx; }
  i64 blocks(i64 threads) const {
    const i64 wanted = threads > 1 ? threads * 4 : 1;
    return std::min((n + 7) / 8,
                    is_product() ? std::max(wanted, (n + kSquare - 1) / kSquare) : wanted);
  }

  // Columns [begin, end).
  template <class S, class B>
  void block(i64 begin, i64 end, S alpha, B beta) const {
    if (begin == end) return;
    diagonal(begin, end, alpha, beta);
    const i64 from = fill == 'L' ? end : 0, to = fill == 'L' ? n : begin;
    if (from < to) product(from, to, begin, end, T(alpha), T(beta), c + begin * ldc + from, ldc);
  }

 private:
  const T* part(const T* matrix, i64 ld, i64 at) const {
    return matrix + (op == 'N' ? at : at * ld);
  }

  // Rows [row, to) and columns [begin, end) of the product.
  void product(i64 row, i64 to, i64 begin, i64 end, T alpha, T beta, T* out, i64 ld) const {
    const char turned = is_hermitian(update) ? 'C' : 'T';
    const char first = op == 'N' ? 'N' : turned, second = op == 'N' ? turned : 'N';
    blas<T>(Routine::gemm, first, second, to - row, end - begin, k, alpha, part(a, lda, row), lda,
            part(b, ldb, begin), ldb, beta, out, ld);
    if (!is_two_sided(update)) return;
    blas<T>(Routine::gemm, first, second, to - row, end - begin, k,
            is_hermitian(update) ? conjugate(alpha) : alpha, part(b, ldb, row), ldb,
            part(a, lda, begin), lda, T(1), out, ld);
  }

  template <class S, class B>
  void diagonal(i64 begin, i64 end, S alpha, B beta) const {
    T* const out = c + begin * ldc + begin;
    const i64 count = end - begin;
    switch (update) {
      case Update::kSyrk:
        if constexpr (std::is_same_v<S, T>)
          blas<T>(Routine::syrk, fill, op, count, k, alpha, part(a, lda, begin), lda, beta, out,
                  ldc);
        break;
      case Update::kHerk:
        if constexpr (is_complex<T> && std::is_same_v<S, Real<T>>)
          blas<T>(Routine::herk, fill, op, count, k, alpha, part(a, lda, begin), lda, beta, out,
                  ldc);
        break;
      case Update::kSyr2k:
        if constexpr (std::is_same_v<S, T>)
          blas<T>(Routine::syr2k, fill, op, count, k, alpha, part(a, lda, begin), lda,
                  part(b, ldb, begin), ldb, beta, out, ldc);
        break;
      case Update::kHer2k:
        if constexpr (is_complex<T> && std::is_same_v<B, Real<T>>)
          blas<T>(Routine::her2k, fill, op, count, k, alpha, part(a, lda, begin), lda,
                  part(b, ldb, begin), ldb, beta, out, ldc);
        break;
      case Update::kSyrkx:
      case Update::kHerkx:
        square(begin, end, T(alpha), T(beta));
        break;
    }
  }

  // The whole square, of which one triangle is kept.
  void square(i64 begin, i64 end, T alpha, T beta) const {
    const i64 count = end - begin;
    std::vector<T> whole(static_cast<std::size_t>(count * count));
    product(begin, end, begin, end, alpha, T{}, whole.data(), count);
    for (i64 j = 0; j < count; ++j) {
      T* const column = c + (begin + j) * ldc + begin;
      for (i64 i = fill == 'L' ? j : 0; i < (fill == 'L' ? count : j + 1); ++i) {
        T value = whole[static_cast<std::size_t>(j * count + i)];
        if (beta != T{}) value += cublas::product(beta, column[i]);
        if constexpr (is_complex<T>) {
          if (i == j && is_hermitian(update)) value = T(value.real(), 0);
        }
        column[i] = value;
      }
    }
  }
};

}  // namespace heddle::cublas
