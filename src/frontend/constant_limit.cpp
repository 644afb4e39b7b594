// SPDX-License-Identifier: Apache-2.0
#include "frontend/constant_limit.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "support/demangle.h"

namespace heddle::frontend {
namespace {

constexpr unsigned kConstantSpace = 4;
// nvcc's assembler has this limit for every architecture.
constexpr std::uint64_t kMost = 64 * 1024;

std::uint64_t bytes_of(const llvm::GlobalVariable& variable) {
  return variable.getDataLayout().getTypeAllocSize(variable.getValueType());
}

std::string place_of(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> places;
  variable.getDebugInfo(places);
  if (places.empty()) return variable.getParent()->getSourceFileName();
  const llvm::DIGlobalVariable* place = places.front()->getVariable();
  return fmt::format("{}:{}:1", std::string(place->getFilename()), place->getLine());
}

}  // namespace

std::string refuse_large_constant(const llvm::Module& module) {
  std::uint64_t bytes = 0;
  const llvm::GlobalVariable* largest = nullptr;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    // Constants of the language lie in the same address space, but the host does not know them.
    if (variable.getAddressSpace() != kConstantSpace || !variable.isExternallyInitialized() ||
        variable.isDeclaration()) {
      continue;
    }
    bytes += bytes_of(variable);
    if (largest == nullptr || bytes_of(variable) > bytes_of(*largest)) largest = &variable;
  }
  if (bytes <= kMost) return {};
  return fmt::format(
      "{}: error: {} bytes of __constant__ variables, of which {} has {}: at most {} are allowed, "
      "take __device__",
      place_of(*largest), bytes, support::demangle(largest->getName().str()), bytes_of(*largest),
      kMost);
}

}  // namespace heddle::frontend
