// SPDX-License-Identifier: Apache-2.0
// What a kernel may have of `__shared__` variables whose size the program says.
#pragma once

#include <string>
#include <vector>

#include "image/image.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace heddle::frontend {

// Lines "file:line:1: error: ..." for the kernels that have too much, or empty. `kernels`: of this
// module.
std::string refuse_large_shared(const llvm::Module& module,
                                const std::vector<image::KernelRecord>& kernels);

}  // namespace heddle::frontend
