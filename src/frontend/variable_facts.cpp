// SPDX-License-Identifier: Apache-2.0
#include "frontend/variable_facts.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <set>

#include "frontend/initializer.h"

namespace heddle::frontend {
namespace {

constexpr unsigned kSharedSpace = 3;
constexpr unsigned kConstantSpace = 4;

bool is_data(const llvm::GlobalVariable& variable) {
  return variable.getAddressSpace() != kSharedSpace && variable.getSection() != "llvm.metadata" &&
         !variable.getName().starts_with("llvm.") && !variable.getName().starts_with("__clang_gpu");
}

bool must_be_placed(const llvm::GlobalVariable& variable) {
  if (!is_data(variable)) return false;
  if (variable.isDeclaration()) return !variable.use_empty();
  return !variable.isConstant() || variable.isExternallyInitialized() ||
         !read_initializer(variable).relocations.empty();
}

void place_with_targets(const llvm::GlobalVariable& variable,
                        std::set<const llvm::GlobalVariable*>& placed) {
  if (!placed.insert(&variable).second) return;
  for (const image::Relocation& relocation : read_initializer(variable).relocations) {
    const auto* target = variable.getParent()->getNamedGlobal(relocation.symbol);
    if (target != nullptr && is_data(*target)) place_with_targets(*target, placed);
  }
}

// Variables that our headers' __managed__ has annotated.
std::set<const llvm::GlobalVariable*> managed_variables(const llvm::Module& module) {
  std::set<const llvm::GlobalVariable*> found;
  const auto* list = module.getNamedGlobal("llvm.global.annotations");
  if (list == nullptr || !list->hasInitializer()) return found;
  for (const llvm::Use& row : list->getInitializer()->operands()) {
    const auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(row.get());
    if (fields == nullptr) continue;
    const auto* variable =
        llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(0)->stripPointerCasts());
    const auto* text =
        llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
    if (variable == nullptr || text == nullptr || !text->hasInitializer()) continue;
    const auto* data = llvm::dyn_cast<llvm::ConstantDataArray>(text->getInitializer());
    if (data != nullptr && data->isCString() && data->getAsCString() == "heddle.managed")
      found.insert(variable);
  }
  return found;
}

image::VariableRecord read_variable(const llvm::GlobalVariable& variable) {
  const llvm::DataLayout& layout = variable.getDataLayout();
  llvm::Type* type = variable.getValueType();
  image::VariableRecord record;
  record.name = variable.getName().str();
  record.kind = variable.getAddressSpace() == kConstantSpace ? image::VariableKind::kConstant
                                                             : image::VariableKind::kDevice;
  record.is_external = variable.isDeclaration();
  record.is_local = variable.hasLocalLinkage();
  record.size = layout.getTypeAllocSize(type);
  record.align = static_cast<std::uint32_t>(
      variable.getAlign().value_or(layout.getABITypeAlign(type)).value());
  Initializer initializer = read_initializer(variable);
  record.initial = std::move(initializer.bytes);
  record.relocations = std::move(initializer.relocations);
  return record;
}

}  // namespace

std::vector<image::VariableRecord> read_variables(const llvm::Module& module) {
  std::set<const llvm::GlobalVariable*> placed;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (must_be_placed(variable)) place_with_targets(variable, placed);
  }
  std::vector<image::VariableRecord> records;
  const std::set<const llvm::GlobalVariable*> managed = managed_variables(module);
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (!placed.contains(&variable)) continue;
    records.push_back(read_variable(variable));
    if (managed.contains(&variable)) records.back().kind = image::VariableKind::kManaged;
  }
  return records;
}

}  // namespace heddle::frontend
