// SPDX-License-Identifier: Apache-2.0
// The part of CUDA that generated kernels and their main program use, for the oracle.
#pragma once

#include "oracle_intrinsics.h"
#include "oracle_types.h"

#define __host__
#define __device__
#define __global__
#define __constant__
#define __shared__ static  // blocks run one after the other
#define __align__(n) __attribute__((aligned(n)))
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline

inline void __syncthreads() {
  oracle::threads[oracle::current].predicate = 0;
  oracle::wait(oracle::State::kAtBarrier);
}
inline oracle::Thread& barrier(int predicate) {
  oracle::threads[oracle::current].predicate = predicate != 0;
  return oracle::wait(oracle::State::kAtBarrier);
}
inline int __syncthreads_count(int p) {
  return barrier(p).count;
}
inline int __syncthreads_and(int p) {
  return barrier(p).all;
}
inline int __syncthreads_or(int p) {
  return barrier(p).any;
}

template <class T>
T __shfl_sync(unsigned mask, T v, unsigned from) {
  return oracle::value_of<T>(oracle::exchange(mask, v), from % 32);
}
template <class T>
T __shfl_up_sync(unsigned mask, T v, unsigned by) {
  const unsigned lane = oracle::current % 32;
  return __shfl_sync(mask, v, by % 32 <= lane ? lane - by % 32 : lane);
}
template <class T>
T __shfl_down_sync(unsigned mask, T v, unsigned by) {
  const unsigned lane = oracle::current % 32;
  return __shfl_sync(mask, v, lane + by % 32 < 32 ? lane + by % 32 : lane);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T v, unsigned by) {
  return __shfl_sync(mask, v, oracle::current % 32 ^ by);
}

inline unsigned __ballot_sync(unsigned mask, int predicate) {
  const oracle::Thread& t = oracle::exchange(mask, unsigned(predicate != 0));
  unsigned result = 0;
  for (unsigned lane = 0; lane < 32; ++lane) result |= oracle::value_of<unsigned>(t, lane) << lane;
  return result;
}
inline int __any_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
inline int __all_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, !predicate) == 0;
}

template <class T>
T __shfl_sync(unsigned mask, T v, unsigned from, int width) {
  return __shfl_sync(mask, v, oracle::current % 32 / width * width + from % width);
}
template <class T>
T __shfl_down_sync(unsigned mask, T v, unsigned by, int width) {
  const unsigned lane = oracle::current % 32;
  return __shfl_sync(mask, v, lane % width + by < unsigned(width) ? lane + by : lane);
}
template <class T>
unsigned __match_any_sync(unsigned mask, T v) {
  const oracle::Thread& t = oracle::exchange(mask, v);
  unsigned result = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (mask >> lane & 1 && oracle::value_of<T>(t, lane) == v) result |= 1u << lane;
  return result;
}
inline void __syncwarp(unsigned mask) {
  oracle::exchange(mask, 0);
}

template <class T, class Combine>
T reduce(unsigned mask, T v, Combine combine) {
  const oracle::Thread& t = oracle::exchange(mask, v);
  T result = oracle::value_of<T>(t, __builtin_ctz(mask));
  for (mask &= mask - 1; mask; mask &= mask - 1)
    result = combine(result, oracle::value_of<T>(t, __builtin_ctz(mask)));
  return result;
}
inline unsigned __reduce_add_sync(unsigned mask, unsigned v) {
  return reduce(mask, v, [](unsigned a, unsigned b) { return a + b; });
}
inline unsigned __reduce_xor_sync(unsigned mask, unsigned v) {
  return reduce(mask, v, [](unsigned a, unsigned b) { return a ^ b; });
}
inline unsigned __reduce_and_sync(unsigned mask, unsigned v) {
  return reduce(mask, v, [](unsigned a, unsigned b) { return a & b; });
}
inline unsigned __reduce_or_sync(unsigned mask, unsigned v) {
  return reduce(mask, v, [](unsigned a, unsigned b) { return a | b; });
}
inline unsigned __reduce_max_sync(unsigned mask, unsigned v) {
  return reduce(mask, v, [](unsigned a, unsigned b) { return a > b ? a : b; });
}
inline unsigned __reduce_min_sync(unsigned mask, unsigned v) {
  return reduce(mask, v, [](unsigned a, unsigned b) { return a < b ? a : b; });
}

template <class T>
T replace(T* p, T v) {
  const T old = *p;
  *p = v;
  return old;
}
#define ATOMIC(name, T, result)   \
  inline T name(T* p, T v) {      \
    const T old = *p;             \
    return replace<T>(p, result); \
  }
ATOMIC(atomicAdd, unsigned, old + v)
ATOMIC(atomicAdd, float, old + v)
ATOMIC(atomicAdd, unsigned long long, old + v)
ATOMIC(atomicSub, unsigned, old - v)
ATOMIC(atomicExch, unsigned, v)
ATOMIC(atomicExch, unsigned long long, v)
ATOMIC(atomicXor, unsigned, old ^ v)
ATOMIC(atomicXor, unsigned long long, old ^ v)
ATOMIC(atomicOr, unsigned, old | v)
ATOMIC(atomicAnd, unsigned, old& v)
ATOMIC(atomicMax, unsigned, old > v ? old : v)
ATOMIC(atomicMax, int, old > v ? old : v)
ATOMIC(atomicMax, unsigned long long, old > v ? old : v)
ATOMIC(atomicMin, unsigned, old < v ? old : v)
ATOMIC(atomicMin, int, old < v ? old : v)
ATOMIC(atomicMin, unsigned long long, old < v ? old : v)
ATOMIC(atomicInc, unsigned, old >= v ? 0 : old + 1)
ATOMIC(atomicDec, unsigned, old == 0 || old > v ? v : old - 1)
inline unsigned atomicCAS(unsigned* p, unsigned compare, unsigned v) {
  return replace(p, *p == compare ? v : *p);
}
inline unsigned long long atomicCAS(unsigned long long* p, unsigned long long compare,
                                    unsigned long long v) {
  return replace(p, *p == compare ? v : *p);
}

// One thread runs at a time: orders and scopes ask for nothing.
enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_DEVICE, __NV_THREAD_SCOPE_SYSTEM };
inline unsigned __nv_atomic_fetch_add(unsigned* p, unsigned v, int, int) {
  return replace(p, *p + v);
}
inline unsigned __nv_atomic_exchange_n(unsigned* p, unsigned v, int, int) {
  return replace(p, v);
}
inline void __nv_atomic_store_n(unsigned* p, unsigned v, int, int) {
  *p = v;
}
inline unsigned __nv_atomic_load_n(const unsigned* p, int, int) {
  return *p;
}
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}

inline int __popc(unsigned v) {
  return __builtin_popcount(v);
}
inline int __clz(unsigned v) {
  return v ? __builtin_clz(v) : 32;
}
inline int __ffs(int v) {
  return __builtin_ffs(v);
}
inline unsigned __brev(unsigned v) {
  unsigned result = 0;
  for (int k = 0; k < 32; ++k) result |= (v >> k & 1) << (31 - k);
  return result;
}
// As in device code, an int beside an unsigned becomes unsigned.
inline unsigned min(unsigned a, unsigned b) {
  return a < b ? a : b;
}
inline unsigned max(unsigned a, unsigned b) {
  return a > b ? a : b;
}

inline float __fadd_rn(float a, float b) {
  return a + b;
}
inline float __fsub_rn(float a, float b) {
  return a - b;
}
inline float __fmul_rn(float a, float b) {
  return a * b;
}
inline float __fdiv_rn(float a, float b) {
  return a / b;
}
inline float __fsqrt_rn(float a) {
  return std::sqrt(a);
}
inline double __dadd_rn(double a, double b) {
  return a + b;
}
inline double __dsub_rn(double a, double b) {
  return a - b;
}
inline double __dmul_rn(double a, double b) {
  return a * b;
}
inline double __ddiv_rn(double a, double b) {
  return a / b;
}
inline double __dsqrt_rn(double a) {
  return std::sqrt(a);
}
inline unsigned __float_as_uint(float f) {
  unsigned u;
  std::memcpy(&u, &f, sizeof u);
  return u;
}
inline long long __double_as_longlong(double d) {
  long long l;
  std::memcpy(&l, &d, sizeof l);
  return l;
}

enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline const char* cudaGetErrorName(cudaError_t) {
  return "";
}
inline cudaError_t cudaGetLastError() {
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() {
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMalloc(T** p, std::size_t bytes) {
  *p = static_cast<T*>(std::calloc(bytes, 1));
  return cudaSuccess;
}
inline cudaError_t cudaFree(void* p) {
  std::free(p);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemset(void* p, int value, std::size_t bytes) {
  std::memset(p, value, bytes);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes) {
  std::memcpy(&symbol, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texels,
                                           const cudaResourceDesc* resource, const cudaTextureDesc*,
                                           const void*) {
  *texels = reinterpret_cast<cudaTextureObject_t>(resource->res.linear.devPtr);
  return cudaSuccess;
}
inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t) {
  return cudaSuccess;
}
