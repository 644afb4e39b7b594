// SPDX-License-Identifier: Apache-2.0
// __cluster_dims__ of kernels (CUDA C++ Programming Guide, "Thread Block Clusters"). clang's NVPTX
// back end does not know it, so include/host_defines.h makes an annotation of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "image/image.h"

namespace llvm {
class Module;
}

namespace heddle::frontend {

// Writes what the annotations of `module` say into `kernels`. `arch`: compute capability * 10.
// Returns the lines "file:line:column: error: ..." for the program's author, empty when all is
// well.
std::string read_cluster_dims(const llvm::Module& module, std::uint32_t arch,
                              std::vector<image::KernelRecord>& kernels);

}  // namespace heddle::frontend
