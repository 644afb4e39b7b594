// SPDX-License-Identifier: Apache-2.0
// Shuffles and votes without a mask, of all lanes that are active at the call. CUDA deprecated them
// for __shfl_sync and its like, and takes them below compute capability 7.0 only; here they work
// everywhere.
#pragma once

#define HEDDLE_LEGACY(instead) \
  static __device__ __forceinline__ __attribute__((deprecated("use " instead)))

#define HEDDLE_LEGACY_SHFL(name, instead, operand) \
  template <typename T>                            \
  HEDDLE_LEGACY(#instead)                          \
  T name(T v, operand o, int width = 32) {         \
    return instead(__activemask(), v, o, width);   \
  }
HEDDLE_LEGACY_SHFL(__shfl, __shfl_sync, int)
HEDDLE_LEGACY_SHFL(__shfl_up, __shfl_up_sync, unsigned int)
HEDDLE_LEGACY_SHFL(__shfl_down, __shfl_down_sync, unsigned int)
HEDDLE_LEGACY_SHFL(__shfl_xor, __shfl_xor_sync, int)
#undef HEDDLE_LEGACY_SHFL

HEDDLE_LEGACY("__any_sync") int __any(int predicate) {
  return __any_sync(__activemask(), predicate);
}
HEDDLE_LEGACY("__all_sync") int __all(int predicate) {
  return __all_sync(__activemask(), predicate);
}
HEDDLE_LEGACY("__ballot_sync") unsigned int __ballot(int predicate) {
  return __ballot_sync(__activemask(), predicate);
}
#undef HEDDLE_LEGACY
