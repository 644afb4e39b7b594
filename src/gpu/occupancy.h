// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel fit on one SM (CUDA C++ Programming Guide, "Kernel Launch and
// Occupancy"), by the allocation rules of the hardware.
#pragma once

#include <functional>
#include <optional>

#include "gpu/model.h"

namespace heddle::gpu {

// What one kernel needs, as cudaFuncAttributes says it.
struct KernelUse {
  int registers = 0;                // per thread
  Integer static_shared_bytes = 0;  // per block
  Integer max_dynamic_shared_bytes =
      -1;                         // cudaFuncAttributeMaxDynamicSharedMemorySize, -1: not set
  int max_threads_per_block = 0;  // __launch_bounds__, 0: not given
  int carveout_percent = -1;      // cudaFuncAttributePreferredSharedMemoryCarveout, -1: not set
};

enum class Limiter { kNone, kWarps, kBlocks, kRegisters, kShared, kCannotLaunch };

struct Occupancy {
  Integer blocks_per_sm = 0;
  Integer warps_per_block = 0;
  Limiter limiter =
      Limiter::kNone;       // the resource that allows fewest blocks; ties: in the order above
  Integer limit_warps = 0;  // blocks that each resource alone would allow
  Integer limit_blocks = 0;
  Integer limit_registers = 0;
  Integer limit_shared = 0;
  double ratio = 0;  // resident warps over sm.max_warps
};

const char* limiter_name(Limiter limiter);

// `block_threads` must be at least 1. A block that can never run gives 0 blocks, kCannotLaunch.
Occupancy occupancy(const Model& model, const KernelUse& kernel, Integer block_threads,
                    Integer dynamic_shared_bytes);

// What a block's shared memory fills, without what the system reserves (PTX: %total_smem_size).
Integer allocated_shared(const Model& model, Integer static_bytes, Integer dynamic_bytes);

// Largest dynamic shared memory that a launch of the kernel may ask for: what was set, else what is
// left of the default limit.
Integer dynamic_shared_limit(const Model& model, const KernelUse& kernel);

// Largest block that the kernel's registers and launch bounds allow
// (cudaFuncAttributes::maxThreadsPerBlock).
Integer max_block_threads(const Model& model, const KernelUse& kernel);

// Dynamic shared memory that each of `blocks` resident blocks can have. Empty when that many blocks
// cannot be resident even with none.
std::optional<Integer> available_dynamic_shared(const Model& model, const KernelUse& kernel,
                                                Integer blocks, Integer block_threads);

struct BlockSize {
  Integer min_grid = 0;  // blocks that fill the GPU
  Integer block = 0;     // threads
};

// The block size that keeps most threads resident; of equals the largest. `block_size_limit` 0:
// none.
BlockSize max_potential_block_size(
    const Model& model, const KernelUse& kernel,
    const std::function<Integer(Integer block)>& dynamic_shared_bytes, Integer block_size_limit);

}  // namespace heddle::gpu
