// SPDX-License-Identifier: Apache-2.0
// What all groups are made of: lanes, masks of lanes, barriers, and the exchange of values of any
// type (CUDA C++ Programming Guide, "Cooperative Groups").
#pragma once

#include "../cuda_runtime.h"

// Waits at a barrier of the block with everyone who names the same one. Barriers 0 to 15 are those
// of the instruction `barrier`; 16 is that of the whole grid, 17 to 47 are those of tiles of
// several warps. `threads`: how many wait, a multiple of 32, or 0 for all of the block. `op`: 0
// none, 1 how many predicates are true, 2 whether all are, 3 whether any is.
extern "C" __device__ __attribute__((nothrow)) int __heddle_barrier(unsigned id, unsigned threads,
                                                                    unsigned op, bool predicate);
// Whether all blocks of the grid run at the same time, as cudaLaunchCooperativeKernel promises.
extern "C" __device__ __attribute__((nothrow)) bool __heddle_cooperative();

namespace cooperative_groups {
namespace __v1 {
namespace __heddle {

static __device__ __forceinline__ unsigned lane() {
  return __nvvm_read_ptx_sreg_laneid();
}
static __device__ __forceinline__ unsigned rank_in_block() {
  return __nvvm_read_ptx_sreg_warpid() * 32u + lane();
}
static __device__ __forceinline__ unsigned block_threads() {
  return blockDim.x * blockDim.y * blockDim.z;
}
static __device__ __forceinline__ unsigned lanes_below() {
  return __nvvm_read_ptx_sreg_lanemask_lt();
}

// The lane of rank `rank` among those of `mask`.
static __device__ __forceinline__ unsigned lane_of_rank(unsigned mask, unsigned rank) {
  if (mask == ~0u) return rank & 31;
  unsigned at = 0;
#pragma unroll
  for (unsigned half = 16; half; half /= 2) {
    const unsigned low = __popc((mask >> at) & ((1u << half) - 1));
    if (rank >= low) {
      rank -= low;
      at += half;
    }
  }
  return at;
}

// The bits of `bits` at the lanes of `mask`, side by side: bit r is that of rank r.
static __device__ __forceinline__ unsigned pack_ranks(unsigned bits, unsigned mask) {
  bits &= mask;
  if (mask == ~0u) return bits;
  unsigned packed = 0, rank = 0;
  for (unsigned left = mask; left; left &= left - 1, ++rank) {
    packed |= (bits >> (__ffs((int)left) - 1) & 1u) << rank;
  }
  return packed;
}

// `word` applied to each 32-bit word of a value.
template <class T, class Word>
__device__ __forceinline__ T by_words(T value, Word word) {
  static_assert(__is_trivially_copyable(T),
                "only values that can be copied as bytes move between "
                "the threads of a group");
  static_assert(sizeof(T) <= 32, "values of at most 32 bytes move between the threads of a group");
  constexpr unsigned count = (sizeof(T) + 3) / 4;
  int words[count] = {};
  __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < count; ++i) words[i] = word(words[i]);
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

// __match_any_sync of any integer or floating-point type.
template <class T>
__device__ __forceinline__ unsigned matches(unsigned mask, T value) {
  static_assert(sizeof(T) <= 8, "values of at most 8 bytes can be matched");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return sizeof(T) <= 4 ? __match_any_sync(mask, (unsigned)bits) : __match_any_sync(mask, bits);
}

template <class T>
struct plain {
  using type = T;
};
template <class T>
struct plain<T&> : plain<T> {};
template <class T>
struct plain<T&&> : plain<T> {};
template <class T>
struct plain<const T> : plain<T> {};
template <class T>
using plain_t = typename plain<T>::type;

}  // namespace __heddle
}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
