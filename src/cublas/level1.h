// SPDX-License-Identifier: Apache-2.0
// Vectors (cuBLAS documentation, "cuBLAS Level-1 Function Reference"). Long ones are worked on by
// several threads, each on a range of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "cublas/call.h"
#include "cublas/indices.h"
#include "cublas/rotations.h"
#include "cublas/strided.h"
#include "library/openblas.h"

namespace heddle::cublas {

template <class T>
Cost vector_cost(i64 n, int vectors) {
  return {2.0 * n, double(sizeof(T)) * n * vectors};
}

// Of a vector of two. The C library's own is of glibc 2.35, and packages are to run on 2.34.
template <class T>
T length(T x, T y) {
  x = std::abs(x);
  y = std::abs(y);
  const T large = std::max(x, y), small = std::min(x, y);
  if (std::isinf(x) || std::isinf(y)) return std::numeric_limits<T>::infinity();
  if (large == 0 || std::isnan(x + y)) return x + y;
  const T part = small / large;
  return large * std::sqrt(1 + part * part);
}

// run(begin, end) of [0, n): in one range where elements lie on each other.
template <class Run>
Status over_vector(Call& call, i64 n, Cost cost, bool apart, Run run) {
  if (apart) return call.ranges(n, cost, 16, run);
  return call.once(cost, [=] { run(0, n); });
}

template <class T>
Real<T> size_of_number(T value) {
  if constexpr (is_complex<T>)
    return std::abs(value.real()) + std::abs(value.imag());
  else
    return std::abs(value);
}

// The index of the first of the largest or smallest: of the ranges' results the first again.
template <class T, class Better>
Status extreme(Call& call, Routine routine, i64 n, const T* x, i64 incx, IndexResult result,
               Better better) {
  if (!result) return call.invalid();
  struct Found {
    i64 index;  // from 1
    Real<T> size;
  };
  const bool empty = n <= 0 || incx <= 0;
  if (!call.on_device()) {
    if (const Status status = call.may_wait(); status != CUBLAS_STATUS_SUCCESS) return status;
    if (empty) {
      result.store(0);
      return CUBLAS_STATUS_SUCCESS;
    }
  }
  call.reads(x, n, incx);
  if (call.on_device()) call.writes(result.at(), result.size(), 1);
  const i64 elements = empty ? 0 : n;
  return call.reduce<Found>(
      elements, vector_cost<T>(elements, 1),
      [=](i64 begin, i64 end) {
        Found best{0, 0};
        in_stretches(x, incx, begin, end, [&](const T* part, i64 count, i64 at) {
          const i64 index = blas<T, int>(routine, count, part, 1);
          const Real<T> size = size_of_number(part[index - 1]);
          if (best.index == 0 || better(size, best.size)) best = {at + index, size};
        });
        return best;
      },
      [=](const Found* found, i64 count) {
        Found best{0, 0};
        for (i64 i = 0; i < count; ++i) {
          if (found[i].index == 0) continue;
          if (best.index == 0 || better(found[i].size, best.size)) best = found[i];
        }
        result.store(best.index);
      });
}
template <class T>
Status amax(Call& call, i64 n, const T* x, i64 incx, IndexResult result) {
  return extreme(call, Routine::amax, n, x, incx, result,
                 [](Real<T> a, Real<T> b) { return a > b; });
}
template <class T>
Status amin(Call& call, i64 n, const T* x, i64 incx, IndexResult result) {
  return extreme(call, Routine::amin, n, x, incx, result,
                 [](Real<T> a, Real<T> b) { return a < b; });
}

// A sum of ranges, stored by store(values, count): 0 where there is nothing to add.
template <class Result, class Run, class Store>
Status reduction(Call& call, i64 n, bool empty, Cost cost, Result* result, Run run, Store store) {
  if (!result) return call.invalid();
  if (!call.on_device()) {
    if (const Status status = call.may_wait(); status != CUBLAS_STATUS_SUCCESS) return status;
    if (empty) {
      *result = Result{};
      return CUBLAS_STATUS_SUCCESS;
    }
  }
  call.writes(call.on_device() ? result : nullptr, 1, 1);
  return call.reduce<Result>(empty ? 0 : n, cost, run, [=](const Result* values, i64 count) {
    *result = store(values, empty ? 0 : count);
  });
}
template <class T>
T sum_of(const T* values, i64 count) {
  T sum{};
  for (i64 i = 0; i < count; ++i) sum += values[i];
  return sum;
}

template <class T>
Status asum(Call& call, i64 n, const T* x, i64 incx, Real<T>* result) {
  call.reads(x, n, incx);
  return reduction(
      call, n, n <= 0 || incx <= 0, vector_cost<T>(n, 1), result,
      [=](i64 begin, i64 end) {
        Real<T> sum = 0;
        in_stretches(x, incx, begin, end, [&](const T* part, i64 count, i64) {
          // Of complex numbers as of real ones: scasum of OpenBLAS 0.3.21 is wrong with AVX-512.
          sum += blas<Real<T>, Real<T>>(Routine::asum, count * (is_complex<T> ? 2 : 1),
                                        reinterpret_cast<const Real<T>*>(part), 1);
        });
        return sum;
      },
      &sum_of<Real<T>>);
}

template <class T>
Status nrm2(Call& call, i64 n, const T* x, i64 incx, Real<T>* result) {
  call.reads(x, n, incx);
  return reduction(
      call, n, n <= 0 || incx <= 0, vector_cost<T>(n, 1), result,
      [=](i64 begin, i64 end) {
        Real<T> norm = 0;
        in_stretches(x, incx, begin, end, [&](const T* part, i64 count, i64 at) {
          const auto next = blas<T, Real<T>>(Routine::nrm2, count, part, 1);
          norm = at == begin ? next : length(norm, next);
        });
        return norm;
      },
      [](const Real<T>* values, i64 count) {
        Real<T> norm = 0;  // without squares that overflow
        for (i64 i = 0; i < count; ++i) norm = i == 0 ? values[0] : length(norm, values[i]);
        return norm;
      });
}

template <class T>
Status inner_product(Call& call, i64 n, const T* x, i64 incx, const T* y, i64 incy, T* result,
                     bool conjugated) {
  call.reads(x, n, incx).reads(y, n, incy);
  return reduction(
      call, n, n <= 0, vector_cost<T>(n, 2), result,
      [=](i64 begin, i64 end) {
        T sum{};
        in_stretches(first_of(x, incx, n), incx, first_of(y, incy, n), incy, begin, end,
                     [&](const T* a, const T* b, i64 count, i64) {
                       sum += cublas::dot(count, a, 1, b, 1, conjugated);
                     });
        return sum;
      },
      &sum_of<T>);
}
template <class T>
Status dot(Call& call, i64 n, const T* x, i64 incx, const T* y, i64 incy, T* result) {
  return inner_product(call, n, x, incx, y, incy, result, false);
}
template <class T>
Status dotu(Call& call, i64 n, const T* x, i64 incx, const T* y, i64 incy, T* result) {
  return inner_product(call, n, x, incx, y, incy, result, false);
}
template <class T>
Status dotc(Call& call, i64 n, const T* x, i64 incx, const T* y, i64 incy, T* result) {
  return inner_product(call, n, x, incx, y, incy, result, true);
}

template <class T>
Status axpy(Call& call, i64 n, const T* alpha, const T* x, i64 incx, T* y, i64 incy) {
  if (!alpha) return call.invalid();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  const auto a = call.scalar(alpha);
  call.reads(x, n, incx).reads(y, n, incy).writes(y, n, incy);
  return over_vector(call, n, vector_cost<T>(n, 3), incy != 0, [=](i64 begin, i64 end) {
    in_stretches(first_of(x, incx, n), incx, first_of(y, incy, n), incy, begin, end,
                 [&](const T* from, T* to, i64 count, i64) {
                   blas<T>(Routine::axpy, count, a(), from, 1, to, 1);
                 });
  });
}

template <class T>
Status copy(Call& call, i64 n, const T* x, i64 incx, T* y, i64 incy) {
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  call.reads(x, n, incx).writes(y, n, incy);
  return over_vector(call, n, vector_cost<T>(n, 2), incy != 0, [=](i64 begin, i64 end) {
    if (incx == 1 && incy == 1) {
      blas<T>(Routine::copy, end - begin, x + begin, 1, y + begin, 1);
      return;
    }
    const T* const from = first_of(x, incx, n);
    T* const to = first_of(y, incy, n);
    for (i64 i = begin; i < end; ++i) to[i * incy] = from[i * incx];
  });
}

template <class T>
Status swap(Call& call, i64 n, T* x, i64 incx, T* y, i64 incy) {
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  call.reads(x, n, incx).writes(x, n, incx).reads(y, n, incy).writes(y, n, incy);
  return over_vector(
      call, n, vector_cost<T>(n, 4), incx != 0 && incy != 0, [=](i64 begin, i64 end) {
        in_stretches(
            first_of(x, incx, n), incx, first_of(y, incy, n), incy, begin, end,
            [&](T* a, T* b, i64 count, i64) { blas<T>(Routine::swap, count, a, 1, b, 1); });
      });
}

// Not OpenBLAS: it leaves 0 * NaN and 0 * infinity out. `A` is T or the real type of it.
template <class T, class A>
Status scale(Call& call, i64 n, const A* alpha, T* x, i64 incx) {
  if (!alpha) return call.invalid();
  if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;
  const auto a = call.scalar(alpha);
  call.reads(x, n, incx).writes(x, n, incx);
  return over_vector(call, n, vector_cost<T>(n, 2), true, [=](i64 begin, i64 end) {
    const A factor = a();
    if (incx == 1) {
      for (i64 i = begin; i < end; ++i) x[i] = product(factor, x[i]);
    } else {
      for (i64 i = begin; i < end; ++i) x[i * incx] = product(factor, x[i * incx]);
    }
  });
}
template <class T>
Status scal(Call& call, i64 n, const T* alpha, T* x, i64 incx) {
  return scale<T, T>(call, n, alpha, x, incx);
}
template <class T>
Status scal_real(Call& call, i64 n, const Real<T>* alpha, T* x, i64 incx) {
  return scale<T, Real<T>>(call, n, alpha, x, incx);
}

// x' = c x + s y, y' = c y - conj(s) x.
template <class T, class S>
Status rotate(Call& call, i64 n, T* x, i64 incx, T* y, i64 incy, const Real<T>* c, const S* s) {
  if (!c || !s) return call.invalid();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  const auto cosine = call.scalar(c);
  const auto sine = call.scalar(s);
  call.reads(x, n, incx).writes(x, n, incx).reads(y, n, incy).writes(y, n, incy);
  return over_vector(call, n, vector_cost<T>(n, 4), incx != 0 && incy != 0,
                     [=](i64 begin, i64 end) {
                       if constexpr (std::is_same_v<S, Real<T>>) {
                         in_stretches(first_of(x, incx, n), incx, first_of(y, incy, n), incy, begin,
                                      end, [&](T* a, T* b, i64 count, i64) {
                                        blas<T>(Routine::rot, count, a, 1, b, 1, cosine(), sine());
                                      });
                       } else {
                         T* const a = first_of(x, incx, n);
                         T* const b = first_of(y, incy, n);
                         for (i64 i = begin; i < end; ++i)
                           rotate_pair(a[i * incx], b[i * incy], cosine(), sine());
                       }
                     });
}
template <class T>
Status rot(Call& call, i64 n, T* x, i64 incx, T* y, i64 incy, const Real<T>* c, const T* s) {
  return rotate<T, T>(call, n, x, incx, y, incy, c, s);
}
template <class T>
Status rot_real(Call& call, i64 n, T* x, i64 incx, T* y, i64 incy, const Real<T>* c,
                const Real<T>* s) {
  return rotate<T, Real<T>>(call, n, x, incx, y, incy, c, s);
}

// param: the flag, h11, h21, h12, h22.
template <class T>
Status rotm(Call& call, i64 n, T* x, i64 incx, T* y, i64 incy, const T* param) {
  if (!param) return call.invalid();
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  using Parameters = std::array<T, 5>;
  const auto given = call.scalar(reinterpret_cast<const Parameters*>(param));
  call.reads(x, n, incx).writes(x, n, incx).reads(y, n, incy).writes(y, n, incy);
  return over_vector(call, n, vector_cost<T>(n, 4), incx != 0 && incy != 0,
                     [=](i64 begin, i64 end) {
                       const Parameters p = given();
                       in_stretches(first_of(x, incx, n), incx, first_of(y, incy, n), incy, begin,
                                    end, [&](T* a, T* b, i64 count, i64) {
                                      blas<T>(Routine::rotm, count, a, 1, b, 1, p.data());
                                    });
                     });
}

// A few numbers: of the host they are computed at once, since nothing else may use them.
template <class Run>
Status few_numbers(Call& call, Run run) {
  if (call.on_device()) return call.once({}, run);
  run();
  return CUBLAS_STATUS_SUCCESS;
}
template <class T>
Status rotg(Call& call, T* a, T* b, Real<T>* c, T* s) {
  if (!a || !b || !c || !s) return call.invalid();
  if (call.on_device()) {
    call.reads(a, 1, 1).reads(b, 1, 1);
    call.writes(a, 1, 1).writes(b, 1, 1).writes(c, 1, 1).writes(s, 1, 1);
  }
  return few_numbers(call, [=] { blas<T>(Routine::rotg, a, b, c, s); });
}
template <class T>
Status rotmg(Call& call, T* d1, T* d2, T* x1, const T* y1, T* param) {
  if (!d1 || !d2 || !x1 || !y1 || !param) return call.invalid();
  if (call.on_device()) {
    call.reads(d1, 1, 1).reads(d2, 1, 1).reads(x1, 1, 1).reads(y1, 1, 1);
    call.writes(d1, 1, 1).writes(d2, 1, 1).writes(x1, 1, 1).writes(param, 5, 1);
  }
  return few_numbers(call, [=] { blas<T>(Routine::rotmg, d1, d2, x1, y1, param); });
}

}  // namespace heddle::cublas
