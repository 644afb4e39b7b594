// SPDX-License-Identifier: Apache-2.0
// Arguments as the templates take them: complex numbers as std::complex.
#pragma once

#include "cuComplex.h"
#include "library/numbers.h"

namespace heddle::cusolver {

template <class A>
A native(A argument) {
  return argument;
}
#define HEDDLE_NATIVE(from, to)                      \
  inline library::to* native(from* at) {             \
    return reinterpret_cast<library::to*>(at);       \
  }                                                  \
  inline const library::to* native(const from* at) { \
    return reinterpret_cast<const library::to*>(at); \
  }                                                  \
  inline library::to** native(from** at) {           \
    return reinterpret_cast<library::to**>(at);      \
  }                                                  \
  inline library::to native(from value) {            \
    return {value.x, value.y};                       \
  }
HEDDLE_NATIVE(cuComplex, Complex)
HEDDLE_NATIVE(cuDoubleComplex, DoubleComplex)
#undef HEDDLE_NATIVE

}  // namespace heddle::cusolver
