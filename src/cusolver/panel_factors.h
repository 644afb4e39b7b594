// SPDX-License-Identifier: Apache-2.0
// LU, Cholesky and QR by panels (panels.h): LAPACK's routines for a panel, products for what is
// behind it.
#pragma once

#include "cusolver/panels.h"

namespace heddle::cusolver {

// Pivots of all panels, and the first info, in the work's memory.
struct LuScratch {
  int* info;
  int* pivots;
  LuScratch(std::byte* own) : info(reinterpret_cast<int*>(own)), pivots(info + 1) {}
  static std::size_t bytes(i64 count) { return sizeof(int) * (count + 1); }
};
template <class T, class Index>
Status lu_by_panels(Call& call, library::Cost cost, i64 width, i64 m, i64 n, T* a, i64 lda,
                    Index* pivots, int* info) {
  const i64 least = std::min(m, n);
  const Panels p(least, n, width);
  const auto at = [=](i64 i, i64 j) { return a + j * lda + i; };
  const auto panel = [=](int k, std::byte* own) {
    const LuScratch s(own);
    const i64 first = p.begin(k), count = p.width(k);
    int result = 0;
    blas<T>(Routine::getrf, m - first, count, at(first, first), lda, s.pivots + first, &result);
    for (i64 i = first; i < first + count; ++i) s.pivots[i] += static_cast<int>(first);
    if (result > 0 && *s.info == 0) *s.info = result + static_cast<int>(first);
  };
  const auto update = [=](int k, int j, std::byte* own) {
    const LuScratch s(own);
    const i64 first = p.begin(k), count = p.width(k), next = first + count;
    const i64 column = p.begin(j), columns = p.width(j);
    blas<T>(Routine::laswp, columns, at(0, column), lda, first + 1, next, s.pivots, 1);
    blas<T>(Routine::trsm, 'L', 'L', 'N', 'U', count, columns, T(1), at(first, first), lda,
            at(first, column), lda);
    if (next < m)
      blas<T>(Routine::gemm, 'N', 'N', m - next, columns, count, T(-1), at(next, first), lda,
              at(first, column), lda, T(1), at(next, column), lda);
  };
  // The rows that later panels exchanged.
  const auto finish = [=](int k, std::byte* own) {
    const LuScratch s(own);
    const i64 next = p.begin(k) + p.width(k);
    if (next < least)
      blas<T>(Routine::laswp, p.width(k), at(0, p.begin(k)), lda, next + 1, least, s.pivots, 1);
  };
  return by_panels(call, cost, p, LuScratch::bytes(least), panel, update, finish,
                   [=](std::byte* own) {
                     const LuScratch s(own);
                     std::copy_n(s.pivots, least, pivots);
                     tell(info, *s.info);
                   });
}

// What is behind a minor that is not positive definite is left as the panels before it made it.
template <class T>
Status cholesky_by_panels(Call& call, library::Cost cost, i64 width, bool lower, i64 n, T* a,
                          i64 lda, int* info) {
  const Panels p(n, n, width);
  const auto at = [=](i64 i, i64 j) { return a + j * lda + i; };
  const char uplo = lower ? 'L' : 'U', adjoint = is_complex<T> ? 'C' : 'T';
  const auto failure = [](std::byte* own) {
    return std::atomic_ref<int>(*reinterpret_cast<int*>(own));
  };
  const auto panel = [=](int k, std::byte* own) {
    if (failure(own).load(std::memory_order_relaxed)) return;
    const i64 first = p.begin(k), count = p.width(k), next = first + count;
    int result = 0;
    blas<T>(Routine::potrf, uplo, count, at(first, first), lda, &result);
    if (result > 0)
      return failure(own).store(result + static_cast<int>(first), std::memory_order_relaxed);
    if (lower && next < n)
      blas<T>(Routine::trsm, 'R', 'L', adjoint, 'N', n - next, count, T(1), at(first, first), lda,
              at(next, first), lda);
  };
  const auto update = [=](int k, int j, std::byte* own) {
    const i64 first = p.begin(k), count = p.width(k);
    const i64 column = p.begin(j), columns = p.width(j), below = column + columns;
    // A later panel may have failed meanwhile.
    const int failed = failure(own).load(std::memory_order_relaxed);
    if (failed && failed <= first + count) return;
    const auto diagonal = [&](char op, const T* factor) {
      blas<T>(either<T>(Routine::syrk, Routine::herk), uplo, op, columns, count, Real<T>(-1),
              factor, lda, Real<T>(1), at(column, column), lda);
    };
    if (lower) {
      diagonal('N', at(column, first));
      if (below < n)
        blas<T>(Routine::gemm, 'N', adjoint, n - below, columns, count, T(-1), at(below, first),
                lda, at(column, first), lda, T(1), at(below, column), lda);
      return;
    }
    // The next rows of these columns, by all rows above them.
    if (first > 0)
      blas<T>(Routine::gemm, adjoint, 'N', count, columns, first, T(-1), at(0, first), lda,
              at(0, column), lda, T(1), at(first, column), lda);
    blas<T>(Routine::trsm, 'L', 'U', adjoint, 'N', count, columns, T(1), at(first, first), lda,
            at(first, column), lda);
    diagonal(adjoint, at(first, column));
  };
  return by_panels(
      call, cost, p, sizeof(int), panel, update, [](int, std::byte*) {},
      [=](std::byte* own) { tell(info, *reinterpret_cast<int*>(own)); });
}

// The triangular factor of each panel's reflectors lies in the work's memory.
template <class T>
Status qr_by_panels(Call& call, library::Cost cost, i64 width, i64 m, i64 n, T* a, i64 lda, T* tau,
                    int* info) {
  const i64 least = std::min(m, n);
  const Panels p(least, n, width);
  const auto at = [=](i64 i, i64 j) { return a + j * lda + i; };
  const auto triangle = [=](std::byte* own, int k) {
    return reinterpret_cast<T*>(own) + k * width * width;
  };
  const auto panel = [=](int k, std::byte* own) {
    const i64 first = p.begin(k), count = p.width(k);
    int unused = 0;
    with_work<T>([&](T* work, int size) {
      blas<T>(Routine::geqrf, m - first, count, at(first, first), lda, tau + first, work, size,
              &unused);
    });
    blas<T>(Routine::larft, 'F', 'C', m - first, count, at(first, first), lda, tau + first,
            triangle(own, k), width);
  };
  const auto update = [=](int k, int j, std::byte* own) {
    const i64 first = p.begin(k), count = p.width(k), columns = p.width(j);
    const auto work = std::make_unique_for_overwrite<T[]>(columns * count);
    blas<T>(Routine::larfb, 'L', is_complex<T> ? 'C' : 'T', 'F', 'C', m - first, columns, count,
            at(first, first), lda, triangle(own, k), width, at(first, p.begin(j)), lda, work.get(),
            columns);
  };
  return by_panels(
      call, cost, p, sizeof(T) * p.panels() * width * width, panel, update, [](int, std::byte*) {},
      [=](std::byte*) { tell(info, 0); });
}

}  // namespace heddle::cusolver
