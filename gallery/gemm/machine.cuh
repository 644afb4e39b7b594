// SPDX-License-Identifier: Apache-2.0
// What the choice of a kernel knows of the GPU: its multiprocessors, and how many of them clusters
// can fill. A cluster lies within a group of multiprocessors, some of which are switched off in
// every chip, in each other ones: those that are left over in a group stay idle.
#pragma once

#include <algorithm>
#include <mutex>

#include "launch.h"

namespace gemm {

struct Machine {
  static constexpr int kClusters = 5;  // of 1, 2, 4, 8, 16 blocks
  int processors = 0;
  int filled[kClusters] = {};

  bool operator==(const Machine& other) const {
    return processors == other.processors && std::equal(filled, filled + kClusters, other.filled);
  }
  // Those that clusters of so many blocks fill, one block on each, all at the same time.
  int filled_by_clusters_of(int blocks) const {
    int i = 0;
    while (i + 1 < kClusters && 1 << i < blocks) ++i;
    return filled[i];
  }
};

// One block of it fills a multiprocessor, as it asks for the most shared memory.
static __global__ void fills_a_multiprocessor() {}

inline cudaError_t ask_machine(int device, Machine* machine) {
  cudaError_t error =
      cudaDeviceGetAttribute(&machine->processors, cudaDevAttrMultiProcessorCount, device);
  int shared = 0, clusters = 0;
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, device);
  std::fill_n(machine->filled, Machine::kClusters, machine->processors);
  if (error != cudaSuccess || clusters == 0) return error;
  const auto allow = [](cudaFuncAttribute what, int value) {
    return cudaFuncSetAttribute(fills_a_multiprocessor, what, value);
  };
  error = allow(cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  if (error == cudaSuccess) error = allow(cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  for (int i = 1; i < Machine::kClusters && error == cudaSuccess; ++i) {
    cudaLaunchConfig_t config = shape(1 << i, 32, size_t(shared), 0);
    cudaLaunchAttribute cluster = cluster_of(1 << i);
    config.attrs = &cluster, config.numAttrs = 1;
    error = cudaOccupancyMaxActiveClusters(&clusters, fills_a_multiprocessor, &config);
    if (clusters > 0) machine->filled[i] = clusters << i;
  }
  return error;
}

// Of the current device, which is asked once.
inline cudaError_t know_machine(Machine* machine) {
  constexpr int kDevices = 16;
  static std::mutex one_at_a_time;
  static Machine known[kDevices];
  int device = 0;
  if (const cudaError_t error = cudaGetDevice(&device); error != cudaSuccess) return error;
  if (device >= kDevices) return ask_machine(device, machine);
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  if (known[device].processors == 0) {
    Machine asked;
    if (const cudaError_t error = ask_machine(device, &asked); error != cudaSuccess) return error;
    known[device] = asked;
  }
  *machine = known[device];
  return cudaSuccess;
}

}  // namespace gemm
