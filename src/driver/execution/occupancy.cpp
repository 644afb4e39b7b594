// SPDX-License-Identifier: Apache-2.0
// Occupancy.
#include <algorithm>

#include "driver/driver.h"
#include "driver/execution/launch_config.h"
#include "process/device_state.h"

namespace heddle::driver {
namespace {

// The block size of the most resident threads; of several the largest.
cudaError_t best_block(int* grid, int* block, CUfunction function, CUoccupancyB2DSize shared_of,
                       size_t shared, int limit, unsigned flags) {
  if (!grid || !block) return cudaErrorInvalidValue;
  cudaFuncAttributes of;
  if (const auto error = cudaFuncGetAttributes(&of, function); error != cudaSuccess) return error;
  const gpu::Model& model = process::current_state().model;
  const int warp = static_cast<int>(model.launch.warp_size);
  int most = of.maxThreadsPerBlock;
  if (limit > 0) most = std::min(most, limit);
  int best_threads = 0;
  for (int size = (most + warp - 1) / warp * warp; size > 0; size -= warp) {
    const int threads = std::min(size, most);
    int blocks = 0;
    const auto error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, function, threads, shared_of ? shared_of(threads) : shared, flags);
    if (error != cudaSuccess) return error;
    if (blocks * threads <= best_threads) continue;
    best_threads = blocks * threads;
    *block = threads;
    *grid = blocks * static_cast<int>(model.chip.sm_count);
    if (best_threads == model.max_threads_per_sm()) break;
  }
  return best_threads ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

HEDDLE_DRIVER CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function,
                                                                   int block_size, size_t shared) {
  return in_context([&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, shared);
  });
}
HEDDLE_DRIVER CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, CUfunction function, int block_size, size_t shared, unsigned int flags) {
  return in_context([&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size,
                                                                  shared, flags);
  });
}
HEDDLE_DRIVER CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function,
                                                        CUoccupancyB2DSize shared_of, size_t shared,
                                                        int limit) {
  return in_context([&] { return best_block(grid, block, function, shared_of, shared, limit, 0); });
}
HEDDLE_DRIVER CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block,
                                                                 CUfunction function,
                                                                 CUoccupancyB2DSize shared_of,
                                                                 size_t shared, int limit,
                                                                 unsigned int flags) {
  return in_context(
      [&] { return best_block(grid, block, function, shared_of, shared, limit, flags); });
}
HEDDLE_DRIVER CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, CUfunction function,
                                                               int blocks, int block_size) {
  return in_context([&] {
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, block_size);
  });
}
HEDDLE_DRIVER CUresult cuOccupancyMaxPotentialClusterSize(int* size, CUfunction function,
                                                          const CUlaunchConfig* config) {
  return in_context([&] {
    if (!config) return cudaErrorInvalidValue;
    const auto as = launch_config(*config);
    return cudaOccupancyMaxPotentialClusterSize(size, function, &as);
  });
}
HEDDLE_DRIVER CUresult cuOccupancyMaxActiveClusters(int* clusters, CUfunction function,
                                                    const CUlaunchConfig* config) {
  return in_context([&] {
    if (!config) return cudaErrorInvalidValue;
    const auto as = launch_config(*config);
    return cudaOccupancyMaxActiveClusters(clusters, function, &as);
  });
}

}  // namespace heddle::driver
