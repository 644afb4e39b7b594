// SPDX-License-Identifier: Apache-2.0
// Kernels that launch kernels as PTX has them (CUDA C++ Programming Guide, "Device-side Launch from
// PTX"): calls of the device runtime, which a program's linker takes from libcudadevrt.a.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace heddle::frontend {

// Launches and the runtime's calls become calls of the device runtime. Returns what PTX has no call
// for, by name; empty: all has become one.
std::string use_device_runtime(llvm::Module& module);

// Whether it is one of these.
bool is_device_runtime(llvm::StringRef name);

}  // namespace heddle::frontend
