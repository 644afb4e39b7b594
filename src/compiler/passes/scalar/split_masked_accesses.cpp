// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/split_masked_accesses.h"

#include "compiler/ir/masked_access.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

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

class SplitMaskedAccess {
 public:
  explicit SplitMaskedAccess(const MaskedAccess& access)
      : access_(access), element_(access.type()->getElementType()), b_(access.call) {}

  void run() {
    const auto touched = touched_elements(*access_.mask());
    Value* value = access_.value();
    for (unsigned k = 0; k < touched.size(); ++k) {
      if (!touched[k]) continue;
      if (access_.loads) {
        value =
            b_.CreateInsertElement(value, b_.CreateAlignedLoad(element_, address(k), align(k)), k);
      } else {
        b_.CreateAlignedStore(b_.CreateExtractElement(value, k), address(k), align(k));
      }
    }
    if (access_.loads) access_.call->replaceAllUsesWith(value);
    access_.call->eraseFromParent();
  }

 private:
  Value* address(unsigned index) {
    return b_.CreateConstInBoundsGEP1_64(element_, access_.pointer(), index);
  }
  Align align(unsigned index) const {
    const auto size = access_.call->getDataLayout().getTypeAllocSize(element_).getFixedValue();
    return commonAlignment(access_.align(), size * index);
  }

  const MaskedAccess access_;
  Type* const element_;
  IRBuilder<> b_;
};

// What ptxas 13.0 does for sm_90 with loads of 16 bytes: three words of four stay one instruction,
// of two words at a distance each is loaded for itself.
bool has_wide_gap(const MaskedAccess& access) {
  const auto& layout = access.call->getDataLayout();
  const auto size = layout.getTypeStoreSize(access.type()->getElementType()).getFixedValue();
  const auto touched = touched_elements(*access.mask());
  SmallSet<std::uint64_t, 8> words;
  for (unsigned k = 0; k < touched.size(); ++k) {
    if (!touched[k]) continue;
    for (auto byte = k * size; byte < (k + 1) * size; ++byte) words.insert(byte / kWordBytes);
  }
  return words.size() + 1 < size * touched.size() / kWordBytes;
}

unsigned split(Module& module, function_ref<bool(const MaskedAccess&)> which) {
  SmallVector<MaskedAccess, 8> all;
  for (auto& function : module) {
    for (auto& instruction : instructions(function)) {
      const auto access = masked_access(instruction);
      if (access && !access->by_lane && which(*access)) all.push_back(*access);
    }
  }
  for (const auto& access : all) SplitMaskedAccess(access).run();
  return all.size();
}

}  // namespace

unsigned split_masked_accesses(Module& module) {
  return split(module, [](const MaskedAccess&) { return true; });
}

unsigned split_wide_gaps(Module& module) {
  return split(module, has_wide_gap);
}

}  // namespace heddle::compiler
