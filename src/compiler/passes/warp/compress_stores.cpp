// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/compress_stores.h"

#include "compiler/ir/fast_path.h"
#include "compiler/passes/widen/lanes.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;
using namespace PatternMatch;

namespace {

// first + the number of lanes below in `ballot`, first being the sum of `firsts`.
struct Ranks {
  Value* ballot = nullptr;        // all lanes equal
  SmallVector<Value*, 2> firsts;  // all lanes equal, of the index's type
};

bool counts_lanes_below(const Constant& mask) {
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto* bits = dyn_cast_or_null<ConstantInt>(mask.getAggregateElement(lane));
    if (!bits || bits->getZExtValue() != (1u << lane) - 1) return false;
  }
  return true;
}

Value* scalar(IRBuilderBase& b, Value* splat) {
  auto* known = getSplatValue(splat);
  return known ? known : b.CreateExtractElement(splat, std::uint64_t{0});
}

// Moves what only `user` needs next to it: the vectors of a way that is hardly ever gone.
void sink_operands(Instruction& user) {
  for (Value* operand : user.operands()) {
    auto* made = dyn_cast<Instruction>(operand);
    if (!made || !made->hasOneUse() || isa<PHINode>(made) || made->mayReadOrWriteMemory()) continue;
    made->moveBefore(user.getIterator());
    sink_operands(*made);
  }
}

bool find(Value* index, Ranks& ranks) {
  Value *a = nullptr, *b = nullptr;
  Constant* below = nullptr;
  if (isSplatValue(index)) {
    ranks.firsts.push_back(index);
    return true;
  }
  if (match(index, m_AddLike(m_Value(a), m_Value(b)))) return find(a, ranks) && find(b, ranks);
  Value* count = nullptr;
  if (!match(index, m_ZExtOrSExtOrSelf(m_Intrinsic<Intrinsic::ctpop>(m_Value(count)))) ||
      ranks.ballot || !match(count, m_And(m_Value(a), m_Constant(below))) ||
      count->getType()->getScalarSizeInBits() != kLanes || !counts_lanes_below(*below)) {
    return false;
  }
  ranks.ballot = isSplatValue(a) ? a : nullptr;
  return ranks.ballot != nullptr;
}

class Store {
 public:
  explicit Store(IntrinsicInst& scatter)
      : scatter_(scatter),
        values_(scatter.getArgOperand(0)),
        address_(dyn_cast<GetElementPtrInst>(scatter.getArgOperand(1))),
        mask_(scatter.getArgOperand(2)) {}

  bool find_ranks(const DataLayout& layout) {
    const auto* type = cast<FixedVectorType>(values_->getType());
    bytes_ = static_cast<unsigned>(layout.getTypeStoreSize(type->getElementType()));
    if (type->getNumElements() != kLanes || (bytes_ != 4 && bytes_ != 8)) return false;
    if (type->getElementType()->isPointerTy()) return false;
    if (!address_ || address_->getNumIndices() != 1 ||
        address_->getPointerOperandType()->isVectorTy() ||
        layout.getTypeAllocSize(address_->getSourceElementType()) != bytes_) {
      return false;
    }
    index_ = address_->getOperand(1);
    extended_ = match(index_, m_ZExtOrSExt(m_Value(index_)));
    return find(index_, ranks_) && ranks_.ballot;
  }

  void compress() {
    IRBuilder<> b(&scatter_);
    auto* first = first_index(b);
    auto* lanes = b.CreateBitCast(mask_, b.getInt32Ty());
    auto* same = b.CreateICmpEQ(lanes, scalar(b, ranks_.ballot));
    auto* consecutive = b.CreateAnd(same, does_not_wrap(b, first));
    Instruction *then = nullptr, *otherwise = nullptr;
    SplitBlockAndInsertIfThenElse(consecutive, &scatter_, &then, &otherwise);
    mark_fast_path(*cast<BranchInst>(then->getParent()->getSinglePredecessor()->getTerminator()));
    scatter_.moveBefore(otherwise->getIterator());
    b.SetInsertPoint(then);
    b.SetCurrentDebugLocation(scatter_.getDebugLoc());
    store_together(b, first);
    sink_operands(scatter_);
  }

 private:
  Value* first_index(IRBuilderBase& b) const {
    Value* sum = nullptr;
    for (auto* part : ranks_.firsts) {
      auto* one = scalar(b, part);
      sum = sum ? b.CreateAdd(sum, one) : one;
    }
    return sum ? sum : Constant::getNullValue(index_->getType()->getScalarType());
  }

  Value* does_not_wrap(IRBuilderBase& b, Value* first) const {
    if (!extended_) return b.getTrue();
    const auto bits = first->getType()->getIntegerBitWidth();
    const bool sign = isa<SExtInst>(address_->getOperand(1));
    const auto most = sign ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    auto* last = ConstantInt::get(first->getType(), most - kLanes);
    return sign ? b.CreateICmpSLE(first, last) : b.CreateICmpULE(first, last);
  }

  void store_together(IRBuilderBase& b, Value* first) const {
    const unsigned together = 64 / bytes_;
    auto* element = address_->getSourceElementType();
    auto* index = extended_ ? b.CreateCast(cast<CastInst>(address_->getOperand(1))->getOpcode(),
                                           first, b.getInt64Ty())
                            : first;
    auto* at = b.CreateGEP(element, address_->getPointerOperand(), index);
    const auto align = scatter_.getParamAlign(1).valueOrOne();
    for (unsigned lane = 0; lane < kLanes; lane += together) {
      auto* values = slice(b, values_, lane, together);
      auto* mask = slice(b, mask_, lane, together);
      auto* moved = b.CreateIntrinsic(values->getType(), Intrinsic::x86_avx512_mask_compress,
                                      {values, Constant::getNullValue(values->getType()), mask});
      auto* bits = b.CreateZExt(b.CreateBitCast(mask, b.getIntNTy(together)), b.getInt32Ty());
      auto* count = b.CreateUnaryIntrinsic(Intrinsic::ctpop, bits);
      auto* low = b.CreateSub(b.CreateShl(b.getInt32(1), count), b.getInt32(1));
      auto* stored = b.CreateBitCast(b.CreateTrunc(low, b.getIntNTy(together)), mask->getType());
      b.CreateMaskedStore(moved, at, align, stored);
      at = b.CreateGEP(element, at, count);
    }
  }

  IntrinsicInst& scatter_;
  Value* const values_;
  GetElementPtrInst* const address_;
  Value* const mask_;
  Value* index_ = nullptr;  // before its extension to 64 bits
  bool extended_ = false;
  unsigned bytes_ = 0;
  Ranks ranks_;
};

}  // namespace

unsigned compress_stores(Function& function, const Isa& isa) {
  if (isa.vector_bits < 512) return 0;
  SmallVector<IntrinsicInst*, 4> scatters;
  for (auto& instruction : instructions(function)) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::masked_scatter) scatters.push_back(call);
  }
  unsigned changed = 0;
  for (auto* scatter : scatters) {
    Store store(*scatter);
    if (!store.find_ranks(function.getParent()->getDataLayout())) continue;
    store.compress();
    ++changed;
  }
  return changed;
}

}  // namespace heddle::compiler
