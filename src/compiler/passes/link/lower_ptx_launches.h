// SPDX-License-Identifier: Apache-2.0
// The part of LowerLaunches that knows the device runtime's calls in PTX (lower_launches.h).
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Returns how many calls it replaced.
llvm::Expected<unsigned> lower_ptx_launches(llvm::Module& module);

}  // namespace heddle::compiler
