// SPDX-License-Identifier: Apache-2.0
// Iterative refinement: the matrix is rounded and factorised in a lower precision, and what is left
// of the right side is solved again until the solution is as good as the main precision's (J.
// Demmel, Applied Numerical Linear Algebra, 2.5; the bound of LAPACK's dsgesv). Half, bfloat16 and
// TF32 are numbers of the matrix; the factorisation computes with floats, as tensor cores do.
#pragma once

#include <cmath>
#include <limits>

#include "cusolver/lapack.h"
#include "library/convert.h"

namespace heddle::cusolver {

enum class Lower { kMain, kSingle, kHalf, kBFloat16, kTf32 };

// What `niter` tells where there was no refinement, as documented.
enum : int { kTooLarge = -2, kNoFactors = -3, kNotFinite = -5, kMostIterations = 50 };

// What the expert interface sets (irs.cpp).
struct Refinement {
  bool wanted = true;  // false: one solution by the lower factors
  int most = kMostIterations;
  double precision = 0;  // in place of the main type's; 0: that
  bool fallback = true;  // to the main precision's factorisation, where it fails
  std::vector<double>* residuals = nullptr;  // the largest of each step goes there
};

template <class T, Lower L>
using Factor =
    std::conditional_t<L == Lower::kMain, T, std::conditional_t<is_complex<T>, Complex, float>>;

template <Lower L>
float lowered(float x) {
  if constexpr (L == Lower::kHalf) return library::to_float(library::to_half(x));
  if constexpr (L == Lower::kBFloat16) return library::to_float(library::to_bfloat16(x));
  if constexpr (L == Lower::kTf32) return library::to_tf32(x);
  return x;
}
template <class T, Lower L>
Factor<T, L> rounded(T x) {
  if constexpr (L == Lower::kMain)
    return x;
  else if constexpr (is_complex<T>)
    return {lowered<L>(static_cast<float>(x.real())), lowered<L>(static_cast<float>(x.imag()))};
  else
    return lowered<L>(static_cast<float>(x));
}

template <class T>
struct Columns {
  T* at;
  i64 rows, count, ld;
  T& operator()(i64 i, i64 j) const { return at[j * ld + i]; }
  Real<T> largest(i64 j) const {  // NaN where there is one
    Real<T> most = 0;
    for (i64 i = 0; i < rows; ++i) {
      const Real<T> size = std::abs((*this)(i, j));
      if (!(size <= most)) most = size;
    }
    return most;
  }
  Real<T> norm() const {  // Frobenius's
    Real<T> sum = 0;
    for (i64 j = 0; j < count; ++j)
      for (i64 i = 0; i < rows; ++i) sum += std::norm((*this)(i, j));
    return std::sqrt(sum);
  }
};

// Rounded; false: a number became infinite.
template <class T, Lower L>
bool lower(Columns<T> a, std::vector<Factor<T, L>>& out) {
  bool fits = true;
  out.resize(static_cast<std::size_t>(a.rows * a.count));
  for (i64 j = 0; j < a.count; ++j)
    for (i64 i = 0; i < a.rows; ++i) {
      const auto value = rounded<T, L>(a(i, j));
      out[static_cast<std::size_t>(j * a.rows + i)] = value;
      fits &= std::isfinite(std::abs(value));
    }
  return fits;
}

// Of b - A x = `rest` the steps project(rest) -> solve(it, rounded and in place) -> x += it, until
// good(j) is so of each column j. Returns how many followed the first, or why there were none.
template <class T, Lower L, class Project, class Solve, class Good>
int refine(Columns<T> a, Columns<T> b, Columns<T> x, Columns<T> rest, Project project, Solve solve,
           Good good, const Refinement& how) {
  using F = Factor<T, L>;
  std::vector<F> step(static_cast<std::size_t>(x.rows * x.count));
  for (i64 j = 0; j < b.count; ++j) {
    std::copy_n(&b(0, j), b.rows, &rest(0, j));
    std::fill_n(&x(0, j), x.rows, T(0));
  }
  Columns<T> left = project();
  for (int iteration = 0; iteration <= how.most; ++iteration) {
    // Scaled, so that small remainders stay numbers.
    std::vector<Real<T>> scale(static_cast<std::size_t>(b.count));
    for (i64 j = 0; j < b.count; ++j) {
      const Real<T> most = left.largest(j);
      if (!std::isfinite(most)) return kNotFinite;
      const Real<T> by = scale[static_cast<std::size_t>(j)] = most == 0 ? 1 : most;
      for (i64 i = 0; i < x.rows; ++i)
        step[static_cast<std::size_t>(j * x.rows + i)] = static_cast<F>(left(i, j) / by);
    }
    solve(step.data());
    for (i64 j = 0; j < b.count; ++j) {
      for (i64 i = 0; i < x.rows; ++i)
        x(i, j) += static_cast<T>(step[static_cast<std::size_t>(j * x.rows + i)]) *
                   scale[static_cast<std::size_t>(j)];
      std::copy_n(&b(0, j), b.rows, &rest(0, j));
    }
    blas<T>(Routine::gemm, 'N', 'N', b.rows, b.count, x.rows, T(-1), a.at, a.ld, x.at, x.ld, T(1),
            rest.at, rest.ld);
    if (!how.wanted) return 0;
    left = project();
    bool all = true;
    double largest = 0;
    for (i64 j = 0; j < b.count; ++j) {
      if (!std::isfinite(left.largest(j))) return kNotFinite;
      largest = std::max<double>(largest, rest.largest(j));
      all &= good(j);
    }
    if (how.residuals) how.residuals->push_back(largest);
    if (all) return iteration;
  }
  return -how.most;
}

}  // namespace heddle::cusolver
