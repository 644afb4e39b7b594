// SPDX-License-Identifier: Apache-2.0
#include "frontend/ptx_annotations.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "frontend/kernel_facts.h"

namespace heddle::frontend {

void drop_own(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*, 4> kernels;
  for (auto& function : module) {
    if (is_own_without_use(function)) kernels.push_back(&function);
  }
  llvm::removeFromUsedLists(module, [&](llvm::Constant* value) {
    return llvm::is_contained(kernels, value->stripPointerCasts());
  });
  for (auto* kernel : kernels) kernel->eraseFromParent();

  const auto is_own = [](const llvm::Constant* value) {
    return value->getName().starts_with("__heddle_") && llvm::isa<llvm::GlobalVariable>(value);
  };
  llvm::removeFromUsedLists(
      module, [&](llvm::Constant* value) { return is_own(value->stripPointerCasts()); });
  for (auto& variable : llvm::make_early_inc_range(module.globals())) {
    if (is_own(&variable) && variable.use_empty()) variable.eraseFromParent();
  }
}

void name_clusters(llvm::Module& module, std::span<const image::KernelRecord> kernels) {
  for (const image::KernelRecord& kernel : kernels) {
    const auto& [x, y, z] = kernel.cluster_dims;
    if (x == 0 && kernel.cluster_must_be_set == 0) continue;
    module.getFunction(kernel.name)
        ->addFnAttr("nvvm.cluster_dim", fmt::format("{},{},{}", x, y, z));
  }
}

void name_managed(llvm::Module& module, std::span<const image::VariableRecord> variables) {
  auto& context = module.getContext();
  auto* one =
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1));
  for (const image::VariableRecord& variable : variables) {
    if (variable.kind != image::VariableKind::kManaged) continue;
    module.getOrInsertNamedMetadata("nvvm.annotations")
        ->addOperand(llvm::MDNode::get(
            context, {llvm::ConstantAsMetadata::get(module.getNamedGlobal(variable.name)),
                      llvm::MDString::get(context, "managed"), one}));
  }
}

}  // namespace heddle::frontend
