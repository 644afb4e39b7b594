// SPDX-License-Identifier: Apache-2.0
// What the compiler knows of a call's result before looking at its arguments.
#pragma once

#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

enum class CallResult {
  kUniform,     // the same in all lanes that execute it
  kVarying,     // may differ even for equal arguments
  kAsFirst,     // uniform if the first argument is (votes: the mask of members)
  kAsSecond,    // or the second (reductions)
  kAsThird,     // or the third (shuffles: the lane that is read)
  kAsArguments  // a function of its arguments (and of memory): uniform if they are
};

CallResult call_result(const llvm::CallInst& call);

}  // namespace heddle::compiler
