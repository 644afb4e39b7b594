// SPDX-License-Identifier: Apache-2.0
// Occupancy. Register counts are estimates: see func_kernel.h.
#include "process/device_state.h"
#include "runtime/launch/func_facts.h"

namespace heddle::runtime {
namespace {

Error ask_active_blocks(int* blocks, const void* func, int block_size, size_t dynamic_shared,
                        Device& device) {
  if (!blocks || block_size < 1) return Error::kInvalidValue;
  Kernel kernel;
  HEDDLE_RETURN_IF_ERROR(find_kernel(func, device, &kernel));
  return active_blocks(blocks, kernel, current_state().model, block_size, dynamic_shared);
}

}  // namespace

Error active_blocks(int* blocks, const Kernel& kernel, const gpu::Model& model, int threads,
                    std::size_t dynamic_shared) {
  if (threads < 1) return Error::kInvalidValue;
  const auto bytes = static_cast<gpu::Integer>(std::min<size_t>(dynamic_shared, INT32_MAX));
  *blocks = static_cast<int>(
      gpu::occupancy(model, kernel.use_for(model, threads), threads, bytes).blocks_per_sm);
  return Error::kSuccess;
}

HEDDLE_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* func,
                                                                     int block_size,
                                                                     size_t dynamic_shared) {
  return on_device([&](Device& device) {
    return ask_active_blocks(blocks, func, block_size, dynamic_shared, device);
  });
}

// cudaOccupancyDisableCachingOverride changes nothing where global loads may be cached in L1
// anyway.
HEDDLE_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* func, int block_size, size_t dynamic_shared, unsigned flags) {
  return on_device([&](Device& device) {
    if (flags & ~unsigned{cudaOccupancyDisableCachingOverride}) return Error::kInvalidValue;
    return ask_active_blocks(blocks, func, block_size, dynamic_shared, device);
  });
}

// What is documented: that much for each of `blocks` blocks. (An H200 answers a little more,
// without the reserve of each block, and then fewer blocks fit.)
HEDDLE_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* func,
                                                                 int blocks, int block_size) {
  return on_device([&](Device& device) {
    if (!bytes || block_size < 1) return Error::kInvalidValue;
    Kernel kernel;
    HEDDLE_RETURN_IF_ERROR(find_kernel(func, device, &kernel));
    const gpu::Model& model = current_state().model;
    const auto available =
        gpu::available_dynamic_shared(model, kernel.use_for(model, block_size), blocks, block_size);
    if (!available) return Error::kInvalidValue;
    *bytes = static_cast<size_t>(*available);
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
