// SPDX-License-Identifier: Apache-2.0
// reduce, reduce_update_async and reduce_store_async (CUDA C++ Programming Guide, "Group
// Collectives"): of tiles and coalesced groups, values of at most 32 bytes.
#pragma once

#include "../cooperative_groups.h"

#ifdef __CUDACC__
#include "../heddle/groups_operators.h"

namespace cooperative_groups {
namespace __v1 {
namespace __heddle {

// Of whole warps and tiles: lanes exchange over the widest distance first, each as first operand
// (as an H200 does it, which decides how a sum is rounded).
template <unsigned Size, class Group, class T, class Op>
__device__ __forceinline__ T reduce_by_halves(const Group& group, T value, const Op& op) {
#pragma unroll
  for (unsigned step = Size / 2; step > 0; step /= 2) {
    value = op(value, (T)group.shfl_xor(value, step));
  }
  return value;
}

// Of some lanes: neighbours first.
template <class T, class Op>
__device__ __forceinline__ T reduce(const coalesced_group& group, T value, const Op& op) {
  const unsigned count = (unsigned)group.num_threads(), rank = (unsigned)group.thread_rank();
  for (unsigned step = 1; step < count; step *= 2) {
    const T other = group.shfl_down(value, step);
    if (rank + step < count) value = op(value, other);
  }
  return group.shfl(value, 0);
}

template <unsigned Size, class T, class Op>
__device__ __forceinline__ T reduce(const __heddle_small_tile<Size>& tile, T value, const Op& op) {
  if (!tile.__heddle_whole()) return reduce(tile.__heddle_lanes(), value, op);
  if constexpr (!__is_class(T)) return reduce_by_halves<Size>(tile, value, op);
  // Objects are combined in the order of their ranks, so that `op` need not be commutative.
#pragma unroll
  for (unsigned step = 1; step < Size; step *= 2) {
    const T other = tile.shfl_xor(value, step);
    const bool upper = lane() & step;
    value = op(upper ? other : value, upper ? value : other);
  }
  return value;
}

template <unsigned Size, class T, class Op>
__device__ __forceinline__ T reduce(const __heddle_large_tile<Size>& tile, T value, const Op& op) {
  struct Warp : __heddle_small_tile<32> {
    __device__ Warp() {}
  };
  value = reduce((const __heddle_small_tile<32>&)Warp(), value, op);
  T* slots = tile.template __heddle_slots<T>();
  const unsigned rank = (unsigned)tile.thread_rank();
  if (rank % 32 == 0) slots[rank / 32] = value;
  tile.sync();
  T sum = slots[0];
#pragma unroll
  for (unsigned w = 1; w < Size / 32; ++w) sum = op(sum, slots[w]);
  tile.sync();
  return sum;
}

template <class T, class U>
__device__ __forceinline__ void store(T* to, const U& value) {
  *to = value;
}
template <class Atomic, class U>
__device__ __forceinline__ void store(Atomic& to, const U& value) {
  to.store(value);
}

}  // namespace __heddle

template <class Group, class Value, class Op>
__device__ __forceinline__ auto reduce(const Group& group, Value&& value, Op&& op)
    -> decltype(op(value, value)) {
  return __heddle::reduce(group, __heddle::plain_t<Value>(value), op);
}

// As if by one thread of the group, at the latest when the group synchronizes.
template <class Group, class Atomic, class Value, class Op>
__device__ __forceinline__ void reduce_update_async(const Group& group, Atomic& atomic,
                                                    Value&& value, Op&& op) {
  const auto all = reduce(group, value, op);
  if (group.thread_rank() == 0) __heddle::update(atomic, all, op);
}

// `to`: an atomic object or a pointer.
template <class Group, class To, class Value, class Op>
__device__ __forceinline__ void reduce_store_async(const Group& group, To&& to, Value&& value,
                                                   Op&& op) {
  const auto all = reduce(group, value, op);
  if (group.thread_rank() == 0) __heddle::store(to, all);
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif
