// SPDX-License-Identifier: Apache-2.0
// What tests of the older interface have in common, where each type has a function of its own.
#pragma once

#include "cusparse_test.h"

// name<T>: the function of this type.
#define BY_TYPE(name)                                \
  template <class T, class... A>                     \
  cusparseStatus_t name(A... a) {                    \
    if constexpr (std::is_same_v<T, float>)          \
      return cusparseS##name(a...);                  \
    else if constexpr (std::is_same_v<T, double>)    \
      return cusparseD##name(a...);                  \
    else if constexpr (std::is_same_v<T, cuComplex>) \
      return cusparseC##name(a...);                  \
    else                                             \
      return cusparseZ##name(a...);                  \
  }

struct Descr {
  cusparseMatDescr_t at = nullptr;
  explicit Descr(int base = 0) {
    OK(cusparseCreateMatDescr(&at));
    OK(cusparseSetMatIndexBase(at, static_cast<cusparseIndexBase_t>(base)));
    CHECK(cusparseGetMatIndexBase(at) == base);
  }
  ~Descr() { cusparseDestroyMatDescr(at); }
};

inline void near(const char* what, Big got, Big wanted, double room) {
  if (std::abs(got - wanted) <= room * (1 + std::abs(wanted))) return;
  std::printf("%s is (%g, %g), not (%g, %g)\n", what, got.real(), got.imag(), wanted.real(),
              wanted.imag());
  std::exit(1);
}
