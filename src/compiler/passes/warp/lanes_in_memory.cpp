// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/lanes_in_memory.h"

#include "compiler/ir/lane_array.h"
#include "compiler/ir/preheader.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

unsigned lanes_in_memory(Function& function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  const auto& layout = function.getDataLayout();
  // By vector and the outermost loop that it is computed in front of.
  MapVector<std::pair<Value*, Loop*>, SmallVector<ExtractElementInst*, 4>> lanes;
  for (auto& instruction : instructions(function)) {
    auto* extract = dyn_cast<ExtractElementInst>(&instruction);
    if (!extract || isa<ConstantInt>(extract->getIndexOperand())) continue;
    auto* vector = extract->getVectorOperand();
    if (isa<Constant>(vector) ||
        !is_lane_array(*cast<FixedVectorType>(vector->getType()), layout)) {
      continue;
    }
    Loop* outermost = nullptr;
    for (auto* loop = loops.getLoopFor(extract->getParent()); loop && loop->isLoopInvariant(vector);
         loop = loop->getParentLoop()) {
      outermost = loop;
    }
    if (outermost) lanes[{vector, outermost}].push_back(extract);
  }
  for (auto& [key, extracts] : lanes) {
    auto [vector, loop] = key;
    auto* type = cast<FixedVectorType>(vector->getType());
    IRBuilder<> b(&*function.getEntryBlock().getFirstInsertionPt());
    auto* place = b.CreateAlloca(type, nullptr, "lanes");
    place->setAlignment(Align(abi::kVectorAlign));
    b.SetInsertPoint(preheader(*loop, dominators, loops)->getTerminator());
    b.CreateAlignedStore(vector, place, place->getAlign());
    for (auto* extract : extracts) {
      b.SetInsertPoint(extract);
      // An index beyond the last lane would be poison.
      auto* index = extract->getIndexOperand();
      index = b.CreateAnd(index, ConstantInt::get(index->getType(), type->getNumElements() - 1));
      auto* at = b.CreateInBoundsGEP(type->getElementType(), place, index);
      extract->replaceAllUsesWith(b.CreateLoad(type->getElementType(), at));
      extract->eraseFromParent();
    }
  }
  return lanes.size();
}

}  // namespace heddle::compiler
