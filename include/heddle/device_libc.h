// SPDX-License-Identifier: Apache-2.0
// What a kernel may call of the C library: printf, assert, malloc, memcpy, clock (CUDA C++
// Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory Allocation",
// "Time Function").
#pragma once

#include <stddef.h>
#include <time.h>

// __assert_fail is of both sides, as nvcc has it: programs declare it so (CCCL's headers do). The C
// library declares it once, here, whatever NDEBUG says; assert itself is there for who asks for it,
// and without being asked for in NVRTC. Where a file that the command line includes was first, the
// host has its own.
#ifdef _ASSERT_H_DECLS
#define HEDDLE_HOST_HAS_ASSERT_FAIL
#else
#pragma push_macro("NDEBUG")
#undef NDEBUG
#pragma clang force_cuda_host_device begin
#include <assert.h>
#pragma clang force_cuda_host_device end
#pragma pop_macro("NDEBUG")
#undef assert
#ifdef __CUDACC_RTC__
#include <assert.h>
#endif
#endif

extern "C" {
__device__ int printf(const char* format, ...);
__device__ int vprintf(const char* format, void* args);
__device__ __attribute__((malloc, nothrow)) void* malloc(size_t size);
// Null also when align is no power of two.
__device__ __attribute__((malloc, nothrow)) void* __nv_aligned_device_malloc(size_t size,
                                                                             size_t align);
__device__ __attribute__((nothrow)) void free(void* ptr);
__device__ __attribute__((noreturn, nothrow)) void __assertfail(const char* message,
                                                                const char* file, unsigned line,
                                                                const char* function,
                                                                size_t char_size);
#if defined(HEDDLE_HOST_HAS_ASSERT_FAIL)
static __device__ inline
    __attribute__((noreturn)) void __assert_fail(const char* message, const char* file,
                                                 unsigned line, const char* function) {
  __assertfail(message, file, line, function, 1);
}
#elif defined(__CUDA_ARCH__)
inline __host__ __device__
    __attribute__((noreturn)) void __assert_fail(const char* message, const char* file,
                                                 unsigned line, const char* function) __THROW {
  __assertfail(message, file, line, function, 1);
}
#endif
#undef HEDDLE_HOST_HAS_ASSERT_FAIL

// The labels keep these from being what llvm.memcpy and friends are lowered to.
static __device__ __forceinline__ void* memcpy(void* to, const void* from,
                                               size_t n) __asm__("__heddle_memcpy");
static __device__ __forceinline__ void* memmove(void* to, const void* from,
                                                size_t n) __asm__("__heddle_memmove");
static __device__ __forceinline__ void* memset(void* to, int value,
                                               size_t n) __asm__("__heddle_memset");
static __device__ __forceinline__ void* memcpy(void* to, const void* from, size_t n) {
  return __builtin_memcpy(to, from, n);
}
static __device__ __forceinline__ void* memmove(void* to, const void* from, size_t n) {
  return __builtin_memmove(to, from, n);
}
static __device__ __forceinline__ void* memset(void* to, int value, size_t n) {
  return __builtin_memset(to, value, n);
}

static __device__ __forceinline__ clock_t clock() {
  return __nvvm_read_ptx_sreg_clock();
}
}

static __device__ __forceinline__ long long clock64() {
  return __nvvm_read_ptx_sreg_clock64();
}
static __device__ __forceinline__ void __nanosleep(unsigned int ns) {
  __nvvm_nanosleep(ns);
}
static __device__ __forceinline__ void __trap() {
  __builtin_trap();
}
static __device__ __forceinline__ void __brkpt(int = 0) {
  __builtin_debugtrap();
}
