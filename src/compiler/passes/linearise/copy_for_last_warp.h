// SPDX-License-Identifier: Apache-2.0
// CopyForLastWarp: makes two versions of the kernel: one for full warps, in which nothing is masked
// that need not be, and one for the partial last warp of a block.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets Compilation::full_warp and last_warp. Returns how many copies it made.
unsigned copy_for_last_warp(Compilation& c);

}  // namespace heddle::compiler
