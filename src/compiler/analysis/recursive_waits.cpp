// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/recursive_waits.h"

#include "compiler/analysis/polls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Whether a call of `from` may come to one of `to` again.
bool leads_to(const Function& from, const Function& to) {
  SmallVector<const Function*, 8> work{&from};
  SmallPtrSet<const Function*, 8> seen;
  while (!work.empty()) {
    const auto* function = work.pop_back_val();
    if (function == &to) return true;
    if (!seen.insert(function).second) continue;
    for (const auto& i : instructions(*function)) {
      const auto* call = dyn_cast<CallInst>(&i);
      const auto* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration()) work.push_back(callee);
    }
  }
  return false;
}

// Whether an instruction is computed from nothing that differs from call to call: parameters that
// `call` hands on as they are.
bool is_handed_on(const Value* value, const CallInst& call, unsigned depth = 8) {
  if (const auto* argument = dyn_cast<Argument>(value)) {
    // Which parameter of another function is which, nobody knows.
    if (call.getCalledFunction() != argument->getParent()) return is_contained(call.args(), value);
    return call.getArgOperand(argument->getArgNo()) == value;
  }
  const auto* i = dyn_cast<Instruction>(value);
  if (!i) return true;
  if (isa<AllocaInst>(i)) return false;  // each call has its own
  const bool changes = i->mayWriteToMemory() || i->isVolatile() || i->isAtomic();
  return depth != 0 && !isa<PHINode>(i) && !changes &&
         all_of(i->operands(),
                [&](const Value* part) { return is_handed_on(part, call, depth - 1); });
}

class Waits {
 public:
  explicit Waits(Function& function) : function_(function), after_(function) {
    for (const auto& i : instructions(function)) fences_ |= lets_others_write(i);
  }

  // Whether `call` is made or not as a poll says.
  bool by(const CallInst& call) const {
    return any_of(function_, [&](const BasicBlock& block) {
      const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
      return branch && branch->isConditional() && !after_.dominates(call.getParent(), &block) &&
             isPotentiallyReachable(&block, call.getParent()) &&
             polls(branch->getCondition(), call);
    });
  }

 private:
  bool polls(const Value* condition, const CallInst& call) const {
    SmallVector<const Value*, 16> work{condition};
    SmallPtrSet<const Value*, 32> seen;
    while (!work.empty()) {
      const auto* i = dyn_cast<Instruction>(work.pop_back_val());
      if (!i || !seen.insert(i).second) continue;
      // Code for a debugger keeps in memory what was seen.
      if (const auto* load = dyn_cast<LoadInst>(i);
          load && isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())))
        return any_of(instructions(function_),
                      [&](const auto& other) { return is_poll(other, call); });
      if (is_poll(*i, call)) return true;
      if (!i->mayReadFromMemory()) append_range(work, i->operands());
    }
    return false;
  }

  bool is_poll(const Instruction& i, const CallInst& call) const {
    const auto* address = address_of(i);
    if (!address || !is_handed_on(address, call)) return false;
    if (const auto* load = dyn_cast<LoadInst>(&i))
      return load->isVolatile() || load->isAtomic() || fences_;
    if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&i))
      return is_handed_on(swap->getCompareOperand(), call);
    const auto* update = dyn_cast<AtomicRMWInst>(&i);
    return !update ||
           repeats_itself(*update, [&](const Value* value) { return is_handed_on(value, call); });
  }

  Function& function_;
  const PostDominatorTree after_;
  bool fences_ = false;
};

}  // namespace

static bool comes_again(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  const auto* callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() && leads_to(*callee, *i.getFunction());
}

bool calls_itself(const Function& function) {
  return any_of(instructions(function), comes_again);
}

std::vector<CallInst*> find_recursive_waits(Function& function) {
  std::vector<CallInst*> found;
  for (auto& i : instructions(function)) {
    if (comes_again(i)) found.push_back(cast<CallInst>(&i));
  }
  if (found.empty()) return found;
  const Waits waits(function);
  erase_if(found, [&](const CallInst* call) { return !waits.by(*call); });
  return found;
}

}  // namespace heddle::compiler
