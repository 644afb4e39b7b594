// SPDX-License-Identifier: Apache-2.0
// What the tests of sparse matrices share: a matrix as CSR, in memory of the host and of the
// device, and written out.
#pragma once

#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include "cusolver_test.h"

// f<T>(...) is cusolverSpSf(...) and so on.
#define OF_SPARSE(name)                              \
  template <class T, class... A>                     \
  cusolverStatus_t name(A... a) {                    \
    if constexpr (std::is_same_v<T, float>)          \
      return cusolverSpS##name(a...);                \
    else if constexpr (std::is_same_v<T, double>)    \
      return cusolverSpD##name(a...);                \
    else if constexpr (std::is_same_v<T, cuComplex>) \
      return cusolverSpC##name(a...);                \
    else                                             \
      return cusolverSpZ##name(a...);                \
  }

constexpr auto kBad = CUSOLVER_STATUS_INVALID_VALUE;

struct Descr {
  cusparseMatDescr_t at;
  explicit Descr(int base) {
    CHECK(cusparseCreateMatDescr(&at) == CUSPARSE_STATUS_SUCCESS);
    cusparseSetMatIndexBase(at, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO);
  }
  ~Descr() { cusparseDestroyMatDescr(at); }
  Descr(const Descr&) = delete;
};

// The numbers of a that are not 0, and its diagonal.
template <class T>
struct Sparse {
  Dense a;
  int base;
  Descr descr;
  std::vector<int> offsets, columns;
  std::vector<T> values;
  Sparse(const Dense& of, int from) : a(of), base(from), descr(from) {
    for (int i = 0; i < a.rows; ++i) {
      offsets.push_back(count() + base);
      for (int j = 0; j < a.columns; ++j) {
        if (a(i, j) == Big(0) && i != j) continue;
        columns.push_back(j + base);
        values.push_back(small<T>(a(i, j)));
      }
    }
    offsets.push_back(count() + base);
  }
  int count() const { return static_cast<int>(values.size()); }
};
template <class T>
struct OnDevice : Array<T> {
  explicit OnDevice(const std::vector<T>& from) : Array<T>(from.size()) { this->put(from); }
};
template <class T>
std::vector<T> column(const Dense& x) {
  std::vector<T> out;
  for (const Big& number : x.at) out.push_back(small<T>(number));
  return out;
}
template <class T>
Dense dense(const std::vector<T>& x, int rows) {
  Dense out(rows, 1);
  for (int i = 0; i < rows; ++i) out(i, 0) = big(x[i]);
  return out;
}

// About `each` numbers a row beside the diagonal, which is `diagonal` more.
template <class T>
Dense scattered(int rows, int columns, int each, double diagonal) {
  Dense out(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < each; ++k) out(i, pick(0, columns - 1)) = big(small<T>(number<T>()));
    if (i < columns) out(i, i) = big(small<T>(number<T>() + diagonal));
  }
  return out;
}
// Hermitian and positive definite.
template <class T>
Dense definite(int n, int each) {
  Dense out = scattered<T>(n, n, each, 0);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) out(j, i) = std::conj(out(i, j));
    out(j, j) = 0;
  }
  for (int j = 0; j < n; ++j) {
    double sum = 0.5;
    for (int i = 0; i < n; ++i) sum += i == j ? 0 : std::abs(out(i, j));
    out(j, j) = big(small<T>(sum));
  }
  return out;
}
