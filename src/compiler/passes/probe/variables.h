// SPDX-License-Identifier: Apache-2.0
// Which object an access goes to, as far as the code of one thread tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compiler/compilation.h"
#include "compiler/passes/probe/sites.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

// NoteVariables: marks accesses whose addresses are all made from one shared or device variable,
// before place-symbols makes numbers of variables. A mark that LLVM drops costs a report the name.
// Where a tool listens. Returns how many accesses it marked.
unsigned note_variables(Compilation& c);

// What was noted of a copy or set is noted of a load or store that is made of it.
void pass_on_variables(const llvm::MemIntrinsic& transfer, llvm::Instruction& access);

struct NotedVariable {
  std::string name;
  std::uint64_t bytes;
  bool shared;
  bool in_order;  // wherever in it the access goes, it is aligned and inside
};
std::optional<NotedVariable> noted_variable(const llvm::Instruction& access);

// What a site says of it: the variable noted, or the stack object that `object` is; or null.
llvm::Constant* variable_of(const Compilation& c, SiteTable& sites, const llvm::Instruction& access,
                            const llvm::Value* object);

// The pointer that `address` is made from by arithmetic, if all ways to make it start there and it
// is there at `at`; else null. An integer that becomes a pointer is the beginning of nothing.
llvm::Value* object_of(llvm::Value* address, const llvm::Instruction& at,
                       const llvm::DominatorTree& dominators);

// Where in the kernel's parameters `object` lies, a pointer that was loaded from there. `object`
// may be null.
std::optional<std::uint32_t> parameter_of(const llvm::Value* object);

}  // namespace heddle::compiler
