// SPDX-License-Identifier: Apache-2.0
// The intrinsic functions of the NVVM IR Specification ("NVVM Specific Intrinsic Functions") that
// LLVM does not know by these names become those that it knows:
//
//     llvm.nvvm.shfl.sync.i32(mask, i32 1, a, b, c)  ->  llvm.nvvm.shfl.sync.up.i32p(mask, a, b, c)
//
// What LLVM 7 knew and LLVM knows no more, it has replaced when it read the module.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace heddle::frontend {

// Empty, or what is wrong: an argument that must be a constant and is none, an intrinsic function
// that is not known.
std::string lower_nvvm_intrinsics(llvm::Module& module);

}  // namespace heddle::frontend
