// SPDX-License-Identifier: Apache-2.0
// Step 14: clusters with multicast. Blocks of a cluster compute tiles of C below each other, so
// they need the same columns of B: each fetches its share of them, and the copy engine writes it
// into the shared memory of all. Every byte of B leaves L2 once for the cluster. In a cluster that
// is ACROSS blocks wide, too, those side by side do the same with the rows of A: what a block
// fetches is what limits it where lines begin anywhere (each line of 128 bytes lies in two of L2's
// then).
#pragma once

#include "any_matrix.cuh"
#include "tma.cuh"

namespace gemm {

// The blocks of a cluster go down first.
template <class T>
struct ClusterPlace {
  int down = 0, across = 0;
  __device__ ClusterPlace() {
    if (T::CLUSTER > 1) down = cluster_rank() % T::DOWN, across = cluster_rank() / T::DOWN;
  }
  __device__ unsigned short below_each_other() const {
    return ((1 << T::DOWN) - 1) << across * T::DOWN;
  }
  __device__ unsigned short side_by_side() const {
    unsigned short blocks = 0;
#pragma unroll
    for (int i = 0; i < T::ACROSS; ++i) blocks |= 1 << i * T::DOWN;
    return blocks << down;
  }
  // Whether what one fetches goes to the other.
  __device__ bool shares_with(int block) const {
    return block % T::DOWN == down || block / T::DOWN == across;
  }
  static constexpr int kPartners = T::DOWN + T::ACROSS - 1;  // with itself
};

// What a box has along its lines of 128 bytes.
template <class T>
constexpr int kBox = 128 / int(sizeof(typename T::In));

// BM rows of A times a step's k, from row and k on. In column order they are boxes of 64 rows (of
// bf16).
template <class T, Order A_ORDER, class Product = int>
__device__ void load_shared_a(unsigned to, const CUtensorMap* map, int row, int k, unsigned full,
                              bool once, Product product = {}) {
  constexpr int kRows = T::BM / T::ACROSS;  // this block's share
  static_assert(kRows % (A_ORDER == Order::kRow ? 8 : kBox<T>) == 0 || T::ACROSS == 1,
                "whole boxes");
  const ClusterPlace<T> place;
  const int first = place.across * kRows;
  const auto load = [&](int rows, int x, int y) {
    if constexpr (T::BATCHED && T::ACROSS > 1)
      load_box_multicast_of(to + rows * 128, map, x, y, product, full, place.side_by_side());
    else if constexpr (T::BATCHED)
      load_box_of(to + rows * 128, map, x, y, product, full);
    else if (T::ACROSS > 1)
      load_box_multicast(to + rows * 128, map, x, y, full, place.side_by_side());
    else
      load_box(to + rows * 128, map, x, y, full, once);
  };
  if (A_ORDER == Order::kRow)
    load(first, k, row + first);
  else
    for (int i = first; i < first + kRows; i += kBox<T>) load(i, row + i, k);
}

// BN columns of B times a step's k, from column and k on. In row order they are boxes of 64
// columns (of bf16), which the blocks take in turn.
template <class T, Order B_ORDER, class Product = int>
__device__ void load_shared_b(unsigned to, const CUtensorMap* map, int column, int k, unsigned full,
                              Product product = {}) {
  constexpr int kColumns = T::BN / T::DOWN;  // this block's share
  static_assert(kColumns % 8 == 0, "whole groups of swizzled lines");
  const ClusterPlace<T> place;
  const auto load = [&](int columns, int x, int y) {
    if constexpr (T::BATCHED && T::DOWN > 1)
      load_box_multicast_of(to + columns * 128, map, x, y, product, full, place.below_each_other());
    else if constexpr (T::BATCHED)
      load_box_of(to + columns * 128, map, x, y, product, full);
    else if (T::DOWN > 1)
      load_box_multicast(to + columns * 128, map, x, y, full, place.below_each_other());
    else
      load_box(to + columns * 128, map, x, y, full);
  };
  if (B_ORDER == Order::kColumn)
    load(place.down * kColumns, k, column + place.down * kColumns);
  else
    for (int i = place.down * kBox<T>; i < T::BN; i += kBox<T> * T::DOWN) load(i, column + i, k);
}

}  // namespace gemm
