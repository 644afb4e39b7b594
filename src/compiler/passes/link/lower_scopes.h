// SPDX-License-Identifier: Apache-2.0
// LowerScopes: clang has no scopes for atomic operations of NVPTX, so that the headers say them by
// functions of their own (include/heddle/scopes.h):
//
//   ptr heddle.scope(ptr address, i32 scope)   the address; what is done there has this scope
//   void heddle.fence(i32 order, i32 scope)    a fence; __ATOMIC_ and __MEMORY_SCOPE_ numbers
//
//   atomicrmw add ptr (heddle.scope(p, 2)), ..   ->   atomicrmw add ptr p, .. syncscope("block")
//
// Needs: a program's module before its inline PTX is translated: an atomic operation there is one
// of C++. Without a name for its scope it has that of CUDA's own functions, the device. Guarantees:
// neither function is left.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::compiler {

void lower_scopes(llvm::Module& module);

}  // namespace heddle::compiler
