// SPDX-License-Identifier: Apache-2.0
// One instruction with its guard: the row of the table, and a branch around it.
#pragma once

#include <string>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "ptx/emitter.h"

namespace heddle::ptx {

// Empty, or what is wrong.
std::string emit_instruction(llvm::IRBuilder<>& builder, Statement& statement,
                             const Instruction& instruction);

// The same for what has no row: `emit` gets the emitter.
std::string emit_guarded(llvm::IRBuilder<>& builder, Statement& statement,
                         const Instruction& instruction, const Row& row,
                         llvm::function_ref<void(Emitter&)> emit);

}  // namespace heddle::ptx
