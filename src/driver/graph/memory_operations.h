// SPDX-License-Identifier: Apache-2.0
// Nodes of memory operations, for the calls that take nodes of any kind.
#pragma once

#include "driver/driver.h"

namespace heddle::driver {

CUresult add_memory_operations(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                               size_t count, const CUDA_BATCH_MEM_OP_NODE_PARAMS* params);
CUresult set_memory_operations(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS* params);
CUresult set_memory_operations(CUgraphExec exec, CUgraphNode node,
                               const CUDA_BATCH_MEM_OP_NODE_PARAMS* params);

}  // namespace heddle::driver
