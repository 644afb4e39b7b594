// SPDX-License-Identifier: Apache-2.0
#include "ptx/promote_slots.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

// A slot with more is used all over the function, and there are few such.
constexpr unsigned kMaxAccesses = 32;

bool promote(AllocaInst& slot) {
  if (slot.hasNUsesOrMore(kMaxAccesses) || !isAllocaPromotable(&slot) ||
      !findDVRDeclares(&slot).empty()) {
    return false;
  }
  SmallVector<Instruction*, kMaxAccesses> accesses;
  for (auto* user : make_early_inc_range(slot.users())) {
    auto* i = cast<Instruction>(user);
    if (isa<LoadInst, StoreInst>(i)) {
      accesses.push_back(i);
    } else {
      i->eraseFromParent();  // a mark of its life
    }
  }
  if (!accesses.empty()) {
    // What nobody has stored is undefined, as mem2reg has it, and not poison.
    auto* nothing = UndefValue::get(slot.getAllocatedType());
    accesses.push_back(new StoreInst(nothing, &slot, std::next(slot.getIterator())));
    SSAUpdater values;
    LoadAndStorePromoter(accesses, values, slot.getName()).run(accesses);
  }
  slot.eraseFromParent();
  return true;
}

}  // namespace

SmallVector<AllocaInst*, 0> promote_slots(ArrayRef<AllocaInst*> slots) {
  SmallVector<AllocaInst*, 0> left;
  for (auto* slot : slots) {
    if (!promote(*slot)) left.push_back(slot);
  }
  return left;
}

}  // namespace heddle::ptx
