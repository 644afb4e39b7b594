// SPDX-License-Identifier: Apache-2.0
// Scopes of atomic operations and fences. Clang leaves them out for GPUs of this kind, so that they
// are said beside the operation (src/compiler/passes/link/lower_scopes.h): what is done at an
// address that went through __heddle_scoped has this scope, all else the device's. `scope` is a
// __MEMORY_SCOPE_ constant.
#pragma once

extern "C" {
__device__ __attribute__((const)) void* __heddle_scope(void* address,
                                                       int scope) __asm__("heddle.scope");
// `order` is an __ATOMIC_ constant.
__device__ void __heddle_fence(int order, int scope) __asm__("heddle.fence");
}

template <typename T>
static __device__ __forceinline__ T* __heddle_scoped(T* address, int scope) {
  return scope == __MEMORY_SCOPE_DEVICE ? address : (T*)__heddle_scope((void*)address, scope);
}
