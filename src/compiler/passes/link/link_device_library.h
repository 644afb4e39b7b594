// SPDX-License-Identifier: Apache-2.0
// LinkDeviceLibrary: joins the module with what it needs of the device library (src/devicelib).
//
// Needs: PTX translated, which calls functions of the library.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

llvm::Error link_device_library(llvm::Module& module);

}  // namespace heddle::compiler
