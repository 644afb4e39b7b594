// SPDX-License-Identifier: Apache-2.0
// Arguments of the functions as the templates take them: complex numbers are C++'s, sizes have 64
// bits.
#pragma once

#include "cublas/call.h"
#include "cublas/indices.h"

namespace heddle::cublas {

template <class T>
struct NativeOf {
  using Type = T;
};
template <>
struct NativeOf<cuComplex> {
  using Type = Complex;
};
template <>
struct NativeOf<cuDoubleComplex> {
  using Type = DoubleComplex;
};
template <>
struct NativeOf<__half> {
  using Type = Half;
};
template <>
struct NativeOf<__nv_bfloat16> {
  using Type = BFloat16;
};
template <class T>
struct NativeOf<const T> {
  using Type = const NativeOf<T>::Type;
};
template <class T>
struct NativeOf<T*> {
  using Type = NativeOf<T>::Type*;
};
template <class T>
struct NativeOf<T* const> {
  using Type = NativeOf<T>::Type* const;
};

template <class T>
auto native(T value) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<NativeOf<T>::Type>(value);
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<i64>(value);
  } else {
    return value;
  }
}

}  // namespace heddle::cublas
