// SPDX-License-Identifier: Apache-2.0
// What an instruction says of the memory that it touches.
#pragma once

#include <optional>

#include "llvm/IR/Instructions.h"
#include "probes/site.h"

namespace heddle::compiler {

struct AccessFacts {
  probes::Site site;  // without id and frames
  llvm::Value* address;
};

// Empty for what is no memory access, or one of the compiler's own.
std::optional<AccessFacts> access_facts(llvm::Instruction& instruction);

// Loads constant memory at an address that does not depend on what runs: a GPU's instructions take
// such words for operands.
bool is_operand(const llvm::Instruction& i, const AccessFacts& facts);

probes::Order order_of(llvm::AtomicOrdering ordering);
probes::Scope scope_of(const llvm::LLVMContext& context, llvm::SyncScope::ID scope);

}  // namespace heddle::compiler
