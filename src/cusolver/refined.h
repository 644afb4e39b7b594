// SPDX-License-Identifier: Apache-2.0
// Systems of equations and least squares with iterative refinement, cusolverDn<T1><T2>gesv and
// gels. Where it fails, the main precision's factorisation takes the place of A, as documented.
#pragma once

#include "cusolver/refine.h"

namespace heddle::cusolver {

template <class T>
Real<T> precision_of(const Refinement& how) {
  return how.precision > 0 ? static_cast<Real<T>>(how.precision)
                           : std::numeric_limits<Real<T>>::epsilon();
}

// A x = b. Returns LAPACK's info.
template <class T, Lower L>
int solve_refined(Columns<T> a, int* pivots, Columns<T> b, Columns<T> x, int& iterations,
                  const Refinement& how = {}) {
  const i64 n = a.rows;
  int info = 0;
  iterations = 0;
  if (n == 0 || b.count == 0) return info;
  std::vector<Factor<T, L>> factors;
  std::vector<int> own(static_cast<std::size_t>(n) + 1);
  int* const swaps = pivots ? pivots : own.data();
  iterations = lower<T, L>(a, factors) ? 0 : kTooLarge;
  if (iterations == 0) {
    blas<Factor<T, L>>(Routine::getrf, n, n, factors.data(), n, swaps, &info);
    if (info != 0) iterations = kNoFactors;
  }
  if (iterations == 0) {
    Real<T> norm = 0;
    for (i64 i = 0; i < n; ++i) {
      Real<T> sum = 0;
      for (i64 j = 0; j < n; ++j) sum += std::abs(a(i, j));
      norm = std::max(norm, sum);
    }
    const Real<T> bound = std::sqrt(static_cast<Real<T>>(n)) * norm * precision_of<T>(how);
    std::vector<T> memory(static_cast<std::size_t>(n * b.count));
    const Columns<T> rest{memory.data(), n, b.count, n};
    iterations = refine<T, L>(
        a, b, x, rest, [&] { return rest; },
        [&](Factor<T, L>* step) {
          int unused = 0;
          blas<Factor<T, L>>(Routine::getrs, 'N', n, b.count, factors.data(), n, swaps, step, n,
                             &unused);
        },
        [&](i64 j) { return rest.largest(j) <= bound * x.largest(j); }, how);
  }
  // Without refinement nothing has failed: the factors are what was asked for.
  if (!how.wanted && iterations == kNoFactors) iterations = 0;
  if (iterations >= 0 || !how.fallback) return info;
  blas<T>(Routine::getrf, n, n, a.at, a.ld, swaps, &info);
  if (info != 0) return info;
  for (i64 j = 0; j < b.count; ++j) std::copy_n(&b(0, j), n, &x(0, j));
  blas<T>(Routine::getrs, 'N', n, b.count, a.at, a.ld, swaps, x.at, x.ld, &info);
  return info;
}

// The least |b - A x|; A has at least as many rows as columns. What is left has nothing of A's
// columns then: A^H (b - A x) is solved by the triangle of A's QR factorisation (the semi-normal
// equations).
template <class T, Lower L>
int least_squares_refined(Columns<T> a, Columns<T> b, Columns<T> x, int& iterations,
                          const Refinement& how = {}) {
  using F = Factor<T, L>;
  const i64 m = a.rows, n = a.count;
  iterations = 0;
  if (n == 0 || b.count == 0) return 0;
  std::vector<F> factors, tau(static_cast<std::size_t>(n) + 1);
  iterations = lower<T, L>(a, factors) ? 0 : kTooLarge;
  int info = 0;
  if (iterations == 0) {
    with_work<F>([&](F* work, int size) {
      blas<F>(Routine::geqrf, m, n, factors.data(), m, tau.data(), work, size, &info);
    });
    for (i64 i = 0; i < n; ++i)
      if (factors[static_cast<std::size_t>(i * m + i)] == F(0)) iterations = kNoFactors;
  }
  if (iterations == 0) {
    const Real<T> norm = a.norm();
    const Real<T> bound = std::sqrt(static_cast<Real<T>>(m)) * norm * precision_of<T>(how);
    std::vector<T> memory(static_cast<std::size_t>((m + n) * b.count));
    const Columns<T> rest{memory.data(), m, b.count, m};
    const Columns<T> gradient{memory.data() + m * b.count, n, b.count, n};
    const char adjoint = is_complex<T> ? 'C' : 'T';
    const auto norm_of = [](const Columns<T>& of, i64 j) {
      return Columns<T>{&of(0, j), of.rows, 1, of.ld}.norm();
    };
    iterations = refine<T, L>(
        a, b, x, rest,
        [&] {
          blas<T>(Routine::gemm, adjoint, 'N', n, b.count, m, T(1), a.at, a.ld, rest.at, rest.ld,
                  T(0), gradient.at, gradient.ld);
          return gradient;
        },
        [&](F* step) {
          for (const char op : {adjoint, 'N'})
            blas<F>(Routine::trsm, 'L', 'U', op, 'N', n, b.count, F(1), factors.data(), m, step, n);
        },
        [&](i64 j) {
          return norm_of(gradient, j) <= bound * (norm_of(rest, j) + norm * norm_of(x, j));
        },
        how);
  }
  if (iterations >= 0 || !how.fallback) return info;
  std::vector<T> right(static_cast<std::size_t>(m * b.count));
  for (i64 j = 0; j < b.count; ++j) std::copy_n(&b(0, j), m, right.data() + j * m);
  with_work<T>([&](T* work, int size) {
    blas<T>(Routine::gels, 'N', m, n, b.count, a.at, a.ld, right.data(), m, work, size, &info);
  });
  for (i64 j = 0; j < b.count && info == 0; ++j) std::copy_n(right.data() + j * m, n, &x(0, j));
  return info;
}

inline constexpr std::size_t kRefinedBytes = sizeof(DoubleComplex) * kWorkSize;

template <class T>
Status gesv_any_bufferSize(Call& call, int n, int nrhs, T* a, int lda, int*, T* b, int ldb, T* x,
                           int ldx, void*, std::size_t* bytes) {
  if (!is_matrix(n, n, lda) || !is_matrix(n, nrhs, ldb) || !is_matrix(n, nrhs, ldx) || !bytes)
    return call.invalid();
  *bytes = kRefinedBytes;
  return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
Status gels_any_bufferSize(Call& call, int m, int n, int nrhs, T* a, int lda, T* b, int ldb, T* x,
                           int ldx, void*, std::size_t* bytes) {
  if (!is_matrix(m, n, lda) || !is_matrix(m, nrhs, ldb) || !is_matrix(n, nrhs, ldx) || !bytes)
    return call.invalid();
  if (m < n) return call.not_supported("of more columns than rows");
  *bytes = kRefinedBytes;
  return CUSOLVER_STATUS_SUCCESS;
}

template <class T, Lower L>
Status gesv_any(Call& call, int n, int nrhs, T* a, int lda, int* pivots, T* b, int ldb, T* x,
                int ldx, void*, std::size_t given, int* iterations, int* info) {
  std::size_t bytes = 0;
  if (const Status status =
          gesv_any_bufferSize(call, n, nrhs, a, lda, pivots, b, ldb, x, ldx, nullptr, &bytes))
    return status;
  if (!iterations) return call.invalid();
  if (given < kRefinedBytes) return CUSOLVER_STATUS_INVALID_WORKSPACE;
  call.reads_matrix(a, n, n, lda).reads_matrix(b, n, nrhs, ldb);
  call.writes_matrix(x, n, nrhs, ldx).writes(pivots, pivots ? n : 0, 1);
  return count_for_host(call, cubic(n, n, n, 0.7), iterations, info, [=](int& count) {
    return solve_refined<T, L>({a, n, n, lda}, pivots, {b, n, nrhs, ldb}, {x, n, nrhs, ldx}, count);
  });
}
template <class T, Lower L>
Status gels_any(Call& call, int m, int n, int nrhs, T* a, int lda, T* b, int ldb, T* x, int ldx,
                void*, std::size_t given, int* iterations, int* info) {
  std::size_t bytes = 0;
  if (const Status status =
          gels_any_bufferSize(call, m, n, nrhs, a, lda, b, ldb, x, ldx, nullptr, &bytes))
    return status;
  if (!iterations) return call.invalid();
  if (given < kRefinedBytes) return CUSOLVER_STATUS_INVALID_WORKSPACE;
  call.reads_matrix(a, m, n, lda).reads_matrix(b, m, nrhs, ldb);
  call.writes_matrix(x, n, nrhs, ldx);
  return count_for_host(call, cubic(m, n, n, 2), iterations, info, [=](int& count) {
    return least_squares_refined<T, L>({a, m, n, lda}, {b, m, nrhs, ldb}, {x, n, nrhs, ldx}, count);
  });
}

// A name for each lower precision, which api.txt has.
#define HEDDLE_REFINED(name, lower)                     \
  template <class T, class... A>                        \
  Status gesv_##name##_bufferSize(Call& call, A... a) { \
    return gesv_any_bufferSize<T>(call, a...);          \
  }                                                     \
  template <class T, class... A>                        \
  Status gesv_##name(Call& call, A... a) {              \
    return gesv_any<T, Lower::lower>(call, a...);       \
  }                                                     \
  template <class T, class... A>                        \
  Status gels_##name##_bufferSize(Call& call, A... a) { \
    return gels_any_bufferSize<T>(call, a...);          \
  }                                                     \
  template <class T, class... A>                        \
  Status gels_##name(Call& call, A... a) {              \
    return gels_any<T, Lower::lower>(call, a...);       \
  }
HEDDLE_REFINED(main, kMain)
HEDDLE_REFINED(single, kSingle)
HEDDLE_REFINED(half, kHalf)
HEDDLE_REFINED(bfloat16, kBFloat16)
HEDDLE_REFINED(tf32, kTf32)
#undef HEDDLE_REFINED

}  // namespace heddle::cusolver
