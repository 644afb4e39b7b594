// SPDX-License-Identifier: Apache-2.0
// Calls of __nv_expf, __nv_fast_sinf, __nv_dadd_ru ... (Libdevice User's Guide) become calls of
// what CUDA C++ calls expf, __sinf, __dadd_ru. Stands before the device library is linked, since
// this decides which of its functions are needed.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::compiler {

// Names that `library` (read lazily) has itself are left to it.
void rename_libdevice_calls(llvm::Module& module, const llvm::Module& library);

}  // namespace heddle::compiler
