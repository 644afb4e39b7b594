// SPDX-License-Identifier: Apache-2.0
// Step 13: persistent blocks. As many blocks as multiprocessors stay for the whole product and walk
// over its tiles: barriers are set up once, and the producer fetches the next tile's first stages
// while the consumers still store the last one. The order of the walk keeps what runs at the same
// time close together, so that rows of A and columns of B come from L2.
#pragma once

#include "problem.h"

namespace gemm {

// A tile of C and a range of k, in steps of the tile's BK.
struct Work {
  int row, column;
  int first_step, steps;
  int split;
};

// Numbers all pieces of work; those of a cluster are consecutive tiles of a column.
struct WorkOrder {
  int rows, columns;  // of tiles, in units of the cluster's height and width
  int steps, splits;
  int group;  // rows that are walked together

  template <class T>
  __device__ Work work(int index) const {
    const int steps_of_split = (steps + splits - 1) / splits;
    const int split = index / (rows * columns), tile = index % (rows * columns);
    const int block = tile / (group * columns), within = tile % (group * columns);
    const int height = min(group, rows - block * group);
    const int in_cluster = T::CLUSTER > 1 ? blockIdx.x % T::CLUSTER : 0;
    const int row = (block * group + within % height) * T::DOWN + in_cluster % T::DOWN;
    const int column = within / height * T::ACROSS + in_cluster / T::DOWN;
    const int first = split * steps_of_split;
    if (T::BATCHED) return {row * T::BM, column * T::BN, 0, steps, split};  // a product's number
    return {row * T::BM, column * T::BN, first, min(steps_of_split, steps - first), split};
  }
  int count() const { return rows * columns * splits; }
};

// The plain way: a block (or cluster) a piece.
struct OnePiece {
  WorkOrder order;
  int index;
  __device__ void start(int cluster) { index = blockIdx.x / cluster; }
  __device__ bool more() const { return index >= 0; }
  __device__ void next() { index = -1; }
  template <class T>
  __device__ Work work() const {
    return order.work<T>(index);
  }
};

struct PersistentWalk {
  WorkOrder order;
  int index, stride, count;
  __device__ void start(int cluster) {
    index = blockIdx.x / cluster;
    stride = gridDim.x / cluster;
    count = order.rows * order.columns * order.splits;
  }
  __device__ bool more() const { return index < count; }
  __device__ void next() { index += stride; }
  template <class T>
  __device__ Work work() const {
    return order.work<T>(index);
  }
};

}  // namespace gemm
