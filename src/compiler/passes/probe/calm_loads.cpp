// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/calm_loads.h"

#include "compiler/ir/pseudo.h"
#include "compiler/ir/warp_ops.h"
#include "compiler/passes/probe/access_facts.h"
#include "image/kernel_abi.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Space;

namespace {

bool is_zero(const Value* value) {
  const auto* number = dyn_cast<ConstantInt>(value);
  return number && number->isZero();
}

bool is_access(Instruction& i) {
  return isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(i);
}

// May it write to the shared memory of its block?
bool may_write_shared(Instruction& i) {
  if (!i.mayWriteToMemory()) return false;
  if (const auto facts = access_facts(i)) {
    const auto space = facts->site.space;
    return facts->site.is_store() && (space == Space::kShared || space == Space::kGeneric);
  }
  // The program's own access in no other form.
  if (is_access(i)) return false;
  const auto* call = dyn_cast<CallInst>(&i);
  if (!call) return true;
  if (pseudo::is(call, pseudo::kBarrier) || warp_op_row(*call)) return false;
  return !call->onlyAccessesInaccessibleMemory();
}

// What may run from `first` on before the next barrier of the whole block.
template <class Each>
void each_until_barrier(Instruction& first, Each each) {
  SmallPtrSet<const BasicBlock*, 16> seen;
  SmallVector<Instruction*, 16> work{&first};
  while (!work.empty()) {
    auto* i = work.pop_back_val();
    auto* block = i->getParent();
    for (; i && !is_whole_barrier(*i); i = i->getNextNode()) each(*i);
    if (i) continue;
    for (auto* next : successors(block)) {
      if (seen.insert(next).second) work.push_back(&*next->begin());
    }
  }
}

}  // namespace

bool is_whole_barrier(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  if (!call || !pseudo::is(call, pseudo::kBarrier)) return false;
  const auto* op = dyn_cast<ConstantInt>(call->getArgOperand(2));
  return is_zero(call->getArgOperand(0)) && is_zero(call->getArgOperand(1)) && op &&
         op->getZExtValue() != static_cast<std::uint64_t>(abi::BarrierOp::kArrive);
}

CalmLoads::CalmLoads(const Function& kernel) {
  auto& function = const_cast<Function&>(kernel);
  SmallVector<Instruction*, 8> beginnings{&*function.getEntryBlock().begin()};
  for (auto& i : instructions(function)) {
    if (is_whole_barrier(i)) beginnings.push_back(i.getNextNode());
  }
  SmallPtrSet<const Instruction*, 16> disturbed;
  for (auto* first : beginnings) {
    SmallVector<const Instruction*, 32> loads;
    bool writes = false;
    each_until_barrier(*first, [&](Instruction& i) {
      writes = writes || may_write_shared(i);
      if (isa<LoadInst>(i)) loads.push_back(&i);
    });
    for (const auto* load : loads) {
      loads_.insert(load);
      if (writes) disturbed.insert(load);
    }
  }
  for (const auto* load : disturbed) loads_.erase(load);
}

}  // namespace heddle::compiler
