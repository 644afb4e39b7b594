// SPDX-License-Identifier: Apache-2.0
// Step 19 for doubles: k split among the blocks of a cluster, which add their sums through each
// other's shared memory and store them along C's lines. Of a product of few tiles the second kernel
// that adds parts, and what they take through L2, are a third.
#pragma once

#include "cluster_k.cuh"
#include "dmma.cuh"

namespace gemm {

template <class Base_, int BLOCKS_>
struct ClusterTileOfDoubles : Base_ {
  using Base = Base_;
  static constexpr int BLOCKS = BLOCKS_, BYTES = StageMemory<Base>::BYTES;
  using Lines = SumsInLines<Base::BM, Base::BN>;
  static_assert(Lines::kAll * 8 <= Base::STAGES * Base::STAGE_BYTES,
                "sums lie where the tiles were");
};

template <class T, Order A_ORDER, Order B_ORDER, bool A_HALVED, bool B_HALVED>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    dgemm_cluster_k(Problem<double> p, const __grid_constant__ MapsOfDoubles<A_HALVED> maps_a,
                    const __grid_constant__ MapsOfDoubles<B_HALVED> maps_b, SmallCut cut,
                    Plain finish) {
  using Base = typename T::Base;
  extern __shared__ char shared[];
  const StageMemory<Base> memory(shared);
  init_barriers(memory);
  wait_and_let_next_start();
  const Work work = work_of_part<T>(p.m, p.k, cut);
  double* const all = reinterpret_cast<double*>(shared + (memory.start - shared_address(shared)));
  const int consumer = int(threadIdx.x / 128) - 1;
  DoubleSums<Base, A_ORDER, B_ORDER, A_HALVED, B_HALVED> sums;
  if (consumer < 0) {
    if (threadIdx.x / 32 == 0 && elect_lane())
      produce_doubles<Base, A_ORDER, B_ORDER>(memory, maps_a, maps_b, PieceOfK{work});
  } else if (work.steps > 0) {
    StageCounter<T::STAGES> at;
    sums.multiply(memory, maps_a, maps_b, consumer * 64, work.steps, at);
  }
  __syncthreads();  // nobody reads the tiles any more
  const typename T::Lines lines{p.c.order == Order::kRow};
  if (consumer >= 0)
    sums.each(
        [&](int row, int column, double sum) { all[lines.at(consumer * 64 + row, column)] = sum; });
  store_share<T>(p, all, work.row, work.column, work.split, cut, finish);
  if (cut.parts > 1) cluster_barrier();  // others may still read what is here
}

// For operands that fit a tensor map, or whose halves do; any C in rows.
template <class T, int BLOCKS, Order A_ORDER, Order B_ORDER>
cudaError_t launch_cluster_k_doubles(const Problem<double>& p, int parts, cudaStream_t stream) {
  return with_maps_of_doubles<T, A_ORDER, B_ORDER>(
      p, [&](const auto& maps_a, const auto& maps_b, auto a_halved, auto b_halved) {
        constexpr bool kA = a_halved(), kB = b_halved();
        using Tile = ClusterTileOfDoubles<HalvedTile<T, kA, kB>, BLOCKS>;
        return launch_clusters<Tile>(dgemm_cluster_k<Tile, A_ORDER, B_ORDER, kA, kB>, p, maps_a,
                                     maps_b, parts, Plain{}, stream);
      });
}

}  // namespace gemm
