// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/escaping_locals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Whether the code tells of each access by `pointer` that it goes to `object`.
bool is_traced(const Value* pointer, const AllocaInst& object) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return objects.size() == 1 && objects.front() == &object;
}

// A distance from the object, which is no pointer any more (split-chosen-objects).
bool is_distance(const User& number) {
  return all_of(number.users(), [](const User* user) {
    const auto* i = dyn_cast<Instruction>(user);
    return i && i->getOpcode() == Instruction::Sub;
  });
}

bool escapes_by(const Use& use, const AllocaInst& object) {
  const auto* user = use.getUser();
  if (isa<ICmpInst>(user)) return false;
  if (isa<PtrToIntInst>(user)) return !is_distance(*user);
  if (const auto* call = dyn_cast<CallBase>(user)) {
    const auto* callee = call->getCalledFunction();
    return !callee || !(callee->isIntrinsic() || callee->getName().starts_with("heddle."));
  }
  const auto* i = dyn_cast<Instruction>(user);
  if (const auto* store = dyn_cast<StoreInst>(user)) {
    if (store->getValueOperand() == use.get()) return true;
  } else if (!i || !isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(i)) {
    return true;
  }
  return !is_traced(use.get(), object);
}

}  // namespace

bool escapes(const AllocaInst& object) {
  SmallSetVector<const Value*, 8> pointers;
  pointers.insert(&object);
  for (unsigned done = 0; done < pointers.size(); ++done) {
    for (const auto& use : pointers[done]->uses()) {
      if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst, PHINode, SelectInst, FreezeInst>(
              use.getUser())) {
        pointers.insert(use.getUser());
      } else if (escapes_by(use, object)) {
        return true;
      }
    }
  }
  return false;
}

SmallVector<Instruction*, 2> beginnings(AllocaInst& object) {
  SmallVector<Instruction*, 2> all;
  for (auto* user : object.users()) {
    auto* mark = dyn_cast<LifetimeIntrinsic>(user);
    if (mark && mark->getIntrinsicID() == Intrinsic::lifetime_start) all.push_back(mark);
  }
  all.push_back(&*object.getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  return all;
}

}  // namespace heddle::compiler
