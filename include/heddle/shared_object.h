// SPDX-License-Identifier: Apache-2.0
// Storage in shared memory for an object that nobody constructs or destroys: what the front end
// makes of shared variables whose types have constructors or destructors
// (src/frontend/shared_objects.h). `Tag` is a type of the function's own, so that each
// instantiation has its own object. `Alignments` are those of the declaration.
#pragma once

// What alignas(T) and alignas(N) ask for.
template <typename T>
__host__ __device__ constexpr unsigned __heddle_alignment() {
  return alignof(T);
}
template <unsigned N>
__host__ __device__ constexpr unsigned __heddle_alignment() {
  return N;
}

template <typename Tag, unsigned... Alignments>
struct __heddle_shared_object {
  template <typename T>
  __device__ __forceinline__ operator T&() const {
    __shared__ alignas(T) alignas(Alignments...) unsigned char place[sizeof(T)];
    return *reinterpret_cast<T*>(place);
  }
};
