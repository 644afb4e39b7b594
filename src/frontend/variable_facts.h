// SPDX-License-Identifier: Apache-2.0
// What the runtime must know about each variable that lives in device memory.
#pragma once

#include <vector>

#include "image/image.h"

namespace llvm {
class GlobalVariable;
class Module;
}  // namespace llvm

namespace heddle::frontend {

// The variables that the engine places in memory: every mutable one, every one that the host can
// name, and constants that hold an address (a vtable holds function addresses, which only the
// running process knows), with all that they point to. Other constants stay in the bitcode.
std::vector<image::VariableRecord> read_variables(const llvm::Module& module);

}  // namespace heddle::frontend
