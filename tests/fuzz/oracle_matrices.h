// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma for the oracle. Each thread has the whole matrix in its fragment and computes the
// whole product: all threads of the warp store the same.
#pragma once

#include "oracle_halves.h"

namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}  // namespace precision

template <class T>
struct element {
  using type = T;
};
template <>
struct element<precision::tf32> {
  using type = float;
};

template <class Use, int M, int N, int K>
struct extent;
template <int M, int N, int K>
struct extent<matrix_a, M, N, K> {
  static constexpr int rows = M, columns = K;
};
template <int M, int N, int K>
struct extent<matrix_b, M, N, K> {
  static constexpr int rows = K, columns = N;
};
template <int M, int N, int K>
struct extent<accumulator, M, N, K> {
  static constexpr int rows = M, columns = N;
};

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment : extent<Use, M, N, K> {
  using extent<Use, M, N, K>::rows;
  using extent<Use, M, N, K>::columns;
  static constexpr int num_elements = rows * columns;
  typename element<T>::type x[num_elements];
};

inline float __float_to_tf32(float whole) {
  return whole;
}

template <class F, class T>
void fill_fragment(F& f, T value) {
  for (auto& x : f.x) x = value;
}
template <class F, class T>
void load(F& f, const T* from, unsigned line, bool by_rows) {
  for (int r = 0; r < F::rows; ++r) {
    for (int c = 0; c < F::columns; ++c)
      f.x[r * F::columns + c] = by_rows ? from[r * line + c] : from[c * line + r];
  }
}
template <class Use, int M, int N, int K, class E, class T>
void load_matrix_sync(fragment<Use, M, N, K, E, row_major>& f, const T* from, unsigned line) {
  load(f, from, line, true);
}
template <class Use, int M, int N, int K, class E, class T>
void load_matrix_sync(fragment<Use, M, N, K, E, col_major>& f, const T* from, unsigned line) {
  load(f, from, line, false);
}
template <class F, class T>
void load_matrix_sync(F& f, const T* from, unsigned line, layout_t layout) {
  load(f, from, line, layout == mem_row_major);
}
template <class F, class T>
void store_matrix_sync(T* to, const F& f, unsigned line, layout_t layout) {
  for (int r = 0; r < F::rows; ++r) {
    for (int c = 0; c < F::columns; ++c)
      (layout == mem_row_major ? to[r * line + c] : to[c * line + r]) = f.x[r * F::columns + c];
  }
}

inline double number(double x) {
  return x;
}
inline double number(__half x) {
  return float(x);
}
inline double number(__nv_bfloat16 x) {
  return float(x);
}
inline void set(__half& x, double whole) {
  x = __float2half_rn(static_cast<float>(whole));
}
template <class T>
void set(T& x, double whole) {
  x = static_cast<T>(whole);
}
template <class D, class A, class B>
void mma_sync(D& d, const A& a, const B& b, const D& c) {
  const D before = c;
  for (int i = 0; i < D::rows; ++i) {
    for (int j = 0; j < D::columns; ++j) {
      double sum = number(before.x[i * D::columns + j]);
      for (int k = 0; k < A::columns; ++k)
        sum += number(a.x[i * A::columns + k]) * number(b.x[k * B::columns + j]);
      set(d.x[i * D::columns + j], sum);
    }
  }
}

}  // namespace wmma
