// SPDX-License-Identifier: Apache-2.0
// coalesced_group: some lanes of a warp, in the order of their lanes (CUDA C++ Programming Guide,
// "Coalesced Groups").
#pragma once

#include "groups_block.h"

namespace cooperative_groups {
namespace __v1 {

class coalesced_group : public thread_group {
 public:
  __device__ __forceinline__ unsigned long long thread_rank() const {
    return __popc(place_ & __heddle::lanes_below());
  }
  __device__ __forceinline__ void sync() const { __syncwarp(place_); }
  __device__ __forceinline__ unsigned long long meta_group_rank() const { return meta_rank_; }
  __device__ __forceinline__ unsigned long long meta_group_size() const { return meta_size_; }

  template <class T>
  __device__ __forceinline__ T shfl(T value, unsigned int rank) const {
    return from_lane(value, __heddle::lane_of_rank(place_, rank % count_));
  }
  // Whose source would lie outside of the group keeps its own value.
  template <class T>
  __device__ __forceinline__ T shfl_up(T value, unsigned int delta) const {
    const unsigned rank = (unsigned)thread_rank();
    return from_lane(value, __heddle::lane_of_rank(place_, rank - (delta <= rank ? delta : 0)));
  }
  template <class T>
  __device__ __forceinline__ T shfl_down(T value, unsigned int delta) const {
    const unsigned rank = (unsigned)thread_rank();
    return from_lane(value,
                     __heddle::lane_of_rank(place_, rank + (delta < count_ - rank ? delta : 0)));
  }
  __device__ __forceinline__ int any(int predicate) const { return __any_sync(place_, predicate); }
  __device__ __forceinline__ int all(int predicate) const { return __all_sync(place_, predicate); }
  __device__ __forceinline__ unsigned int ballot(int predicate) const {
    return __heddle::pack_ranks(__ballot_sync(place_, predicate), place_);
  }
  template <class T>
  __device__ __forceinline__ unsigned int match_any(T value) const {
    return __heddle::pack_ranks(__heddle::matches(place_, value), place_);
  }
  template <class T>
  __device__ __forceinline__ unsigned int match_all(T value, int& predicate) const {
    predicate = __all_sync(place_, __heddle::matches(place_, value) == place_);
    return predicate ? (count_ == 32 ? ~0u : (1u << count_) - 1) : 0;
  }

 private:
  __device__ __forceinline__ coalesced_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : thread_group(kLanes, mask, (unsigned)__popc(mask)),
        meta_rank_(meta_rank),
        meta_size_(meta_size) {}
  template <class T>
  __device__ __forceinline__ T from_lane(T value, unsigned lane) const {
    const unsigned mask = place_;
    return __heddle::by_words(value, [=](int word) { return __shfl_sync(mask, word, (int)lane); });
  }

  unsigned meta_rank_, meta_size_;

  friend __device__ coalesced_group coalesced_threads();
  friend __device__ coalesced_group tiled_partition(const coalesced_group&, unsigned);
  template <class Group, class Label>
  friend __device__ coalesced_group labeled_partition(const Group&, Label);
  template <class Group>
  friend __device__ coalesced_group binary_partition(const Group&, bool);
  template <unsigned Size>
  friend class __heddle_small_tile;
};

__device__ __forceinline__ coalesced_group coalesced_threads() {
  return coalesced_group(__activemask(), 0, 1);
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
