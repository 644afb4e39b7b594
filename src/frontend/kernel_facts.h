// SPDX-License-Identifier: Apache-2.0
// What the runtime must know about each __global__ function.
#pragma once

#include <cstdint>
#include <vector>

#include "image/image.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace heddle::frontend {

// Kernels by which device code copies and fills (include/heddle/device_runtime.h) are in each file;
// few launch them.
bool is_own_without_use(const llvm::Function& function);

// Without those. `max_registers`: -maxrregcount, 0 when not given.
std::vector<image::KernelRecord> read_kernels(const llvm::Module& module,
                                              std::uint32_t max_registers);

}  // namespace heddle::frontend
