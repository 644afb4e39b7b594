// SPDX-License-Identifier: Apache-2.0
// From a compiled module to a shared object in memory.
#pragma once

#include <string>
#include <vector>

#include "compiler/compilation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace heddle::jit {

using Bytes = llvm::SmallVector<char, 0>;

// Machine code of the module: a relocatable ELF object.
llvm::Expected<Bytes> emit(compiler::Compilation& c);

// Links the object to a shared object that needs libheddle and, where used, SLEEF and libm. LLD
// runs inside this process, in a memory file system where there is one.
llvm::Expected<Bytes> link(const Bytes& object);

}  // namespace heddle::jit
