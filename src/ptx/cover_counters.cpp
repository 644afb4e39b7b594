// SPDX-License-Identifier: Apache-2.0
#include "ptx/cover_counters.h"

#include "image/coverage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "ptx/cover_function.h"

namespace heddle::ptx {

using namespace llvm;

void cover_by_additions(Module& module) {
  auto* cover = module.getFunction(image::kCoverFunction);
  if (!cover) return;
  for (auto* user : make_early_inc_range(cover->users())) {
    auto* call = cast<CallInst>(user);
    IRBuilder<> b(call);
    b.CreateAtomicRMW(AtomicRMWInst::Add, call->getArgOperand(0),
                      b.CreateZExt(call->getArgOperand(1), b.getInt64Ty()), Align(8),
                      AtomicOrdering::Monotonic);
    call->eraseFromParent();
  }
  cover->eraseFromParent();
}

void cover_by_calls(Module& module) {
  SmallVector<GlobalVariable*, 8> declared;
  for (auto& variable : module.globals()) {
    if (variable.isDeclaration() && variable.getName().starts_with(image::kCountersPrefix))
      declared.push_back(&variable);
  }
  if (declared.empty()) return;
  SmallPtrSet<const Value*, 8> counters;
  for (auto* before : declared) {
    auto* made = new GlobalVariable(module, before->getValueType(), false,
                                    GlobalValue::ExternalLinkage, nullptr);
    made->setAlignment(Align(sizeof(std::uint64_t)));
    made->takeName(before);
    before->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(made, before->getType()));
    before->eraseFromParent();
    counters.insert(made);
  }
  const auto cover = declare_cover(module);
  const auto& layout = module.getDataLayout();
  for (auto& function : module) {
    for (auto& i : make_early_inc_range(instructions(function))) {
      auto* addition = dyn_cast<AtomicRMWInst>(&i);
      if (!addition || addition->getOperation() != AtomicRMWInst::Add) continue;
      APInt offset(64, 0);
      auto* counter = addition->getPointerOperand()->stripAndAccumulateConstantOffsets(
          layout, offset, /*AllowNonInbounds=*/true);
      if (!counters.contains(counter)) continue;
      IRBuilder<> b(addition);
      auto* call = b.CreateCall(cover, {b.CreatePtrAdd(counter, b.getInt64(offset.getSExtValue())),
                                        b.CreateIsNotNull(addition->getValOperand())});
      call->addFnAttr(Attribute::NoMerge);
      addition->eraseFromParent();
    }
  }
}

}  // namespace heddle::ptx
