// SPDX-License-Identifier: Apache-2.0
// Groups made of groups (CUDA C++ Programming Guide, "Group Partitioning").
#pragma once

#include "groups_tile.h"

namespace cooperative_groups {
namespace __v1 {

template <unsigned int Size, class ParentT>
__device__ __forceinline__ thread_block_tile<Size, ParentT> tiled_partition(const ParentT& parent) {
  const unsigned threads = (unsigned)parent.num_threads();
  return thread_block_tile<Size, ParentT>((unsigned)parent.thread_rank() / Size,
                                          (threads + Size - 1) / Size);
}

// Sizes known at run time: powers of two up to 32.
__device__ __forceinline__ thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
  const unsigned first = (unsigned)parent.thread_rank() / size * size;
  unsigned mask = 0;
  if (parent.kind_ != thread_group::kLanes) {
    mask = (size == 32 ? ~0u : (1u << (size & 31)) - 1) << (__heddle::lane() & ~(size - 1));
    return thread_group(thread_group::kLanes, mask, size);
  }
  for (unsigned left = parent.place_, rank = 0; left; left &= left - 1, ++rank) {
    if (rank - first < size) mask |= left & (0u - left);
  }
  return thread_group(thread_group::kLanes, mask, (unsigned)__popc(mask));
}

__device__ __forceinline__ thread_group tiled_partition(const thread_block& parent, unsigned size) {
  return tiled_partition((const thread_group&)parent, size);
}

__device__ __forceinline__ coalesced_group tiled_partition(const coalesced_group& parent,
                                                           unsigned size) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
  const unsigned tile = (unsigned)parent.thread_rank() / size;
  unsigned mask = 0;
  for (unsigned left = parent.place_, rank = 0; left; left &= left - 1, ++rank) {
    if (rank / size == tile) mask |= left & (0u - left);
  }
  return coalesced_group(mask, tile, (parent.count_ + size - 1) / size);
}

// The threads of `group` (a coalesced group or a tile of at most 32) with the same label.
template <class Group, class Label>
__device__ __forceinline__ coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned members = group.ballot(1);
  const unsigned same = group.match_any(label);
  // A label's group has the rank of its first thread among the first threads of all groups.
  const unsigned rank = (unsigned)group.thread_rank();
  const unsigned leaders = group.ballot((same & ((1u << rank) - 1)) == 0);
  const unsigned first = (unsigned)__ffs((int)same) - 1;
  const unsigned my_lane = __heddle::lane();
  unsigned mask = 0;
  for (unsigned left = members; left; left &= left - 1) {
    const unsigned r = (unsigned)__ffs((int)left) - 1;
    const unsigned lane = group.shfl(my_lane, r);
    if (same >> r & 1) mask |= 1u << lane;
  }
  return coalesced_group(mask, (unsigned)__popc(leaders & ((1u << first) - 1)),
                         (unsigned)__popc(leaders));
}

// Two groups are ranked by their predicate, whichever begins first (as an H100 does).
template <class Group>
__device__ __forceinline__ coalesced_group binary_partition(const Group& group, bool predicate) {
  coalesced_group half = labeled_partition(group, (int)predicate);
  if (half.meta_size_ == 2) half.meta_rank_ = predicate;
  return half;
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
