// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/number_addresses.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Of lanes' addresses, the first scalar one that they are offsets from; null: there is none.
Value* scalar_base(Value* addresses, SmallVectorImpl<User*>& offsets) {
  while (addresses->getType()->isVectorTy()) {
    auto* gep = dyn_cast<GEPOperator>(addresses);
    if (!gep) return nullptr;
    offsets.push_back(gep);
    addresses = gep->getPointerOperand();
  }
  return addresses;
}

}  // namespace

unsigned number_addresses(Function& function) {
  const auto& layout = function.getDataLayout();
  SmallVector<PtrToIntInst*, 8> numbers;
  for (auto& i : instructions(function)) {
    auto* number = dyn_cast<PtrToIntInst>(&i);
    // Of the width of an address: offsets wrap around as addresses do.
    if (number && number->getType()->isVectorTy() &&
        number->getType() == layout.getIntPtrType(number->getPointerOperand()->getType())) {
      numbers.push_back(number);
    }
  }
  unsigned count = 0;
  for (auto* number : numbers) {
    SmallVector<User*, 4> offsets;
    auto* base = scalar_base(number->getPointerOperand(), offsets);
    if (!base) continue;
    IRBuilder<> b(number);
    Value* sum = b.CreateVectorSplat(cast<VectorType>(number->getType())->getElementCount(),
                                     b.CreatePtrToInt(base, number->getType()->getScalarType()));
    for (auto* offset : offsets) sum = b.CreateAdd(sum, emitGEPOffset(&b, layout, offset, true));
    sum->takeName(number);
    number->replaceAllUsesWith(sum);
    number->eraseFromParent();
    ++count;
  }
  return count;
}

}  // namespace heddle::compiler
