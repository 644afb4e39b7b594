// SPDX-License-Identifier: Apache-2.0
// Step 14: clusters with multicast. Blocks of a cluster compute tiles of C below each other, so
// they need the same columns of B: each fetches its share of them, and the copy engine writes it
// into the shared memory of all. Every byte of B leaves L2 once for the cluster.
#pragma once

#include "tma.cuh"

namespace gemm {

// BN columns of B times 64 k, from column and k on. In row order they are boxes of 64 columns.
template <class T, Order B_ORDER>
__device__ void load_shared_b(unsigned to, const CUtensorMap* map, int column, int k,
                              unsigned full) {
  constexpr int kColumns = T::BN / T::CLUSTER;  // this block's share
  static_assert(B_ORDER == Order::kColumn || kColumns % 64 == 0, "whole boxes");
  constexpr unsigned short kAll = (1 << T::CLUSTER) - 1;
  const int first = T::CLUSTER > 1 ? cluster_rank() * kColumns : 0;
  const auto load = [&](int columns, int x, int y) {
    const unsigned place = to + columns * 128;
    if (T::CLUSTER > 1)
      load_box_multicast(place, map, x, y, full, kAll);
    else
      load_box(place, map, x, y, full);
  };
  if (B_ORDER == Order::kColumn)
    load(first, k, column + first);
  else
    for (int i = first; i < first + kColumns; i += 64) load(i, column + i, k);
}

}  // namespace gemm
