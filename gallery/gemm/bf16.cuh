// SPDX-License-Identifier: Apache-2.0
// Launches the bf16 steps: tensor maps, shared memory, grid.
#pragma once

#include "box_store.cuh"
#include "fused.cuh"
#include "launch.h"

namespace gemm {

// For operands that fit a tensor map and C in rows; a box store needs a C that fits it,
// and one that reads for beta other than 0.
template <class T, Order A_ORDER, Order B_ORDER, class Walk, class Store, class Finish, class Out>
cudaError_t launch_warp_specialised(const Problem<bf16, Out>& p, Finish finish, int splits,
                                    cudaStream_t stream) {
  constexpr bool kBoxes = Store::template SHARED_BYTES<T> != 0;
  if (kBoxes && !fits_box_store(p)) return cudaErrorInvalidValue;
  if (p.beta != 0.0f && !Store::kReads) return cudaErrorInvalidValue;
  CUtensorMap map_a, map_b, map_c{};
  int processors = 0;
  cudaError_t error = count_multiprocessors(&processors);
  if (error == cudaSuccess)
    error = make_tensor_map(&map_a, p.a, p.m, p.k, A_ORDER == Order::kRow ? T::BM : 64);
  if (error == cudaSuccess)
    error =
        make_tensor_map(&map_b, p.b, p.k, p.n, B_ORDER == Order::kRow ? 64 : T::BN / T::CLUSTER);
  if (error == cudaSuccess && kBoxes) error = make_tensor_map(&map_c, p.c, p.m, p.n, 64);
  if (error != cudaSuccess) return error;

  Walk walk{};
  walk.order = {tiles(tiles(p.m, T::BM), T::CLUSTER), tiles(p.n, T::BN), tiles(p.k, T::BK), splits,
                16 / T::CLUSTER};
  const int pieces = walk.order.count() * T::CLUSTER;
  const int resident = processors / T::CLUSTER * T::CLUSTER;
  const int blocks = std::is_same_v<Walk, PersistentWalk> && pieces > resident ? resident : pieces;
  cudaLaunchConfig_t config =
      shape(blocks, T::THREADS, StageMemory<T>::BYTES + Store::template SHARED_BYTES<T>, stream);
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {T::CLUSTER, 1, 1};
  config.attrs = &cluster;
  config.numAttrs = T::CLUSTER > 1;  // it costs 0.5 us, even for one block
  return launch(bgemm_warp_specialised<T, A_ORDER, B_ORDER, Walk, Store, Finish, Out>, config, p,
                map_a, map_b, map_c, walk, finish);
}

}  // namespace gemm
