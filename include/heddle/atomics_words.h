// SPDX-License-Identifier: Apache-2.0
// Loads, stores and exchanges of any trivially copyable type by its size: the compiler's own
// atomics for words of up to 64 bits, inline PTX for 128.
#pragma once

template <size_t bytes>
struct __heddle_atomic_words {
  template <typename T, typename U>
  HEDDLE_ORDERED void load(T* address, U* to, int order, int scope) {
    __scoped_atomic_load(__heddle_scoped(address, scope), to, order, __MEMORY_SCOPE_SYSTEM);
  }
  template <typename T, typename U>
  HEDDLE_ORDERED void store(T* address, U* from, int order, int scope) {
    __scoped_atomic_store(__heddle_scoped(address, scope), from, order, __MEMORY_SCOPE_SYSTEM);
  }
};

template <size_t bytes>
struct __heddle_atomic_exchange_words {
  template <typename T, typename U>
  HEDDLE_ORDERED void exchange(T* address, U* from, U* old, int order, int scope) {
    __scoped_atomic_exchange(__heddle_scoped(address, scope), from, old, order,
                             __MEMORY_SCOPE_SYSTEM);
  }
  template <typename T, typename U>
  HEDDLE_ORDERED bool compare(T* address, U* expected, U* desired, int success, int failure,
                              int scope) {
    return __scoped_atomic_compare_exchange(__heddle_scoped(address, scope), expected, desired,
                                            false, success, failure, __MEMORY_SCOPE_SYSTEM);
  }
};

// Orders of 128-bit operations: a relaxed operation between fences.
HEDDLE_ORDERED void __heddle_fence_before(int order, int scope) {
  if (order == __NV_ATOMIC_SEQ_CST) {
    __heddle_fence(__ATOMIC_SEQ_CST, scope);
  } else if (order == __NV_ATOMIC_RELEASE || order == __NV_ATOMIC_ACQ_REL) {
    __heddle_fence(__ATOMIC_RELEASE, scope);
  }
}
HEDDLE_ORDERED void __heddle_fence_after(int order, int scope) {
  if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE) {
    __heddle_fence(__ATOMIC_ACQUIRE, scope);
  }
}

// Not defined where the architecture has no such instruction.
template <>
struct __heddle_atomic_words<16>;
template <>
struct __heddle_atomic_exchange_words<16>;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
template <>
struct __heddle_atomic_words<16> {
  template <typename T, typename U>
  HEDDLE_ORDERED void load(T* address, U* to, int order, int scope) {
    unsigned __int128 value;
    if (order == __NV_ATOMIC_SEQ_CST) __heddle_fence(__ATOMIC_SEQ_CST, scope);
    __asm__ volatile("ld.relaxed.sys.b128 %0, [%1];" : "=q"(value) : "l"(address) : "memory");
    __heddle_fence_after(order, scope);
    __builtin_memcpy((void*)to, &value, 16);
  }
  template <typename T, typename U>
  HEDDLE_ORDERED void store(T* address, U* from, int order, int scope) {
    unsigned __int128 value;
    __builtin_memcpy(&value, (const void*)from, 16);
    __heddle_fence_before(order, scope);
    __asm__ volatile("st.relaxed.sys.b128 [%0], %1;" ::"l"(address), "q"(value) : "memory");
  }
};
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
template <>
struct __heddle_atomic_exchange_words<16> {
  template <typename T, typename U>
  HEDDLE_ORDERED void exchange(T* address, U* from, U* old, int order, int scope) {
    unsigned __int128 value, before;
    __builtin_memcpy(&value, (const void*)from, 16);
    __heddle_fence_before(order, scope);
    __asm__ volatile("atom.relaxed.sys.exch.b128 %0, [%1], %2;"
                     : "=q"(before)
                     : "l"(address), "q"(value)
                     : "memory");
    __heddle_fence_after(order, scope);
    __builtin_memcpy((void*)old, &before, 16);
  }
  template <typename T, typename U>
  HEDDLE_ORDERED bool compare(T* address, U* expected, U* desired, int success, int failure,
                              int scope) {
    (void)failure;  // success is the stronger one
    unsigned __int128 wanted, value, before;
    __builtin_memcpy(&wanted, (const void*)expected, 16);
    __builtin_memcpy(&value, (const void*)desired, 16);
    __heddle_fence_before(success, scope);
    __asm__ volatile("atom.relaxed.sys.cas.b128 %0, [%1], %2, %3;"
                     : "=q"(before)
                     : "l"(address), "q"(wanted), "q"(value)
                     : "memory");
    __heddle_fence_after(success, scope);
    __builtin_memcpy((void*)expected, &before, 16);
    return before == wanted;
  }
};
#endif
