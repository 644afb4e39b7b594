// SPDX-License-Identifier: Apache-2.0
#include "ptx/shared_addresses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "ptx/emitter.h"

namespace heddle::ptx {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool is_shared_base(const Value* value) {
  const auto* call = dyn_cast<CallInst>(value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == kSharedBase;
}

// p, where `address` is base + (p - base); else null.
Value* pointer_behind(const GetElementPtrInst& address) {
  Value *pointer = nullptr, *base = nullptr;
  if (!is_shared_base(address.getPointerOperand()) || address.getNumIndices() != 1 ||
      !address.getSourceElementType()->isIntegerTy(8)) {
    return nullptr;
  }
  const auto offset = m_Sub(m_PtrToInt(m_Value(pointer)), m_PtrToInt(m_Value(base)));
  if (!match(address.getOperand(1), m_ZExt(m_Trunc(offset)))) return nullptr;
  return is_shared_base(base->stripPointerCasts()) ? pointer : nullptr;
}

}  // namespace

void fold_shared_addresses(Function& function) {
  for (auto& instruction : make_early_inc_range(instructions(function))) {
    auto* address = dyn_cast<GetElementPtrInst>(&instruction);
    auto* pointer = address ? pointer_behind(*address) : nullptr;
    if (!pointer) continue;
    IRBuilder<> b(address);
    address->replaceAllUsesWith(b.CreateAddrSpaceCast(pointer, address->getType()));
    address->eraseFromParent();
  }
}

}  // namespace heddle::ptx
