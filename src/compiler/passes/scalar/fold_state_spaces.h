// SPDX-License-Identifier: Apache-2.0
// Answers what it can of the questions where a pointer points (__isShared, isspacep) from where the
// pointer comes from: stack objects, shared variables, kernel parameters. Libraries ask before each
// atomic operation; what is left is asked at run time.
//
// Needs: functions inlined and address spaces inferred. Stands before the simplification of control
// flow, which removes the code for the other answers.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many questions it answered.
unsigned fold_state_spaces(llvm::Function& function);

}  // namespace heddle::compiler
