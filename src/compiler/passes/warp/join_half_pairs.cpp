// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/join_half_pairs.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

using Pair = std::pair<Value*, Value*>;  // of the low and the high halves

unsigned lanes_of(const Value* value) {
  return cast<FixedVectorType>(value->getType())->getNumElements();
}

bool is_vector_of(const Value* value, unsigned bits) {
  const auto* type = dyn_cast<FixedVectorType>(value->getType());
  return type && type->getElementType()->isIntegerTy(bits);
}

bool is_halves(const Value* value) {
  return isa<FixedVectorType>(value->getType()) && value->getType()->getScalarType()->isHalfTy();
}

// The two values that an instruction makes words of, if they are halves.
Pair put_together(Instruction& i) {
  Value *low = nullptr, *high = nullptr;
  ArrayRef<int> mask;
  if (match(&i, m_Shuffle(m_Value(low), m_Value(high), m_Mask(mask))) && is_halves(low) &&
      isa<FixedVectorType>(i.getType()) && mask.equals(createInterleaveMask(lanes_of(low), 2))) {
    return {low, high};
  }
  if (is_vector_of(&i, 32) &&
      match(&i, m_c_Or(m_ZExt(m_BitCast(m_Value(low))),
                       m_Shl(m_ZExt(m_BitCast(m_Value(high))), m_SpecificInt(16)))) &&
      is_halves(low) && is_halves(high) && lanes_of(low) == lanes_of(&i) &&
      lanes_of(high) == lanes_of(&i)) {
    return {low, high};
  }
  return {};
}

// The words that the pair is the halves of.
Value* words_of(Pair pair) {
  Value *word = nullptr, *again = nullptr;
  if (match(pair.first, m_BitCast(m_Trunc(m_Value(word)))) && is_vector_of(word, 32) &&
      match(pair.second, m_BitCast(m_Trunc(m_LShr(m_Value(again), m_SpecificInt(16))))) &&
      word == again) {
    return word;
  }
  ArrayRef<int> even, odd;
  if (match(pair.first, m_Shuffle(m_Value(word), m_Poison(), m_Mask(even))) &&
      match(pair.second, m_Shuffle(m_Specific(word), m_Poison(), m_Mask(odd))) &&
      even.equals(createStrideMask(0, 2, lanes_of(pair.first))) &&
      odd.equals(createStrideMask(1, 2, lanes_of(pair.first))) &&
      lanes_of(word) == 2 * lanes_of(pair.first)) {
    return word;
  }
  return nullptr;
}

// Whether both are the same operation on each element, of halves only.
bool are_alike(const Instruction& a, const Instruction& b) {
  if (a.getOpcode() != b.getOpcode() || !is_halves(&a)) return false;
  if (isa<UnaryOperator, BinaryOperator>(a)) return true;
  const auto *x = dyn_cast<IntrinsicInst>(&a), *y = dyn_cast<IntrinsicInst>(&b);
  return x && y && x->getIntrinsicID() == y->getIntrinsicID() &&
         isTriviallyVectorizable(x->getIntrinsicID()) && all_of(x->args(), is_halves);
}

class Tree {
 public:
  Tree(Instruction& root, Pair pair) : root_(root), pair_(pair) { add(pair); }

  // What is saved: words that are not taken apart or put together.
  bool pays() const { return operations_ > 0 && free_words_ + 1 > interleaved_; }
  unsigned operations() const { return operations_; }

  void join() {
    IRBuilder<> b(&root_);
    auto* both = b.CreateBitCast(emit(b, pair_), root_.getType());
    root_.replaceAllUsesWith(both);
    RecursivelyDeleteTriviallyDeadInstructions(&root_);
  }

 private:
  enum class Kind { kOperation, kWords, kSame, kInterleaved };

  // Inner nodes are moved to the root, so they stand in its block and serve nothing else.
  bool is_operation(Pair pair) const {
    const auto *low = dyn_cast<Instruction>(pair.first), *high = dyn_cast<Instruction>(pair.second);
    return low && high && low != high && low->getParent() == root_.getParent() &&
           high->getParent() == root_.getParent() && low->hasOneUse() && high->hasOneUse() &&
           are_alike(*low, *high);
  }

  Kind kind_of(Pair pair) const {
    if (words_of(pair)) return Kind::kWords;
    if (isa<Constant>(pair.first) && isa<Constant>(pair.second)) return Kind::kSame;
    if (pair.first == pair.second && getSplatValue(pair.first)) return Kind::kSame;
    return is_operation(pair) ? Kind::kOperation : Kind::kInterleaved;
  }

  void add(Pair pair) {
    const auto [at, is_new] = kinds_.try_emplace(pair, kind_of(pair));
    if (!is_new) return;
    switch (at->second) {
      case Kind::kOperation: {
        ++operations_;
        auto *low = cast<Instruction>(pair.first), *high = cast<Instruction>(pair.second);
        for (unsigned i = 0; i < operands(*low); ++i)
          add({low->getOperand(i), high->getOperand(i)});
        break;
      }
      case Kind::kWords:
        ++free_words_;
        break;
      case Kind::kInterleaved:
        ++interleaved_;
        break;
      case Kind::kSame:
        break;
    }
  }

  static unsigned operands(const Instruction& i) {
    const auto* call = dyn_cast<CallInst>(&i);
    return call ? call->arg_size() : i.getNumOperands();
  }

  Value* emit(IRBuilder<>& b, Pair pair) {
    auto*& result = emitted_[pair];
    if (result) return result;
    auto* made = make(b, pair);
    return emitted_[pair] = made;
  }

  Value* make(IRBuilder<>& b, Pair pair) {
    const unsigned lanes = lanes_of(pair.first);
    auto* type = FixedVectorType::get(b.getHalfTy(), 2 * lanes);
    switch (kinds_.lookup(pair)) {
      case Kind::kWords:
        return b.CreateBitCast(words_of(pair), type);
      case Kind::kSame:
        if (auto* splat = getSplatValue(pair.first); splat && pair.first == pair.second) {
          return b.CreateVectorSplat(2 * lanes, splat);
        }
        [[fallthrough]];
      case Kind::kInterleaved:
        return b.CreateShuffleVector(pair.first, pair.second, createInterleaveMask(lanes, 2));
      case Kind::kOperation:
        break;
    }
    auto *low = cast<Instruction>(pair.first), *high = cast<Instruction>(pair.second);
    SmallVector<Value*, 3> joined;
    for (unsigned i = 0; i < operands(*low); ++i) {
      joined.push_back(emit(b, {low->getOperand(i), high->getOperand(i)}));
    }
    Value* result = nullptr;
    if (const auto* call = dyn_cast<IntrinsicInst>(low)) {
      result = b.CreateIntrinsic(call->getIntrinsicID(), {type}, joined);
    } else {
      result = b.CreateNAryOp(low->getOpcode(), joined);
    }
    if (auto* made = dyn_cast<Instruction>(result)) {
      made->setDebugLoc(low->getDebugLoc());
      made->copyIRFlags(low);
      made->andIRFlags(high);
    }
    return result;
  }

  Instruction& root_;
  Pair pair_;
  SmallMapVector<Pair, Kind, 8> kinds_;
  DenseMap<Pair, Value*> emitted_;
  unsigned operations_ = 0, free_words_ = 0, interleaved_ = 0;
};

}  // namespace

unsigned join_half_pairs(Function& function, const TargetMachine& machine) {
  if (!machine.getMCSubtargetInfo()->checkFeatures("+f16c")) return 0;
  SmallVector<WeakTrackingVH, 8> roots;
  for (auto& i : instructions(function)) {
    if (put_together(i).first) roots.push_back(&i);
  }
  unsigned count = 0;
  for (auto& root : roots) {
    auto* i = dyn_cast_or_null<Instruction>(static_cast<Value*>(root));
    if (!i) continue;
    const Pair pair = put_together(*i);
    if (!pair.first) continue;
    Tree tree(*i, pair);
    if (!tree.pays()) continue;
    count += tree.operations();
    tree.join();
  }
  return count;
}

}  // namespace heddle::compiler
