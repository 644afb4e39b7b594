// SPDX-License-Identifier: Apache-2.0
// inclusive_scan, exclusive_scan and their _update forms (CUDA C++ Programming Guide, "Group
// Collectives"): of tiles and coalesced groups, values of at most 32 bytes.
#pragma once

#include "../cooperative_groups.h"

#ifdef __CUDACC__
#include "../heddle/groups_operators.h"

namespace cooperative_groups {
namespace __v1 {
namespace __heddle {

template <class T>
struct Scan {
  T inclusive;
  T exclusive;  // that of rank 0 is T()
};

// `count`: threads of the group that exist.
template <class Group, class T, class Op>
__device__ __forceinline__ Scan<T> scan_lanes(const Group& group, unsigned count, T value,
                                              const Op& op) {
  const unsigned rank = (unsigned)group.thread_rank();
  for (unsigned step = 1; step < count; step *= 2) {
    const T other = group.shfl_up(value, step);
    if (rank >= step) value = op(other, value);
  }
  const T before = group.shfl_up(value, 1);
  return {value, rank == 0 ? T() : before};
}

template <class T, class Op>
__device__ __forceinline__ Scan<T> scan(const coalesced_group& group, T value, const Op& op) {
  return scan_lanes(group, (unsigned)group.num_threads(), value, op);
}
template <unsigned Size, class T, class Op>
__device__ __forceinline__ Scan<T> scan(const __heddle_small_tile<Size>& tile, T value,
                                        const Op& op) {
  return scan_lanes(tile, Size, value, op);
}
template <unsigned Size, class T, class Op>
__device__ __forceinline__ Scan<T> scan(const __heddle_large_tile<Size>& tile, T value,
                                        const Op& op) {
  struct Warp : __heddle_small_tile<32> {
    __device__ Warp() {}
  };
  Scan<T> result = scan_lanes(Warp(), 32, value, op);
  T* slots = tile.template __heddle_slots<T>();
  const unsigned rank = (unsigned)tile.thread_rank(), warp = rank / 32;
  if (rank % 32 == 31) slots[warp] = result.inclusive;
  tile.sync();
  if (warp > 0) {
    T before = slots[0];
    for (unsigned w = 1; w < warp; ++w) before = op(before, slots[w]);
    result.inclusive = op(before, result.inclusive);
    result.exclusive = rank % 32 == 0 ? before : op(before, result.exclusive);
  }
  tile.sync();
  return result;
}

// The value of `atomic` before the sum of the whole group is added to it.
template <class Group, class Atomic, class T, class Op>
__device__ __forceinline__ T update_by_last(const Group& group, Atomic& atomic, const T& inclusive,
                                            const Op& op) {
  const unsigned last = (unsigned)group.num_threads() - 1;
  T before = inclusive;
  if (group.thread_rank() == last) before = update(atomic, inclusive, op);
  return group.shfl(before, last);
}

}  // namespace __heddle

template <class Group, class Value, class Op>
__device__ __forceinline__ auto inclusive_scan(const Group& group, Value&& value, Op&& op)
    -> decltype(op(value, value)) {
  return __heddle::scan(group, __heddle::plain_t<Value>(value), op).inclusive;
}
template <class Group, class Value>
__device__ __forceinline__ __heddle::plain_t<Value> inclusive_scan(const Group& group,
                                                                   Value&& value) {
  return inclusive_scan(group, value, plus<__heddle::plain_t<Value>>());
}
template <class Group, class Value, class Op>
__device__ __forceinline__ auto exclusive_scan(const Group& group, Value&& value, Op&& op)
    -> decltype(op(value, value)) {
  return __heddle::scan(group, __heddle::plain_t<Value>(value), op).exclusive;
}
template <class Group, class Value>
__device__ __forceinline__ __heddle::plain_t<Value> exclusive_scan(const Group& group,
                                                                   Value&& value) {
  return exclusive_scan(group, value, plus<__heddle::plain_t<Value>>());
}

// The scan goes on from the value of `atomic`, to which the whole group's is added.
template <class Group, class Atomic, class Value, class Op>
__device__ __forceinline__ auto inclusive_scan_update(const Group& group, Atomic& atomic,
                                                      Value&& value, Op&& op)
    -> decltype(op(value, value)) {
  const auto inclusive = inclusive_scan(group, value, op);
  return op(__heddle::update_by_last(group, atomic, inclusive, op), inclusive);
}
template <class Group, class Atomic, class Value>
__device__ __forceinline__ __heddle::plain_t<Value> inclusive_scan_update(const Group& group,
                                                                          Atomic& atomic,
                                                                          Value&& value) {
  return inclusive_scan_update(group, atomic, value, plus<__heddle::plain_t<Value>>());
}
template <class Group, class Atomic, class Value, class Op>
__device__ __forceinline__ auto exclusive_scan_update(const Group& group, Atomic& atomic,
                                                      Value&& value, Op&& op)
    -> decltype(op(value, value)) {
  const auto both = __heddle::scan(group, __heddle::plain_t<Value>(value), op);
  const auto before = __heddle::update_by_last(group, atomic, both.inclusive, op);
  return group.thread_rank() == 0 ? before : op(before, both.exclusive);
}
template <class Group, class Atomic, class Value>
__device__ __forceinline__ __heddle::plain_t<Value> exclusive_scan_update(const Group& group,
                                                                          Atomic& atomic,
                                                                          Value&& value) {
  return exclusive_scan_update(group, atomic, value, plus<__heddle::plain_t<Value>>());
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#endif
