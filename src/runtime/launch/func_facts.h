// SPDX-License-Identifier: Apache-2.0
// Facts of a kernel, as host and device code are told them.
#pragma once

#include "cuda_runtime_api.h"
#include "process/func_kernel.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

cudaFuncAttributes attributes_of(const gpu::Model& model, const process::Kernel& kernel);
// Blocks of `threads` that one multiprocessor holds.
Error active_blocks(int* blocks, const process::Kernel& kernel, const gpu::Model& model,
                    int threads, std::size_t dynamic_shared);

}  // namespace heddle::runtime
