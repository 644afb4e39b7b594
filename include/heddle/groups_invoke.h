// SPDX-License-Identifier: Apache-2.0
// One thread for its group (CUDA C++ Programming Guide, "invoke_one and invoke_one_broadcast").
#pragma once

#include "groups_tile.h"

namespace cooperative_groups {
namespace __v1 {

template <class Group, class Fn, class... Args>
__device__ __forceinline__ void invoke_one(const Group& group, Fn&& fn, Args&&... args) {
  if (group.thread_rank() == 0) static_cast<Fn&&>(fn)(static_cast<Args&&>(args)...);
}

template <class Group, class Fn, class... Args>
__device__ __forceinline__ auto invoke_one_broadcast(const Group& group, Fn&& fn, Args&&... args)
    -> decltype(static_cast<Fn&&>(fn)(static_cast<Args&&>(args)...)) {
  using Result = decltype(static_cast<Fn&&>(fn)(static_cast<Args&&>(args)...));
  union Slot {
    char none;
    Result value;
    __device__ Slot() : none() {}
  } slot;
  if (group.thread_rank() == 0) slot.value = static_cast<Fn&&>(fn)(static_cast<Args&&>(args)...);
  return group.shfl(slot.value, 0);
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
