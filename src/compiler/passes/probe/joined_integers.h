// SPDX-License-Identifier: Apache-2.0
// Which integer instructions a GPU makes together with the one that uses their result: any logic of
// three words (LOP3), a sum of three (IADD3), a product or a shift by a constant that is added
// (IMAD, LEA), logic of which only the comparison with 0 is asked for.
#pragma once

#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Whether `i` is made by the instruction that alone uses it, or is a part of a thread's index.
bool is_joined(const llvm::Instruction& i);

}  // namespace heddle::compiler
