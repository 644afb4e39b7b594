// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/unify_exits.h"

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

using namespace llvm;

unsigned unify_exits(Function& function) {
  SmallVector<BasicBlock*, 8> exits;
  for (auto& block : function) {
    if (isa<ReturnInst, UnreachableInst>(block.getTerminator())) exits.push_back(&block);
  }
  auto* type = function.getReturnType();
  if (exits.size() == 1 && isa<ReturnInst>(exits[0]->getTerminator())) return 0;
  auto* last = BasicBlock::Create(function.getContext(), "return", &function);
  IRBuilder<> builder(last);
  PHINode* value = nullptr;
  if (type->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    value = builder.CreatePHI(type, exits.size());
    builder.CreateRet(value);
  }
  for (auto* exit : exits) {
    auto* old = exit->getTerminator();
    if (value) {
      auto* ret = dyn_cast<ReturnInst>(old);
      value->addIncoming(ret ? ret->getReturnValue() : PoisonValue::get(type), exit);
    }
    auto* branch = BranchInst::Create(last, old->getIterator());
    branch->setDebugLoc(old->getDebugLoc());
    old->eraseFromParent();
  }
  return exits.size();
}

}  // namespace heddle::compiler
