// SPDX-License-Identifier: Apache-2.0
// What an instruction of one thread's code becomes on a GPU: its class, and how many of that class.
//
// It is the IR that is looked at, not the machine code that a vendor's assembler would make. What
// is certain not to become an instruction is not counted: casts between pointers and widths,
// constant offsets, phis, parameters, signs and absolute values of operands. 64-bit integers take
// two instructions for one, vectors one for each element, pairs of halves one for two but for
// arithmetic, which is counted by element.
#pragma once

#include <optional>

#include "llvm/IR/Instructions.h"
#include "probes/counted.h"

namespace heddle::compiler {

struct ClassedInstructions {
  probes::InstructionClass id;
  unsigned count;
};

// Empty: it becomes none.
std::optional<ClassedInstructions> class_of(llvm::Instruction& instruction);

}  // namespace heddle::compiler
