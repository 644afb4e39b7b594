// SPDX-License-Identifier: Apache-2.0
// Step 19: k split among the blocks of a cluster, on the tensor cores. The tiles arrive and are
// multiplied as in step 12, a tile of C a cluster; then the blocks add their sums through each
// other's shared memory and store them along C's lines, as in step 17: no workspace, no second
// kernel, and any C. For products of few tiles.
#pragma once

#include "launch.h"
#include "small.cuh"
#include "tf32.cuh"
#include "warp_specialised.cuh"

namespace gemm {

// BLOCKS: on a multiprocessor. All threads store, so all have as many registers.
template <class Base_, int BLOCKS_>
struct ClusterTileOf : Base_ {
  using Base = Base_;
  static constexpr int BLOCKS = BLOCKS_, BYTES = StageMemory<Base>::BYTES;
  using Lines = SumsInLines<Base::BM, Base::BN>;
  static_assert(Lines::kAll * 4 <= Base::STAGES * Base::STAGE_BYTES,
                "sums lie where the tiles were");
};
template <int BM, int BN, int STAGES, int BLOCKS>
using ClusterTile = ClusterTileOf<TensorTile<BM, BN, STAGES>, BLOCKS>;
template <int BM, int BN, int STAGES, int BLOCKS>
using ClusterTileTf32 = ClusterTileOf<Tf32Tile<BM, BN, STAGES>, BLOCKS>;

// The tile and the steps of a block; the parts of a tile are a cluster.
template <class T>
__device__ Work work_of_part(int m, int k, const SmallCut& cut) {
  const int part = blockIdx.x % cut.parts, tile = blockIdx.x / cut.parts;
  const int first = part * (cut.k_of_part / T::BK), all = (k + T::BK - 1) / T::BK;
  return {tile % cut.tile_rows * T::BM, tile / cut.tile_rows * T::BN, first,
          max(0, min(cut.k_of_part / T::BK, all - first)), part};
}

// A producer's walk over the one piece.
struct PieceOfK {
  Work piece;
  struct {
    int columns = 0;
  } order;
  bool left = true;
  __device__ bool more() const { return left; }
  __device__ void next() { left = false; }
  template <class T>
  __device__ Work work() const {
    return piece;
  }
};

template <class T, Order A_ORDER, Order B_ORDER, class In, class Out, class Finish>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    bgemm_cluster_k(Problem<In, Out> p, const __grid_constant__ CUtensorMap map_a,
                    const __grid_constant__ CUtensorMap map_b, SmallCut cut, Finish finish) {
  using Base = typename T::Base;
  extern __shared__ char shared[];
  const StageMemory<Base> memory(shared);
  if (threadIdx.x == 32) {
    prefetch_map(&map_a);
    prefetch_map(&map_b);
  }
  finish.begin();
  init_barriers(memory);
  wait_and_let_next_start();
  const Work work = work_of_part<T>(p.m, p.k, cut);
  Sum<In>* const all = reinterpret_cast<Sum<In>*>(shared + (memory.start - shared_address(shared)));
  const int consumer = int(threadIdx.x / 128) - 1;
  Sums<Base> sum;
  if (consumer < 0) {
    if (threadIdx.x / 32 == 0 && elect_lane())
      produce<Base, A_ORDER, B_ORDER>(memory, &map_a, &map_b, PieceOfK{work});
  } else if (work.steps > 0) {
    StageCounter<T::STAGES> at;
    multiply_steps<Base, A_ORDER, B_ORDER>(memory, consumer * 64, work.steps, at, sum);
    wait_for_multiply<0>();
  } else {
#pragma unroll
    for (int i = 0; i < T::BN / 2; ++i) sum[0][i] = 0;
  }
  __syncthreads();  // nobody reads the tiles any more
  if (consumer >= 0) {
    const int thread = threadIdx.x % 128, lane = thread % 32;
    const typename T::Lines lines{p.c.order == Order::kRow};
    Sum<In>* const own = all + lines.at(consumer * 64 + thread / 32 * 16 + lane / 4, lane % 4 * 2);
#pragma unroll
    for (int i = 0; i < T::BN / 2; ++i) own[lines.at(i / 2 % 2 * 8, i / 4 * 8 + i % 2)] = sum[0][i];
  }
  store_share<T>(p, all, work.row, work.column, work.split, cut, finish);
  if (cut.parts > 1) cluster_barrier();  // others may still read what is here
}

template <class T, Order B_ORDER, class Finish>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    sgemm_tf32_cluster_k(FloatProblem p, const __grid_constant__ CUtensorMap map_a,
                         const __grid_constant__ CUtensorMap map_b, SmallCut cut, Finish finish) {
  using Base = typename T::Base;
  extern __shared__ char shared[];
  const StageMemory<Base> memory(shared);
  if (threadIdx.x == 32) {
    prefetch_map(&map_a);
    prefetch_map(&map_b);
  }
  init_barriers(memory);
  wait_and_let_next_start();
  const Work work = work_of_part<T>(p.m, p.k, cut);
  float* const all = reinterpret_cast<float*>(shared + (memory.start - shared_address(shared)));
  const int consumer = int(threadIdx.x / 128) - 1;
  const ThreadColumns<B_ORDER> mine;
  float sum[T::BM / 2];
  if (consumer < 0) {
    if (threadIdx.x / 32 == 0 && elect_lane())
      produce_tf32<Base, B_ORDER>(memory, &map_a, &map_b, PieceOfK{work});
  } else if (work.steps > 0) {
    StageCounter<T::STAGES> at;
    consume_tf32<Base>(memory, consumer, work.steps, at, mine, sum);
  } else {
#pragma unroll
    for (int i = 0; i < T::BM / 2; ++i) sum[i] = 0.0f;
  }
  __syncthreads();
  if (consumer >= 0) {
    const typename T::Lines lines{p.c.order == Order::kRow};
    float* const own = all + lines.at(threadIdx.x % 4 * 2, consumer * 64 + mine.first());
#pragma unroll
    for (int i = 0; i < T::BM / 2; ++i)
      own[lines.at(i / 4 * 8 + i % 2, i / 2 % 2 * ThreadColumns<B_ORDER>::kApart)] = sum[i];
  }
  store_share<T>(p, all, work.row, work.column, work.split, cut, finish);
  if (cut.parts > 1) cluster_barrier();
}

// parts: of k, a power of two up to 8, each a whole number of steps.
template <class T, class Kernel, class In, class Out, class MapsA, class MapsB, class Finish>
cudaError_t launch_clusters(Kernel kernel, const Problem<In, Out>& p, const MapsA& map_a,
                            const MapsB& map_b, int parts, Finish finish, cudaStream_t stream) {
  const SmallCut cut{tiles(p.m, T::BM), parts, tiles(tiles(p.k, T::BK), parts) * T::BK, false};
  cudaLaunchConfig_t config =
      shape(unsigned(cut.tile_rows) * tiles(p.n, T::BN) * parts, T::THREADS, T::BYTES, stream);
  cudaLaunchAttribute cluster = cluster_of(parts);
  config.attrs = &cluster;
  config.numAttrs = parts > 1;
  return launch_behind_copies(kernel, config, p, map_a, map_b, cut, finish);
}

// For operands that fit a tensor map; any C.
template <class T, Order A_ORDER, Order B_ORDER, class Finish, class In, class Out>
cudaError_t launch_cluster_k(const Problem<In, Out>& p, int parts, Finish finish,
                             cudaStream_t stream) {
  CUtensorMap map_a, map_b;
  cudaError_t error =
      make_tensor_map(&map_a, p.a, p.m, p.k, A_ORDER == Order::kRow ? T::BM : T::BK);
  if (error == cudaSuccess)
    error = make_tensor_map(&map_b, p.b, p.k, p.n, B_ORDER == Order::kRow ? T::BK : T::BN);
  if (error != cudaSuccess) return error;
  return launch_clusters<T>(bgemm_cluster_k<T, A_ORDER, B_ORDER, In, Out, Finish>, p, map_a, map_b,
                            parts, finish, stream);
}

// For A in rows.
template <class T, Order B_ORDER, class Finish>
cudaError_t launch_cluster_k_tf32(const FloatProblem& p, int parts, Finish finish,
                                  cudaStream_t stream) {
  CUtensorMap map_a, map_b;
  cudaError_t error = make_tf32_tensor_map(&map_a, p.a, p.m, p.k, T::BM);
  if (error == cudaSuccess)
    error = make_tf32_tensor_map(&map_b, p.b, p.k, p.n, B_ORDER == Order::kRow ? 32 : T::BN);
  if (error != cudaSuccess) return error;
  return launch_clusters<T>(sgemm_tf32_cluster_k<T, B_ORDER, Finish>, p, map_a, map_b, parts,
                            finish, stream);
}

}  // namespace gemm
