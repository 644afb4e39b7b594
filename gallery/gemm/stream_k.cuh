// SPDX-License-Identifier: Apache-2.0
// Step 21: the last round of tensor-core tiles. Blocks walk over tiles in rounds of one a
// multiprocessor; where the last round would leave many idle, the steps along k of its tiles are
// dealt out evenly, however tiles end ("stream-K"). Whatever part of a tile a block has goes to
// memory, and a third kernel adds the parts, always in the same order.
#pragma once

#include "bf16.cuh"
#include "choice.h"
#include "split_k.cuh"

namespace gemm {

// The tiles from `first` on, whose steps are dealt out to the clusters of the grid.
struct StreamWalk {
  static constexpr bool kAfterOthers = true;
  WorkOrder order;
  int first;
  int at, end, cluster, clusters;  // the next step and that behind the last, counted over all tiles

  bool early() const { return first != 0; }  // may start while the kernel of those ends
  __host__ __device__ int steps() const {
    return (order.rows * order.columns - first) * order.steps;
  }
  __host__ __device__ static int begin_of(int cluster, int clusters, int steps) {
    return int((long long)steps * cluster / clusters);
  }
  // Which of the clusters has a step.
  __host__ __device__ static int cluster_of(int step, int clusters, int steps) {
    return int((((long long)step + 1) * clusters - 1) / steps);
  }
  __device__ void start(int blocks) {
    cluster = blockIdx.x / blocks, clusters = gridDim.x / blocks;
    at = begin_of(cluster, clusters, steps()), end = begin_of(cluster + 1, clusters, steps());
  }
  __device__ bool more() const { return at < end; }
  __device__ int end_of_piece() const { return min(end, (at / order.steps + 1) * order.steps); }
  __device__ void next() { at = end_of_piece(); }
  template <class T>
  __device__ Work work() const {
    const int tile = at / order.steps;
    Work work = order.work<T>(first + tile);
    work.first_step = at % order.steps;
    work.steps = end_of_piece() - at;
    work.split = cluster - cluster_of(tile * order.steps, clusters, steps());
    return work;
  }
};

// A thread has four neighbours of a line of one of the tiles that were dealt out.
template <class T, class In, class Out, class Finish>
__global__ void __launch_bounds__(256) add_streams(Problem<In, Out> p, const float* parts,
                                                   StreamWalk walk, int clusters, Finish finish) {
  constexpr int kRows = T::BM * T::CLUSTER, kBlocks = kRows * T::BN / 4 / 256;
  const int tile = blockIdx.x / kBlocks, within = blockIdx.x % kBlocks * 256 + threadIdx.x;
  const int2 place = walk.order.place(walk.first + tile);
  const int row = place.x * kRows + within / (T::BN / 4);
  const int column = place.y * T::BN + within % (T::BN / 4) * 4;
  const int steps = walk.steps();
  const int splits = StreamWalk::cluster_of((tile + 1) * walk.order.steps - 1, clusters, steps) -
                     StreamWalk::cluster_of(tile * walk.order.steps, clusters, steps) + 1;
  add_four(p, parts, row < p.m && column < p.n, row, column, splits, finish);
}

// Kernels two and three; the first computes the tiles before `cut.whole`.
template <class T, Order A_ORDER, Order B_ORDER, class Finish, class Out>
cudaError_t launch_streams(const Problem<bf16, Out>& p, const StreamCut& cut, Finish finish,
                           float* memory, cudaStream_t stream) {
  StreamWalk walk{};
  walk.order = order_of_tiles<T>(p.m, p.n, p.k, 1);
  walk.first = cut.whole;
  const auto partial = SplitK{cut.parts, memory}.partial(p);
  const cudaError_t error =
      launch_warp_specialised<T, A_ORDER, B_ORDER, StreamWalk, DirectStore<Plain>>(
          partial, Plain{}, 1, stream, walk, cut.clusters);
  if (error != cudaSuccess) return error;
  const unsigned blocks =
      unsigned(walk.order.count() - cut.whole) * (T::BM * T::CLUSTER * T::BN / 4 / 256);
  return launch_early(add_streams<T, bf16, Out, Finish>, shape(blocks, 256, 0, stream), p,
                      static_cast<const float*>(memory), walk, cut.clusters, finish);
}

}  // namespace gemm
