// SPDX-License-Identifier: Apache-2.0
#include "frontend/call_graph.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>

namespace heddle::frontend {
namespace {

using References = std::set<const llvm::GlobalValue*>;

// What refers to a kernel launches it, and needs nothing of it.
bool is_kernel(const llvm::GlobalValue& global) {
  const auto* function = llvm::dyn_cast<llvm::Function>(&global);
  return function != nullptr && function->getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

void collect(const llvm::Value* value, References& out, std::set<const llvm::Value*>& seen) {
  if (!llvm::isa<llvm::Constant>(value) || !seen.insert(value).second) return;
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(value)) {
    if (!is_kernel(*global)) out.insert(global);
    return;
  }
  for (const llvm::Value* operand : llvm::cast<llvm::Constant>(value)->operands()) {
    collect(operand, out, seen);
  }
}

References references_of(const llvm::Function& function) {
  References found;
  std::set<const llvm::Value*> seen;
  for (const llvm::BasicBlock& block : function) {
    for (const llvm::Instruction& instruction : block) {
      for (const llvm::Value* operand : instruction.operands()) collect(operand, found, seen);
    }
  }
  return found;
}

References references_of(const llvm::GlobalVariable& variable) {
  References found;
  std::set<const llvm::Value*> seen;
  if (variable.hasInitializer()) collect(variable.getInitializer(), found, seen);
  return found;
}

template <typename Map>
std::set<const llvm::GlobalValue*> reach(const Map& references, const llvm::GlobalValue* from) {
  std::set<const llvm::GlobalValue*> reached = {from};
  std::vector<const llvm::GlobalValue*> work = {from};
  while (!work.empty()) {
    const auto found = references.find(work.back());
    work.pop_back();
    if (found == references.end()) continue;
    for (const llvm::GlobalValue* next : found->second) {
      if (reached.insert(next).second) work.push_back(next);
    }
  }
  return reached;
}

}  // namespace

CallGraph::CallGraph(const llvm::Module& module) : module_(module) {
  for (const llvm::Function& function : module) {
    const References found = references_of(function);
    references_[&function].assign(found.begin(), found.end());
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getSection() == "llvm.metadata") continue;
    const References found = references_of(variable);
    references_[&variable].assign(found.begin(), found.end());
  }
  for (const llvm::GlobalAlias& alias : module.aliases()) {
    references_[&alias] = {alias.getAliaseeObject()};
  }
}

std::vector<const llvm::Function*> CallGraph::functions_reached(const llvm::Function& from) const {
  const auto reached = reach(references_, &from);
  std::vector<const llvm::Function*> functions;
  for (const llvm::Function& function : module_) {
    if (reached.contains(&function)) functions.push_back(&function);
  }
  return functions;
}

std::vector<const llvm::GlobalVariable*> CallGraph::globals_reached(
    const llvm::Function& from) const {
  const auto reached = reach(references_, &from);
  std::vector<const llvm::GlobalVariable*> globals;
  for (const llvm::GlobalVariable& variable : module_.globals()) {
    if (reached.contains(&variable)) globals.push_back(&variable);
  }
  return globals;
}

}  // namespace heddle::frontend
