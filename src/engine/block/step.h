// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::engine {

class BlockRunner;

// KernelMode::kStep: the kernel was split at its barriers, a suspended warp is a frame and a
// number. False: the grid has failed.
bool run_steps(BlockRunner& runner);

}  // namespace heddle::engine
