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

// Whether a module may call it and nobody need define it: it is lowered, or one of the names that
// the headers of CUDA 12 have for such a call.
bool is_runtime_call(llvm::StringRef name);

}  // namespace heddle::compiler
