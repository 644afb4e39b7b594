// SPDX-License-Identifier: Apache-2.0
// The part of LowerLaunches that knows the device runtime's calls in PTX (lower_launches.h).
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Returns how many calls it replaced; `changed`: the functions that now have local variables for
// them.
llvm::Expected<unsigned> lower_ptx_launches(llvm::Module& module,
                                            llvm::SmallPtrSetImpl<llvm::Function*>& changed);

}  // namespace heddle::compiler
