// SPDX-License-Identifier: Apache-2.0
// thread_block_tile: tiles of a block whose size is known at compile time (CUDA C++ Programming
// Guide, "Thread Block Tile"). Up to 32 threads are lanes of a warp, more are warps of a block.
#pragma once

#include "groups_coalesced.h"

namespace cooperative_groups {
namespace __v1 {

template <unsigned Size>
class __heddle_small_tile : public thread_group {
 public:
  static __device__ __forceinline__ unsigned long long num_threads() { return Size; }
  static __device__ __forceinline__ unsigned long long size() { return Size; }
  static __device__ __forceinline__ unsigned long long thread_rank() {
    return __heddle::lane() & (Size - 1);
  }
  static __device__ __forceinline__ void sync() { __syncwarp(mask()); }

  template <class T>
  __device__ __forceinline__ T shfl(T value, unsigned int rank) const {
    return __heddle::by_words(
        value, [=](int word) { return __shfl_sync(mask(), word, (int)rank, (int)Size); });
  }
  template <class T>
  __device__ __forceinline__ T shfl_up(T value, unsigned int delta) const {
    return __heddle::by_words(
        value, [=](int word) { return __shfl_up_sync(mask(), word, delta, (int)Size); });
  }
  template <class T>
  __device__ __forceinline__ T shfl_down(T value, unsigned int delta) const {
    return __heddle::by_words(
        value, [=](int word) { return __shfl_down_sync(mask(), word, delta, (int)Size); });
  }
  template <class T>
  __device__ __forceinline__ T shfl_xor(T value, unsigned int bits) const {
    return __heddle::by_words(
        value, [=](int word) { return __shfl_xor_sync(mask(), word, (int)bits, (int)Size); });
  }
  __device__ __forceinline__ int any(int predicate) const { return __any_sync(mask(), predicate); }
  __device__ __forceinline__ int all(int predicate) const { return __all_sync(mask(), predicate); }
  __device__ __forceinline__ unsigned int ballot(int predicate) const {
    return __ballot_sync(mask(), predicate) >> first();
  }
  template <class T>
  __device__ __forceinline__ unsigned int match_any(T value) const {
    return __heddle::matches(mask(), value) >> first();
  }
  template <class T>
  __device__ __forceinline__ unsigned int match_all(T value, int& predicate) const {
    predicate = __all_sync(mask(), __heddle::matches(mask(), value) == there());
    return predicate ? there() >> first() : 0;
  }

  // Whether the tile lies in the block with all its lanes.
  static __device__ __forceinline__ bool __heddle_whole() {
    const unsigned threads = __heddle::block_threads();
    return threads % Size == 0 || (__heddle::rank_in_block() | (Size - 1)) < threads;
  }
  // The lanes of the tile that exist.
  static __device__ __forceinline__ coalesced_group __heddle_lanes() {
    return coalesced_group(there(), 0, 1);
  }

 protected:
  __device__ __forceinline__ __heddle_small_tile() : thread_group(kLanes, mask(), Size) {}
  static __device__ __forceinline__ unsigned first() { return __heddle::lane() & ~(Size - 1); }
  static __device__ __forceinline__ unsigned mask() {
    return Size == 32 ? ~0u : ((1u << (Size & 31)) - 1) << first();
  }
  static __device__ __forceinline__ unsigned there() {
    if (__heddle_whole()) return mask();
    return mask() & ((1u << __heddle::block_threads() % 32) - 1);
  }
};

template <unsigned Size>
class __heddle_large_tile : public thread_group {
 public:
  static __device__ __forceinline__ unsigned long long num_threads() { return Size; }
  static __device__ __forceinline__ unsigned long long size() { return Size; }
  static __device__ __forceinline__ unsigned long long thread_rank() {
    return __heddle::rank_in_block() & (Size - 1);
  }
  static __device__ __forceinline__ void sync() { __heddle_barrier(barrier(), Size, 0, false); }
  __device__ __forceinline__ int any(int predicate) const {
    return __heddle_barrier(barrier(), Size, 3, predicate != 0);
  }
  __device__ __forceinline__ int all(int predicate) const {
    return __heddle_barrier(barrier(), Size, 2, predicate != 0);
  }
  template <class T>
  __device__ __forceinline__ T shfl(T value, unsigned int rank) const {
    T* slot = __heddle_slots<T>();
    if (thread_rank() == rank % Size) *slot = value;
    sync();
    const T result = *slot;
    sync();
    return result;
  }

  // A place in shared memory for one value of each warp of the tile.
  template <class T>
  static __device__ __forceinline__ T* __heddle_slots() {
    static_assert(__is_trivially_copyable(T) && sizeof(T) <= 32,
                  "values of at most 32 bytes move between the threads of a group");
    __shared__ __align__(32) unsigned char slots[32 * 32];
    return (T*)(slots + (__heddle::rank_in_block() / Size) * (Size / 32) * 32);
  }

 protected:
  __device__ __forceinline__ __heddle_large_tile() : thread_group(kTile, barrier(), Size) {}
  // Tiles are the nodes of a tree over the warps of a block of 1024 threads.
  static __device__ __forceinline__ unsigned barrier() {
    return 16 + 1024 / Size + __nvvm_read_ptx_sreg_warpid() / (Size / 32);
  }
};

template <bool Large, unsigned Size>
struct __heddle_tile_of {
  using type = __heddle_small_tile<Size>;
};
template <unsigned Size>
struct __heddle_tile_of<true, Size> {
  using type = __heddle_large_tile<Size>;
};

template <unsigned int Size, class ParentT = void>
class thread_block_tile;

// A tile that has forgotten what it is a part of.
template <unsigned int Size>
class thread_block_tile<Size, void> : public __heddle_tile_of<(Size > 32), Size>::type {
  static_assert(Size >= 1 && Size <= 1024 && (Size & (Size - 1)) == 0,
                "the size of a tile is a power of two up to 1024");

 public:
  __device__ __forceinline__ unsigned long long meta_group_rank() const { return meta_rank_; }
  __device__ __forceinline__ unsigned long long meta_group_size() const { return meta_size_; }

 protected:
  __device__ __forceinline__ thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : meta_rank_(meta_rank), meta_size_(meta_size) {}
  unsigned meta_rank_, meta_size_;
};

template <unsigned int Size, class ParentT>
class thread_block_tile : public thread_block_tile<Size, void> {
  __device__ __forceinline__ thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_block_tile<Size, void>(meta_rank, meta_size) {}
  template <unsigned int S_, class P_>
  friend __device__ thread_block_tile<S_, P_> tiled_partition(const P_& parent);
};

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
