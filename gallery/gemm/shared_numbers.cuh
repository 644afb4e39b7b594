// SPDX-License-Identifier: Apache-2.0
// Elements of C, and sums, at addresses of shared memory: one, or two neighbours.
#pragma once

#include "store_pair.cuh"

namespace gemm {

__device__ __forceinline__ void put_one(unsigned address, float x) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(address), "f"(x) : "memory");
}
__device__ __forceinline__ void put_one(unsigned address, int x) {
  asm volatile("st.shared.b32 [%0], %1;" ::"r"(address), "r"(x) : "memory");
}
__device__ __forceinline__ void put_one(unsigned address, bf16 x) {
  asm volatile("st.shared.b16 [%0], %1;" ::"r"(address), "h"(__bfloat16_as_ushort(x)) : "memory");
}
__device__ __forceinline__ void put_pair(unsigned address, float2 pair) {
  asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(address), "f"(pair.x), "f"(pair.y)
               : "memory");
}
__device__ __forceinline__ void put_pair(unsigned address, int2 pair) {
  asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(address), "r"(pair.x), "r"(pair.y)
               : "memory");
}
__device__ __forceinline__ void put_pair(unsigned address, __nv_bfloat162 pair) {
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(address),
               "r"(reinterpret_cast<const unsigned&>(pair))
               : "memory");
}

// And back; the pointer says what is there.
__device__ __forceinline__ float get_one(unsigned address, float*) {
  float x;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(address));
  return x;
}
__device__ __forceinline__ int get_one(unsigned address, int*) {
  int x;
  asm volatile("ld.shared.b32 %0, [%1];" : "=r"(x) : "r"(address));
  return x;
}
__device__ __forceinline__ float get_one(unsigned address, bf16*) {
  unsigned short x;
  asm volatile("ld.shared.b16 %0, [%1];" : "=h"(x) : "r"(address));
  return __bfloat162float(__ushort_as_bfloat16(x));
}
__device__ __forceinline__ float2 get_pair(unsigned address, float*) {
  float2 pair;
  asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(pair.x), "=f"(pair.y) : "r"(address));
  return pair;
}
__device__ __forceinline__ int2 get_pair(unsigned address, int*) {
  int2 pair;
  asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];" : "=r"(pair.x), "=r"(pair.y) : "r"(address));
  return pair;
}
__device__ __forceinline__ float2 get_pair(unsigned address, bf16*) {
  unsigned pair;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(pair) : "r"(address));
  return floats_of(reinterpret_cast<const __nv_bfloat162&>(pair));
}

}  // namespace gemm
