// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/pin_masked_loads.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool is_masked_load(const Instruction& i) {
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  if (!call) return false;
  const auto id = call->getIntrinsicID();
  return id == Intrinsic::masked_load || id == Intrinsic::masked_gather ||
         id == Intrinsic::masked_expandload;
}

// Nothing is written, and nobody waited for, from `load` to there. What is in another block may
// come behind anything.
bool is_near(const Instruction& load, const Instruction& user) {
  if (load.getParent() != user.getParent()) return false;
  for (const auto* i = load.getNextNode(); i != &user; i = i->getNextNode()) {
    if (!i || i->mayWriteToMemory() || i->isAtomic() || i->isVolatile()) return false;
  }
  return true;
}

}  // namespace

unsigned pin_masked_loads(Function& function) {
  unsigned pinned = 0;
  for (auto& i : instructions(function)) {
    if (!is_masked_load(i)) continue;
    SmallVector<SelectInst*, 4> far;
    for (auto* user : i.users()) {
      auto* select = dyn_cast<SelectInst>(user);
      if (select && !is_near(i, *select)) far.push_back(select);
    }
    if (far.empty()) continue;
    IRBuilder<> b(i.getNextNode());
    auto* value = b.CreateFreeze(&i);
    for (auto* select : far) select->replaceUsesOfWith(&i, value);
    ++pinned;
  }
  return pinned;
}

}  // namespace heddle::compiler
