// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/index_bytes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

void index_bytes(Function& function) {
  MapVector<const Value*, SmallVector<GetElementPtrInst*, 4>> by_pointer;
  for (auto& instruction : instructions(function)) {
    auto* place = dyn_cast<GetElementPtrInst>(&instruction);
    if (place && !place->hasAllConstantIndices()) {
      by_pointer[place->getPointerOperand()].push_back(place);
    }
  }
  for (const auto& [pointer, places] : by_pointer) {
    const auto type_of = [](const auto* place) { return place->getSourceElementType(); };
    if (all_equal(map_range(places, type_of))) continue;
    for (auto* place : places) {
      if (type_of(place)->isIntegerTy(8)) continue;
      IRBuilder<> b(place);
      auto* bytes = emitGEPOffset(&b, function.getDataLayout(), place);
      // Not from `pointer`, which may be one of the places that are gone by now.
      auto* made = b.CreatePtrAdd(place->getPointerOperand(), bytes, "", place->getNoWrapFlags());
      made->takeName(place);
      place->replaceAllUsesWith(made);
      place->eraseFromParent();
    }
  }
}

}  // namespace heddle::compiler
