// SPDX-License-Identifier: Apache-2.0
// An interpreter of small functions, whose loads give what the test says.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

// What a load gives.
struct Loaded {
  APInt value{32, 0};
  std::uint32_t undefined = 0;  // bit i: byte i
  APInt bits() const {
    APInt result(value.getBitWidth(), 0);
    for (unsigned k = 0; k < value.getBitWidth() / 8; ++k) {
      if (undefined >> k & 1) result.setBits(8 * k, 8 * k + 8);
    }
    return result;
  }
};

// Runs a function by folding constants.
class Interpreter {
 public:
  Interpreter(Function& function, ArrayRef<Loaded> loads) : function_(function), loads_(loads) {}

  // The value of each instruction when it was last executed; false: it does not end, or poison.
  bool run() {
    const BasicBlock* before = nullptr;
    const BasicBlock* block = &function_.getEntryBlock();
    for (unsigned steps = 0; steps < 200; ++steps) {
      std::vector<std::pair<const PHINode*, Constant*>> phis;
      for (const auto& phi : block->phis()) {
        phis.emplace_back(&phi, of(phi.getIncomingValueForBlock(before)));
      }
      for (auto [phi, value] : phis) values_[phi] = value;
      for (const auto& i : *block) {
        if (isa<PHINode>(i) || i.isTerminator()) continue;
        auto* value = evaluate(i);
        if (!value || isa<UndefValue>(value)) return false;
        values_[&i] = value;
      }
      const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch) return true;
      before = block;
      const bool second = branch->isConditional() && of(branch->getCondition())->isNullValue();
      block = branch->getSuccessor(second ? 1 : 0);
      if (on_branch && !on_branch(*this, *branch)) return false;
    }
    return false;
  }

  Constant* of(const Value* value) const {
    if (auto* constant = dyn_cast<Constant>(value)) return const_cast<Constant*>(constant);
    return values_.lookup(value);
  }
  APInt number(const Value* value) const { return cast<ConstantInt>(of(value))->getValue(); }

  // False: no use in going on.
  std::function<bool(const Interpreter&, const BranchInst&)> on_branch;

 private:
  // Loads and the calls before them name the argument that they go to.
  const Loaded& loaded(const Value* pointer) const {
    return loads_[cast<Argument>(pointer)->getArgNo()];
  }

  Constant* evaluate(const Instruction& i) {
    auto& context = i.getContext();
    if (const auto* load = dyn_cast<LoadInst>(&i)) {
      return ConstantInt::get(context, loaded(load->getPointerOperand()).value);
    }
    if (const auto* call = dyn_cast<CallInst>(&i);
        call && call->getCalledFunction()->getName() == "undefined") {
      return ConstantInt::get(Type::getInt32Ty(context), loaded(call->getArgOperand(0)).undefined);
    }
    SmallVector<Constant*, 4> operands;
    for (const auto& use : i.operands()) {
      if (isa<Function>(use)) continue;
      operands.push_back(of(use));
      if (!operands.back()) return nullptr;
    }
    if (isa<FreezeInst>(i)) return operands[0];
    const auto& layout = function_.getDataLayout();
    if (const auto* compare = dyn_cast<CmpInst>(&i)) {
      return ConstantFoldCompareInstOperands(compare->getPredicate(), operands[0], operands[1],
                                             layout);
    }
    if (const auto* call = dyn_cast<CallInst>(&i)) {
      return ConstantFoldCall(call, call->getCalledFunction(), operands);
    }
    return ConstantFoldInstOperands(const_cast<Instruction*>(&i), operands, layout);
  }

  Function& function_;
  ArrayRef<Loaded> loads_;
  DenseMap<const Value*, Constant*> values_;
};

}  // namespace heddle::compiler
