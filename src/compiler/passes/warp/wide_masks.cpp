// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/wide_masks.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kMinLanes = 8;
constexpr unsigned kWord = 32, kLong = 64;  // bits
// Instructions for 32 lanes in vectors of eight words.
constexpr int kPack = 5, kPackLongs = 11, kUnpack = 8, kHalve = 4, kBytes = 1, kWords = 4;

bool is_mask(const Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(1) &&
         vector->getNumElements() >= kMinLanes;
}

// and, or, xor, and the two forms of select that stand for `&&` and `||`.
bool is_logic(const Instruction& instruction) {
  if (!is_mask(instruction.getType())) return false;
  if (instruction.isBitwiseLogicOp()) return true;
  const auto* select = dyn_cast<SelectInst>(&instruction);
  return select && is_mask(select->getCondition()->getType()) &&
         (match(select->getTrueValue(), m_AllOnes()) || match(select->getFalseValue(), m_Zero()));
}

unsigned element_bits(const Type* type) {
  return type->isPtrOrPtrVectorTy() ? kLong : type->getScalarSizeInBits();
}

// Of a comparison's operands, if they are at least words; else 0.
unsigned compared_bits(const Value* value) {
  const auto* comparison = dyn_cast<CmpInst>(value);
  if (!comparison) return 0;
  const auto bits = element_bits(comparison->getOperand(0)->getType());
  return bits == kWord || bits == kLong ? bits : 0;
}

// Of the words that the use chooses, makes, loads or stores; 0 where it takes the mask as it is.
unsigned used_bits(const Use& use) {
  const auto* user = use.getUser();
  unsigned bits = 0;
  if (const auto* select = dyn_cast<SelectInst>(user)) {
    if (use.getOperandNo() == 0) bits = element_bits(select->getType());
  } else if (isa<ZExtInst, SExtInst>(user)) {
    bits = element_bits(user->getType());
  } else if (const auto* call = dyn_cast<IntrinsicInst>(user)) {
    if (call->getIntrinsicID() == Intrinsic::masked_load) bits = element_bits(call->getType());
    if (call->getIntrinsicID() == Intrinsic::masked_store) {
      bits = element_bits(call->getArgOperand(0)->getType());
    }
  }
  return bits == kWord || bits == kLong ? bits : 0;
}

// Operations on masks that take each other's results, in one block and in its order.
class Group {
 public:
  void add(Instruction& logic) { logic_.insert(&logic); }

  // Whether that takes fewer instructions. Says in which width.
  bool decide() {
    int narrow = 0, wide = 0;
    bool words = false, longs = false, used = false;
    SmallPtrSet<const Value*, 8> seen;
    for (auto* logic : logic_) {
      narrow += kBytes;
      wide += kWords;
      for (const auto* operand : logic->operand_values()) {
        if (isa<Constant>(operand) || is_logic_here(operand) || !seen.insert(operand).second) {
          continue;
        }
        const auto bits = here(operand) ? compared_bits(operand) : 0;
        narrow += bits == kWord ? kPack : bits == kLong ? kPackLongs : 0;
        wide += bits == kLong ? kHalve : bits == 0 ? kUnpack : 0;
        (bits == kWord ? words : longs) |= bits != 0;
      }
      bool as_words = false, as_mask = false;
      for (const auto& use : logic->uses()) {
        if (is_logic_here(use.getUser())) continue;
        const auto bits = here(use.getUser()) ? used_bits(use) : 0;
        (bits ? as_words : as_mask) = true;
        if (bits == kWord) words = true;
      }
      narrow += as_words ? kUnpack : 0;
      wide += as_mask ? kPack : 0;
      used |= as_words;
    }
    bits_ = words ? kWord : kLong;
    return used && (words || longs) && wide < narrow;
  }

  void widen() {
    for (auto* logic : logic_) wide_[logic] = make(*logic);
    for (auto* logic : logic_) replace_uses(*logic);
    for (auto* logic : reverse(logic_)) logic->eraseFromParent();
  }

 private:
  bool here(const Value* value) const {
    const auto* instruction = dyn_cast<Instruction>(value);
    return instruction && instruction->getParent() == logic_.front()->getParent();
  }

  bool is_logic_here(const Value* value) const {
    auto* instruction = dyn_cast<Instruction>(value);
    return instruction && logic_.contains(const_cast<Instruction*>(instruction));
  }

  Type* type_of(const Value* mask) const {
    return VectorType::get(IntegerType::get(mask->getContext(), bits_),
                           cast<VectorType>(mask->getType())->getElementCount());
  }

  Value* wide(IRBuilderBase& b, Value* mask) {
    auto*& made = wide_[mask];
    if (!made) made = b.CreateSExt(mask, type_of(mask));
    return made;
  }

  Value* make(Instruction& logic) {
    IRBuilder<> b(&logic);
    auto* first = wide(b, logic.getOperand(0));
    if (auto* select = dyn_cast<SelectInst>(&logic)) {
      const bool both = match(select->getFalseValue(), m_Zero());
      // It does not count where the first one decides.
      auto* second = wide(b, both ? select->getTrueValue() : select->getFalseValue());
      second = b.CreateFreeze(second);
      return both ? b.CreateAnd(first, second) : b.CreateOr(first, second);
    }
    auto* second = wide(b, logic.getOperand(1));
    return b.CreateBinOp(cast<BinaryOperator>(logic).getOpcode(), first, second);
  }

  void replace_uses(Instruction& logic) {
    auto* words = wide_[&logic];
    Value* mask = nullptr;
    for (auto& use : make_early_inc_range(logic.uses())) {
      auto* user = cast<Instruction>(use.getUser());
      if (is_logic_here(user)) continue;
      if (isa<ZExtInst, SExtInst>(user) && used_bits(use)) {
        replace_extended(*user, words);
        continue;
      }
      if (!mask) {
        IRBuilder<> b(&logic);
        mask = b.CreateICmpSLT(words, Constant::getNullValue(words->getType()));
      }
      use.set(mask);
    }
  }

  static void replace_extended(Instruction& extended, Value* words) {
    IRBuilder<> b(&extended);
    auto* type = extended.getType();
    auto* ones = b.CreateSExtOrTrunc(words, type);  // all ones: -1
    if (isa<ZExtInst>(extended)) {
      for (auto& use : make_early_inc_range(extended.uses())) {
        auto* sum = dyn_cast<BinaryOperator>(use.getUser());
        if (!sum || sum->getOpcode() != Instruction::Add ||
            sum->getOperand(0) == sum->getOperand(1)) {
          continue;
        }
        b.SetInsertPoint(sum);
        sum->replaceAllUsesWith(b.CreateSub(sum->getOperand(1 - use.getOperandNo()), ones));
        sum->eraseFromParent();
      }
      b.SetInsertPoint(&extended);
      if (!extended.use_empty()) ones = b.CreateLShr(ones, type->getScalarSizeInBits() - 1);
    }
    extended.replaceAllUsesWith(ones);
    extended.eraseFromParent();
  }

  SmallSetVector<Instruction*, 8> logic_;
  DenseMap<Value*, Value*> wide_;
  unsigned bits_ = kWord;
};

}  // namespace

unsigned wide_masks(Function& function, const Isa& isa) {
  if (isa.vector_bits >= 512) return 0;
  unsigned changed = 0;
  for (auto& block : function) {
    EquivalenceClasses<Instruction*> classes;
    for (auto& instruction : block) {
      if (!is_logic(instruction)) continue;
      classes.insert(&instruction);
      for (auto* value : instruction.operand_values()) {
        auto* operand = dyn_cast<Instruction>(value);
        if (operand && operand->getParent() == &block && is_logic(*operand)) {
          classes.unionSets(&instruction, operand);
        }
      }
    }
    MapVector<Instruction*, Group> groups;
    for (auto& instruction : block) {
      if (is_logic(instruction)) groups[classes.getLeaderValue(&instruction)].add(instruction);
    }
    for (auto& [leader, group] : groups) {
      if (!group.decide()) continue;
      group.widen();
      ++changed;
    }
  }
  return changed;
}

}  // namespace heddle::compiler
