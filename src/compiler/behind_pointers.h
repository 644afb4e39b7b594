// SPDX-License-Identifier: Apache-2.0
// What a kernel that calls functions through pointers has to know of them: they are compiled apart
// from it (a code module), from the same request.
#pragma once

#include <memory>

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Whether lanes of a warp wait for each other in one of the functions that pointers may lead to.
// Then the kernel must be compiled for single threads.
llvm::Expected<bool> lanes_wait_behind_pointers(const Request& kernel);

// Whether one of them looks, by itself or through others, at what other threads may write: a
// volatile or atomic load, or a fence. A loop that calls it may wait.
llvm::Expected<bool> functions_look(const Request& kernel);

// Whether they exchange values in one of them, by warp operations or volatile accesses. Then the
// kernel must not be compiled for single threads for want of time: each would call it alone.
llvm::Expected<bool> lanes_meet_behind_pointers(const Request& kernel);

// The functions of the code module `warps`, which has come to its entry points, for single threads.
// Its symbols follow those of `warps`, and shared variables lie where they lie there.
llvm::Expected<std::unique_ptr<Compilation>> compile_thread_forms(const Compilation& warps);

}  // namespace heddle::compiler
