// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/blend_own_memory.h"

#include "compiler/ir/lane_function.h"
#include "compiler/ir/masked_access.h"
#include "compiler/passes/block/block_memory.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

namespace heddle::compiler {

using namespace llvm;
using namespace PatternMatch;

namespace {

constexpr unsigned kWordBits = 32;

std::uint64_t bytes_of(const MaskedAccess& access) {
  return access.call->getDataLayout().getTypeStoreSize(access.type()).getFixedValue();
}

// The variable, whose size is a multiple of `bytes`, as is the distance from its beginning: the
// vector lies within, or outside altogether.
const AllocaInst* row_of_variable(const Value* pointer, std::uint64_t bytes,
                                  const DataLayout& layout) {
  const auto is_multiple = [&](const APInt& value) { return value.urem(bytes) == 0; };
  while (const auto* gep = dyn_cast<GEPOperator>(pointer)) {
    const auto bits = layout.getIndexTypeSizeInBits(gep->getType());
    SmallMapVector<Value*, APInt, 4> steps;
    APInt constant(bits, 0);
    if (!gep->collectOffset(layout, bits, steps, constant) || !is_multiple(constant)) {
      return nullptr;
    }
    for (const auto& [index, scale] : steps) {
      const auto zeros = computeKnownBits(index, layout).countMinTrailingZeros();
      if (!is_multiple(scale.shl(std::min(zeros, bits - 1)))) return nullptr;
    }
    pointer = gep->getPointerOperand();
  }
  const auto* variable = dyn_cast<AllocaInst>(pointer);
  const auto size = variable ? variable->getAllocationSize(layout) : std::nullopt;
  return size && !size->isScalable() && size->getFixedValue() % bytes == 0 ? variable : nullptr;
}

bool is_own(const MaskedAccess& access, const Function& function) {
  const auto bytes = bytes_of(access);
  return isPowerOf2_64(bytes) && bytes <= abi::kSharedGuardBytes &&
         (row_of_variable(access.pointer(), bytes, function.getDataLayout()) ||
          is_shared_memory(access.pointer(), function));
}

// Accesses that the CPU lacks, or is slow at.
bool is_slow(const MaskedAccess& access, const Isa& target) {
  const auto& layout = access.call->getDataLayout();
  auto* element = access.type()->getElementType();
  if (layout.getTypeSizeInBits(element) != layout.getTypeAllocSizeInBits(element)) return false;
  if (access.by_lane || isa<Constant>(access.mask())) return false;
  return !access.loads || layout.getTypeSizeInBits(element) < kWordBits || target.vector_bits < 256;
}

// Does control only come here when lanes of this mask are active?
bool is_some(const Value* mask, const BasicBlock& block) {
  const auto* here = &block;
  while (const auto* before = here->getSinglePredecessor()) {
    const auto* branch = dyn_cast<BranchInst>(before->getTerminator());
    if (branch && branch->isConditional()) {
      const auto none = branch->getSuccessor(0) == here ? ICmpInst::ICMP_NE : ICmpInst::ICMP_EQ;
      if (match(branch->getCondition(),
                m_SpecificICmp(none, m_BitCast(m_Specific(mask)), m_Zero()))) {
        return true;
      }
    }
    if (before == &block) break;
    here = before;
  }
  return false;
}

class Blender {
 public:
  explicit Blender(Function& function) : function_(function) {}

  void blend(const MaskedAccess& access) {
    IRBuilder<> b(access.call);
    auto* at = access.pointer();
    if (!is_some(access.mask(), *access.call->getParent())) at = any_or_nowhere(b, access);
    const auto align = access.align();
    // Frozen, or LLVM would make a masked store of it again.
    auto* there = b.CreateFreeze(b.CreateAlignedLoad(access.type(), at, align));
    if (access.loads) {
      if (!isa<UndefValue>(access.value())) {
        there = b.CreateSelect(access.mask(), there, access.value());
      }
      access.call->replaceAllUsesWith(there);
    } else {
      b.CreateAlignedStore(b.CreateSelect(access.mask(), access.value(), there), at, align);
    }
    access.call->eraseFromParent();
  }

 private:
  Value* any_or_nowhere(IRBuilder<>& b, const MaskedAccess& access) {
    auto* lanes = b.getIntNTy(access.type()->getNumElements());
    auto* any = b.CreateIsNotNull(b.CreateBitCast(access.mask(), lanes), "any");
    return b.CreateSelect(any, access.pointer(), nowhere(bytes_of(access)));
  }

  Value* nowhere(std::uint64_t bytes) {
    auto*& place = nowhere_[bytes];
    if (!place) {
      IRBuilder<> b(&*function_.getEntryBlock().getFirstInsertionPt());
      auto* made = b.CreateAlloca(ArrayType::get(b.getInt8Ty(), bytes), nullptr, "nowhere");
      made->setAlignment(Align(abi::kVectorAlign));
      place = made;
    }
    return place;
  }

  Function& function_;
  SmallDenseMap<std::uint64_t, Value*, 4> nowhere_;  // by size
};

}  // namespace

unsigned blend_own_memory(Function& function, const Isa& target) {
  if (target.vector_bits >= 512 || is_of_one_lane(function) || function.arg_empty()) return 0;
  SmallVector<MaskedAccess, 16> own;
  for (auto& instruction : instructions(function)) {
    const auto access = masked_access(instruction);
    if (access && is_slow(*access, target) && is_own(*access, function)) own.push_back(*access);
  }
  Blender blender(function);
  for (const auto& access : own) blender.blend(access);
  return static_cast<unsigned>(own.size());
}

}  // namespace heddle::compiler
