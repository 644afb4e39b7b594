// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/vector_pressure.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

VectorPressure::VectorPressure(Function& step, const WarpVariance& variance, unsigned vector_bytes)
    : variance_(variance), vector_bytes_(vector_bytes) {
  for (auto& instruction : instructions(step)) find_live_out(instruction);
  for (auto& block : step) scan(block);
}

unsigned VectorPressure::registers(const Value& value) const {
  auto* type = dyn_cast<FixedVectorType>(value.getType());
  if (!type || type->getElementType()->isIntegerTy(1)) return 0;
  const auto bytes = type->getPrimitiveSizeInBits().getFixedValue() / 8;
  return std::max<unsigned>(1, static_cast<unsigned>(bytes) / vector_bytes_);
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
