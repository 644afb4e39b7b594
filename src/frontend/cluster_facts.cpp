// SPDX-License-Identifier: Apache-2.0
#include "frontend/cluster_facts.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace heddle::frontend {
namespace {

constexpr std::uint32_t kFirstArch = 90;

const llvm::Constant* initializer(const llvm::Value* value) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value->stripPointerCasts());
  return variable && variable->hasInitializer() ? variable->getInitializer() : nullptr;
}

llvm::StringRef text(const llvm::Value* value) {
  const auto* data = llvm::dyn_cast_or_null<llvm::ConstantDataArray>(initializer(value));
  return data && data->isCString() ? data->getAsCString() : "";
}

// One row {function, "heddle.cluster_dims", "file", line, arguments}; the answer is a complaint.
std::string read_row(const llvm::ConstantStruct& row, std::uint32_t arch,
                     std::vector<image::KernelRecord>& kernels) {
  const auto* function = llvm::dyn_cast<llvm::Function>(row.getOperand(0)->stripPointerCasts());
  const auto name = text(row.getOperand(1));
  if (!function || (name != "heddle.cluster_dims" && name != "heddle.block_size")) return "";
  const auto complaint = [&](const char* why) {
    const auto* line = llvm::dyn_cast<llvm::ConstantInt>(row.getOperand(3));
    return fmt::format("{}:{}:1: error: {} {}", text(row.getOperand(2)).str(),
                       line ? line->getZExtValue() : 0,
                       name == "heddle.block_size" ? "__block_size__" : "__cluster_dims__", why);
  };
  const auto kernel =
      std::ranges::find(kernels, function->getName().str(), &image::KernelRecord::name);
  if (kernel == kernels.end()) return "";
  // It would make the grid one of clusters, not of blocks.
  if (name == "heddle.block_size") return complaint("is not supported: use __cluster_dims__");
  if (arch < kFirstArch) return complaint("needs compute capability 9.0 (-arch=sm_90)");
  const auto* arguments = initializer(row.getOperand(4));
  if (!arguments) {
    kernel->cluster_must_be_set = 1;
    return "";
  }
  const auto* type = llvm::dyn_cast<llvm::StructType>(arguments->getType());
  if (!type || type->getNumElements() > 3) return complaint("takes at most three numbers");
  kernel->cluster_dims = {1, 1, 1};
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    const auto* number =
        llvm::dyn_cast_or_null<llvm::ConstantInt>(arguments->getAggregateElement(i));
    if (!number || number->getValue().slt(1) || number->getValue().sgt(65535)) {
      return complaint("takes positive numbers");
    }
    kernel->cluster_dims[i] = static_cast<std::uint32_t>(number->getZExtValue());
  }
  return "";
}

}  // namespace

std::string read_cluster_dims(const llvm::Module& module, std::uint32_t arch,
                              std::vector<image::KernelRecord>& kernels) {
  std::string complaints;
  const auto* list = module.getNamedGlobal("llvm.global.annotations");
  if (list == nullptr || !list->hasInitializer()) return complaints;
  for (const llvm::Use& row : list->getInitializer()->operands()) {
    const auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(row.get());
    const std::string complaint = fields != nullptr ? read_row(*fields, arch, kernels) : "";
    if (!complaint.empty()) complaints += (complaints.empty() ? "" : "\n") + complaint;
  }
  return complaints;
}

}  // namespace heddle::frontend
