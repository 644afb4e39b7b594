// SPDX-License-Identifier: Apache-2.0
// Launches the bf16 steps: tensor maps, shared memory, grid.
#pragma once

#include "box_store.cuh"
#include "fused.cuh"

namespace gemm {

// For operands that fit a tensor map and C in rows.
template <class T, Order A_ORDER, Order B_ORDER, class Walk, class Store, class Finish, class Out>
void launch_warp_specialised(const Problem<bf16, Out>& p, Finish finish, int splits,
                             cudaStream_t stream) {
  const auto kernel = bgemm_warp_specialised<T, A_ORDER, B_ORDER, Walk, Store, Finish, Out>;
  constexpr int kShared = StageMemory<T>::BYTES + Store::template SHARED_BYTES<T>;
  static const cudaError_t once =
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared);
  (void)once;
  Walk walk{};
  walk.order = {tiles(tiles(p.m, T::BM), T::CLUSTER), tiles(p.n, T::BN), tiles(p.k, T::BK), splits,
                16 / T::CLUSTER};
  const int pieces = walk.order.count() * T::CLUSTER;
  const int resident = multiprocessors() / T::CLUSTER * T::CLUSTER;
  cudaLaunchConfig_t config{};
  config.gridDim = std::is_same_v<Walk, PersistentWalk> && pieces > resident ? resident : pieces;
  config.blockDim = T::THREADS;
  config.dynamicSmemBytes = kShared;
  config.stream = stream;
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {T::CLUSTER, 1, 1};
  config.attrs = &cluster;
  config.numAttrs = T::CLUSTER > 1;  // it costs 0.5 us, even for one block
  CUtensorMap map_c{};
  if constexpr (Store::template SHARED_BYTES<T> != 0) map_c = tensor_map(p.c, p.m, p.n, 64);
  cudaLaunchKernelEx(&config, kernel, p,
                     tensor_map(p.a, p.m, p.k, A_ORDER == Order::kRow ? T::BM : 64),
                     tensor_map(p.b, p.k, p.n, B_ORDER == Order::kRow ? 64 : T::BN / T::CLUSTER),
                     map_c, walk, finish);
}

}  // namespace gemm
