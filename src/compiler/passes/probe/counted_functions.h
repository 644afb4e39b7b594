// SPDX-License-Identifier: Apache-2.0
// Functions that a tool counts as such: divisions, functions of mathematics, texture lookups
// (probes/functions.h).
//
// What the runtime library does for a thread and barriers of the grid and of clusters are counted
// as such, too. The device library makes code of some of them (a texture lookup is many loads and a
// filter), which is none that a GPU would run. Where code counts they stay calls until it has been
// counted (InsertCounters), and InlineCountedFunctions makes one function of the kernel then. Tools
// that hear accesses hear those to texels, but not those to what describes the texture.
#pragma once

#include "compiler/compilation.h"
#include "probes/functions.h"

namespace heddle::compiler {

// kNone: it is no such function.
probes::Function counted_function(const llvm::Instruction& instruction);

// Whether it is the remainder of a division that its block makes, too: the quotient times the
// divisor is taken away, which is one instruction.
bool goes_with_a_division(const llvm::Instruction& instruction);

// Whether a GPU has one integer instruction that does what the function does (of inline PTX: dp4a).
bool is_one_instruction(const llvm::Function& function);

// Whether its code on a GPU goes another way for some operands, by a call or a branch: loads do not
// move across that.
bool has_rare_way(probes::Function function);

// Whether calls of `function` stay until they are counted.
bool stays_until_counted(const Compilation& c, const llvm::Function& function);

// Whether an instruction is such a function's own, and no access to a texel.
bool is_inside_counted_function(const llvm::Instruction& instruction);

// Returns how many calls it inlined.
unsigned inline_counted_functions(Compilation& c);

}  // namespace heddle::compiler
