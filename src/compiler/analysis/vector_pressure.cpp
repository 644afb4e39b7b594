// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/vector_pressure.h"

#include "compiler/analysis/vector_values.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

VectorPressure::VectorPressure(Function& step, const WarpVariance& variance, const Isa& isa)
    : variance_(variance),
      layout_(step.getDataLayout()),
      vector_bytes_(isa.vector_bits / 8),
      fuses_(isa.vector_bits >= 256) {
  for (auto& instruction : instructions(step)) find_live_out(instruction);
  for (auto& block : step) scan(block);
}

unsigned VectorPressure::registers(const Value& value) const {
  auto* type = dyn_cast<FixedVectorType>(value.getType());
  if (!type || type->getElementType()->isIntegerTy(1) || is_operand_in_memory(value) ||
      (fuses_ && is_fused_product(value))) {
    return 0;
  }
  auto* distinct = FixedVectorType::get(type->getElementType(),
                                        distinct_elements(value, layout_, vector_bytes_));
  return registers_of(*distinct, layout_, vector_bytes_);
}

void VectorPressure::find_live_out(Instruction& value) {
  if (registers(value) == 0) return;
  SmallVector<BasicBlock*, 16> work;
  SmallPtrSet<BasicBlock*, 16> seen;
  const auto live_in = [&](BasicBlock* block) {
    if (block == value.getParent() || !seen.insert(block).second) return;
    for (auto* before : predecessors(block)) {
      live_out_[before].insert(&value);
      work.push_back(before);
    }
  };
  for (auto& use : value.uses()) {
    auto* user = cast<Instruction>(use.getUser());
    if (auto* phi = dyn_cast<PHINode>(user)) {
      auto* from = phi->getIncomingBlock(use);
      live_out_[from].insert(&value);
      work.push_back(from);
    } else {
      live_in(user->getParent());
    }
  }
  while (!work.empty()) live_in(work.pop_back_val());
}

void VectorPressure::scan(BasicBlock& block) {
  auto live = live_out_[&block];
  unsigned own = 0, common = 0;
  const auto count = [&](const Value* value, bool add) {
    auto& sum = variance_.contains(value) ? own : common;
    add ? sum += registers(*value) : sum -= registers(*value);
  };
  for (auto* value : live) count(value, true);
  for (auto& instruction : reverse(block)) {
    own_ = std::max(own_, own);
    common_ = std::max(common_, common);
    if (live.erase(&instruction)) count(&instruction, false);
    if (isa<PHINode>(instruction)) continue;
    for (auto* operand : instruction.operand_values()) {
      auto* used = dyn_cast<Instruction>(operand);
      if (used && registers(*used) != 0 && live.insert(used).second) count(used, true);
    }
  }
}

}  // namespace heddle::compiler
