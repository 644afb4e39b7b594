// SPDX-License-Identifier: Apache-2.0
// How much a file may have of `__constant__` variables.
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace heddle::frontend {

// A line "file:line:1: error: ..." that names the largest variable, or empty.
std::string refuse_large_constant(const llvm::Module& module);

}  // namespace heddle::frontend
