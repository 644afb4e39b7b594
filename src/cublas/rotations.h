// SPDX-License-Identifier: Apache-2.0
// Products of complex numbers as they are written: without the search for infinities that C's rules
// ask for, which would keep loops from becoming vectors.
#pragma once

#include "cublas/types.h"

namespace heddle::cublas {

template <class A, class T>
T product(A a, T b) {
  if constexpr (is_complex<A>) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  } else {
    return a * b;
  }
}

// x' = c x + s y, y' = c y - conj(s) x
template <class T>
void rotate_pair(T& x, T& y, Real<T> c, T s) {
  const T turned = c * x + product(s, y);
  y = c * y - product(conjugate(s), x);
  x = turned;
}

}  // namespace heddle::cublas
