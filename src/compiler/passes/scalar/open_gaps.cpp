// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/open_gaps.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

SmallVector<bool, 8> touched_elements(const Value& mask) {
  SmallVector<bool, 8> result;
  const auto& elements = cast<Constant>(mask);
  const auto count = cast<FixedVectorType>(mask.getType())->getNumElements();
  for (unsigned i = 0; i < count; ++i) {
    result.push_back(elements.getAggregateElement(i)->isOneValue());
  }
  return result;
}

namespace {

constexpr unsigned kWordBytes = 4;

class Opener {
 public:
  explicit Opener(IntrinsicInst& i) : i_(i), b_(&i) {}

  void run() {
    if (i_.getIntrinsicID() == Intrinsic::masked_load) {
      load();
    } else {
      store();
    }
    i_.eraseFromParent();
  }

 private:
  Value* address(Value* base, Type* element, unsigned index) {
    return b_.CreateConstInBoundsGEP1_64(element, base, index);
  }
  Align align(unsigned pointer, Type* element, unsigned index) {
    const auto size = i_.getDataLayout().getTypeAllocSize(element).getFixedValue();
    return commonAlignment(i_.getParamAlign(pointer).valueOrOne(), size * index);
  }

  // (pointer, mask, otherwise)
  void load() {
    auto* element = cast<FixedVectorType>(i_.getType())->getElementType();
    const auto touched = touched_elements(*i_.getArgOperand(1));
    Value* result = i_.getArgOperand(2);
    for (unsigned k = 0; k < touched.size(); ++k) {
      if (!touched[k]) continue;
      auto* one = b_.CreateAlignedLoad(element, address(i_.getArgOperand(0), element, k),
                                       align(0, element, k));
      result = b_.CreateInsertElement(result, one, k);
    }
    i_.replaceAllUsesWith(result);
  }

  // (value, pointer, mask)
  void store() {
    auto* value = i_.getArgOperand(0);
    auto* element = cast<FixedVectorType>(value->getType())->getElementType();
    const auto touched = touched_elements(*i_.getArgOperand(2));
    for (unsigned k = 0; k < touched.size(); ++k) {
      if (!touched[k]) continue;
      b_.CreateAlignedStore(b_.CreateExtractElement(value, k),
                            address(i_.getArgOperand(1), element, k), align(1, element, k));
    }
  }

  IntrinsicInst& i_;
  IRBuilder<> b_;
};

// What ptxas 13.0 does for sm_90 with loads of 16 bytes: three words of four stay one instruction,
// of two words at a distance each is loaded for itself.
bool has_wide_gap(const IntrinsicInst& i) {
  const bool load = i.getIntrinsicID() == Intrinsic::masked_load;
  auto* type = cast<FixedVectorType>(load ? i.getType() : i.getArgOperand(0)->getType());
  const auto size = i.getDataLayout().getTypeStoreSize(type->getElementType()).getFixedValue();
  const auto touched = touched_elements(*i.getArgOperand(load ? 1 : 2));
  SmallSet<std::uint64_t, 8> words;
  for (unsigned k = 0; k < touched.size(); ++k) {
    if (!touched[k]) continue;
    for (auto byte = k * size; byte < (k + 1) * size; ++byte) words.insert(byte / kWordBytes);
  }
  return words.size() + 1 < size * touched.size() / kWordBytes;
}

unsigned open(Module& module, function_ref<bool(const IntrinsicInst&)> which) {
  SmallVector<IntrinsicInst*, 8> all;
  for (auto& function : module) {
    for (auto& instruction : instructions(function)) {
      auto* call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call) continue;
      const auto id = call->getIntrinsicID();
      const bool masked = id == Intrinsic::masked_load || id == Intrinsic::masked_store;
      if (masked && which(*call)) all.push_back(call);
    }
  }
  for (auto* call : all) Opener(*call).run();
  return all.size();
}

}  // namespace

unsigned open_gaps(Module& module) {
  return open(module, [](const IntrinsicInst&) { return true; });
}

unsigned open_wide_gaps(Module& module) {
  return open(module, has_wide_gap);
}

}  // namespace heddle::compiler
