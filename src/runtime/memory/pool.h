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
// Says to other processes what the file is.
inline std::string name_of_pool_file(int device) {
  return "heddle-pool-" + std::to_string(device);
}

}  // namespace heddle::runtime
