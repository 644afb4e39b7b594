// SPDX-License-Identifier: Apache-2.0
// KeepDynamicAllocas: stack objects whose size or number is known at run time only become memory
// that the engine keeps for each thread, as much of it in use as the thread says:
//
//   used = stack.save(thread)                at the start of the function
//   p = alloca(thread, bytes, align)         for each such object
//   stack.restore(thread, used)              at its end
//
// What is in use is then a thread's own matter like any other value, whatever way the lanes of a
// warp go, and lives on while the warp waits at a barrier.
//
// Needs: one `ret` (UnifyExits); stands before functions are inlined, which end their objects'
// lives. Guarantees: each alloca that is left is of constant size and in the entry block.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many objects it moved.
unsigned keep_dynamic_allocas(llvm::Function& function);

}  // namespace heddle::compiler
