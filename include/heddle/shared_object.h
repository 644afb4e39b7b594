// SPDX-License-Identifier: Apache-2.0
// Storage in shared memory for an object that nobody constructs or destroys: what the front end
// makes of shared variables whose types have constructors or destructors
// (src/frontend/shared_objects.h). `Tag` is a type of the function's own, so that each
// instantiation has its own object.
#pragma once

template <typename Tag>
struct __heddle_shared_object {
  template <typename T>
  __device__ __forceinline__ operator T&() const {
    __shared__ alignas(T) unsigned char place[sizeof(T)];
    return *reinterpret_cast<T*>(place);
  }
};
