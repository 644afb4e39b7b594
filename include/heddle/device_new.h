// SPDX-License-Identifier: Apache-2.0
// operator new and delete in device code, beside the forms that clang declares for it: those with
// an alignment (C++17), and std::nothrow. All give null when the heap of the device is full (CUDA
// C++ Programming Guide, "Dynamic Global Memory Allocation and Operations").
#pragma once

// The C++ library's own declaration, which follows, takes the attribute over.
#ifdef __CUDA_ARCH__
namespace std {
struct nothrow_t;
extern __device__ const nothrow_t nothrow;
}  // namespace std
#endif

#include <new>

#ifdef __CUDA_ARCH__
namespace std {
inline __device__ const nothrow_t nothrow{};
}  // namespace std
#endif

#ifdef __cpp_aligned_new
static __device__ __forceinline__ void* __heddle_aligned_new(size_t size, std::align_val_t align) {
  return __nv_aligned_device_malloc(size ? size : 1, static_cast<size_t>(align));
}
__device__ inline void* operator new(size_t size, std::align_val_t align) {
  return __heddle_aligned_new(size, align);
}
__device__ inline void* operator new[](size_t size, std::align_val_t align) {
  return __heddle_aligned_new(size, align);
}
__device__ inline void* operator new(size_t size, std::align_val_t align,
                                     const std::nothrow_t&) noexcept {
  return __heddle_aligned_new(size, align);
}
__device__ inline void* operator new[](size_t size, std::align_val_t align,
                                       const std::nothrow_t&) noexcept {
  return __heddle_aligned_new(size, align);
}
__device__ inline void operator delete(void* ptr, std::align_val_t) noexcept {
  free(ptr);
}
__device__ inline void operator delete[](void* ptr, std::align_val_t) noexcept {
  free(ptr);
}
__device__ inline void operator delete(void* ptr, size_t, std::align_val_t) noexcept {
  free(ptr);
}
__device__ inline void operator delete[](void* ptr, size_t, std::align_val_t) noexcept {
  free(ptr);
}
__device__ inline void operator delete(void* ptr, std::align_val_t,
                                       const std::nothrow_t&) noexcept {
  free(ptr);
}
__device__ inline void operator delete[](void* ptr, std::align_val_t,
                                         const std::nothrow_t&) noexcept {
  free(ptr);
}
#endif
