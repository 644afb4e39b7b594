// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// CUDA_LAUNCH_BLOCKING=1: calls wait for the work that they give to a stream. CUDA's wait for
// kernels only; PyTorch's tensors of the CPU (python/heddle/torch.py) are used when any call has
// returned.
inline bool is_blocking() {
  return the_engine().launcher().settings().launch_blocking;
}

}  // namespace heddle::runtime
