// SPDX-License-Identifier: Apache-2.0
// Launches the steps in bf16, and in bytes: tensor maps, shared memory, grid.
#pragma once

#include <atomic>

#include "box_store.cuh"
#include "fused.cuh"
#include "launch.h"

namespace gemm {

// How many blocks of a tile run at a time, one on a multiprocessor. These come in groups of
// different sizes, in which clusters of more than two leave some over.
template <class T, class Kernel>
cudaError_t count_resident(Kernel kernel, const cudaLaunchConfig_t& config, int* blocks) {
  int processors = 0, device = 0;
  cudaError_t error = count_multiprocessors(&processors);
  *blocks = processors / T::CLUSTER * T::CLUSTER;
  if (T::CLUSTER <= 2 || error != cudaSuccess) return error;
  constexpr int kDevices = 16;
  static std::atomic<int> known[kDevices];
  if (error = cudaGetDevice(&device); error != cudaSuccess) return error;
  int clusters = device < kDevices ? known[device].load() : 0;
  if (clusters == 0) {
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 int(config.dynamicSmemBytes));
    if (error == cudaSuccess) error = cudaOccupancyMaxActiveClusters(&clusters, kernel, &config);
    if (error != cudaSuccess) return error;
    if (clusters == 0) return cudaErrorLaunchOutOfResources;
    if (device < kDevices) known[device] = clusters;
  }
  *blocks = clusters * T::CLUSTER;
  return cudaSuccess;
}

// For operands that fit a tensor map and a C that the store can write: a box store one in rows that
// fits it, and one that reads for beta other than 0.
template <class T, Order A_ORDER, Order B_ORDER, class Walk, class Store, class Finish, class In,
          class Out>
cudaError_t launch_warp_specialised(const Problem<In, Out>& p, Finish finish, int splits,
                                    cudaStream_t stream) {
  if (!Store::fits(p) || (p.beta != 0 && !Store::kReads)) return cudaErrorInvalidValue;
  CUtensorMap map_a, map_b;
  MapsOfC<Finish::kAdds> maps_c{};
  cudaError_t error =
      make_tensor_map(&map_a, p.a, p.m, p.k, A_ORDER == Order::kRow ? T::BM / T::ACROSS : T::BK);
  if (error == cudaSuccess)
    error =
        make_tensor_map(&map_b, p.b, p.k, p.n, B_ORDER == Order::kRow ? T::BK : T::BN / T::DOWN);
  if (error == cudaSuccess) error = Store::template make_maps<T>(&maps_c, p, splits);
  if (error != cudaSuccess) return error;

  Walk walk{};
  walk.order = {tiles(tiles(p.m, T::BM), T::DOWN), tiles(tiles(p.n, T::BN), T::ACROSS),
                tiles(p.k, T::BK), splits, 16 / T::DOWN};
  const int pieces = walk.order.count() * T::CLUSTER;
  cudaLaunchConfig_t config =
      shape(pieces, T::THREADS, StageMemory<T>::BYTES + Store::template SHARED_BYTES<T>, stream);
  cudaLaunchAttribute cluster = cluster_of(T::CLUSTER);
  config.attrs = &cluster;
  config.numAttrs = T::CLUSTER > 1;  // it costs 0.5 us, even for one block
  const auto kernel = bgemm_warp_specialised<T, A_ORDER, B_ORDER, Walk, Store, Finish, In, Out>;
  if (std::is_same_v<Walk, PersistentWalk>) {
    int resident = 0;
    error = count_resident<T>(kernel, config, &resident);
    if (error != cudaSuccess) return error;
    if (pieces > resident) config.gridDim.x = unsigned(resident);
  }
  return launch_behind_copies(kernel, config, p, map_a, map_b, maps_c, walk, finish);
}

}  // namespace gemm
