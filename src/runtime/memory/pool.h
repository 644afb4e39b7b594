// SPDX-License-Identifier: Apache-2.0
// What the calls on pools share.
#pragma once

#include <string>

#include "engine/memory/pool.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

using engine::Pool;

// Null if it is none.
Pool* pool_of(cudaMemPool_t handle);
inline cudaMemPool_t handle_of(Pool& pool) {
  return reinterpret_cast<cudaMemPool_t>(&pool);
}
// And the device: says to other processes what a file is.
inline constexpr const char* kPoolFile = "heddle-pool-";
inline constexpr const char* kHostPoolFile = "heddle-host-pool-";

}  // namespace heddle::runtime
