// SPDX-License-Identifier: Apache-2.0
// Cooperative groups for the oracle. Coalesced threads are each alone: what generated kernels
// compute with them does not depend on who else is there.
#pragma once

#include <algorithm>

#include "oracle_copies.h"

namespace cooperative_groups {

struct Lanes {
  unsigned mask, outer_rank = 0, outer_size = 1;

  static unsigned lane() { return oracle::current % 32; }
  unsigned size() const { return __popc(mask); }
  unsigned num_threads() const { return size(); }
  unsigned thread_rank() const { return rank_of(lane()); }
  unsigned meta_group_rank() const { return outer_rank; }
  unsigned meta_group_size() const { return outer_size; }
  unsigned rank_of(unsigned lane) const { return __popc(mask & ((1u << lane) - 1)); }
  unsigned lane_of(unsigned rank) const {
    unsigned left = mask;
    while (rank--) left &= left - 1;
    return __builtin_ctz(left);
  }
  unsigned ranks(unsigned lanes) const {
    unsigned result = 0;
    for (unsigned k = 0; k < 32; ++k)
      if (lanes >> k & 1) result |= 1u << rank_of(k);
    return result;
  }
  void sync() const { __syncwarp(mask); }
  template <class T>
  T shfl(T v, unsigned rank) const {
    return __shfl_sync(mask, v, lane_of(rank));
  }
  template <class T>
  T shfl_down(T v, unsigned by) const {
    return shfl(v, thread_rank() + by < size() ? thread_rank() + by : thread_rank());
  }
  template <class T>
  T shfl_up(T v, unsigned by) const {
    return shfl(v, thread_rank() >= by ? thread_rank() - by : thread_rank());
  }
  template <class T>
  T shfl_xor(T v, unsigned by) const {
    return shfl(v, thread_rank() ^ by);
  }
  int any(int p) const { return __any_sync(mask, p); }
  int all(int p) const { return __all_sync(mask, p); }
  unsigned ballot(int p) const { return ranks(__ballot_sync(mask, p)); }
  template <class T>
  unsigned match_any(T v) const {
    return ranks(__match_any_sync(mask, v));
  }
};

struct Block {
  unsigned thread_rank() const { return oracle::current; }
  unsigned size() const { return oracle::thread_count; }
  dim3 group_index() const { return blockIdx; }
  void sync() const { __syncthreads(); }
};
inline Block this_thread_block() {
  return {};
}
inline void sync(Block) {
  __syncthreads();
}
template <unsigned N>
Lanes tiled_partition(Block) {
  return {(N == 32 ? ~0u : (1u << N) - 1) << Lanes::lane() / N * N, oracle::current / N,
          (oracle::thread_count + N - 1) / N};
}
inline Lanes coalesced_threads() {
  return {1u << Lanes::lane()};
}
inline Lanes labeled_partition(const Lanes& g, unsigned label) {
  return {__match_any_sync(g.mask, label)};
}
inline Lanes binary_partition(const Lanes& g, bool in) {
  return labeled_partition(g, in);
}

#define OPERATION(name, result)                     \
  template <class T>                                \
  struct name {                                     \
    T operator()(T a, T b) const { return result; } \
  };
OPERATION(plus, a + b)
OPERATION(less, a < b ? a : b)
OPERATION(greater, a > b ? a : b)
OPERATION(bit_xor, a ^ b)
OPERATION(bit_and, a& b)
OPERATION(bit_or, a | b)
#undef OPERATION

template <class T, class Op>
T reduce(const Lanes& g, T v, Op op) {
  return ::reduce(g.mask, v, op);
}
template <class T, class Op>
T inclusive_scan(const Lanes& g, T v, Op op) {
  const oracle::Thread t = oracle::exchange(g.mask, v);
  T result = oracle::value_of<T>(t, g.lane_of(0));
  for (unsigned k = 1; k <= g.thread_rank(); ++k)
    result = op(result, oracle::value_of<T>(t, g.lane_of(k)));
  return result;
}
template <class T>
T inclusive_scan(const Lanes& g, T v) {
  return inclusive_scan(g, v, plus<T>());
}
template <class T>
T exclusive_scan(const Lanes& g, T v) {
  return inclusive_scan(g, v) - v;
}

inline void memcpy_async(Block, void* to, const void* from, std::size_t bytes) {
  __pipeline_memcpy_async(to, from, bytes);
}
inline void wait(Block) {
  __syncthreads();
}

}  // namespace cooperative_groups
