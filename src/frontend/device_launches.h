// SPDX-License-Identifier: Apache-2.0
// Kernel launches in device code (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"), where
// PTX is asked for: a GPU's device runtime and ours do not call the same functions.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace heddle::frontend {

// The lines "file:line:column: error: ..." for the program's author, one a launch; empty when there
// is none.
std::string refuse_device_launches(const llvm::Module& module);

}  // namespace heddle::frontend
