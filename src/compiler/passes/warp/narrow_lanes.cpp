// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/narrow_lanes.h"

#include "compiler/analysis/number_range.h"
#include "compiler/ir/lane_function.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;
using namespace PatternMatch;

namespace {

constexpr unsigned kNarrow = 16;
constexpr unsigned kWord = 32;
constexpr unsigned kMinLanes = 16;
constexpr unsigned kMostNodes = 2000;
// In instructions for 32 lanes, half of which a narrow operation saves.
constexpr int kOfOperation = 2, kOfProduct = 4, kOfExtension = 2, kOfTruncation = 8, kOfRoot = 4;
// Bytes of a row of four a lane are parts of words; without AVX-512, shorts of them take longer.
constexpr int kOfRow = 6;

bool is_words(const Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(kWord) &&
         vector->getNumElements() >= kMinLanes;
}

bool is_extension(const Value* value) {
  return isa<ZExtInst, SExtInst>(value) &&
         cast<CastInst>(value)->getSrcTy()->getScalarSizeInBits() <= kNarrow;
}

bool is_taken_from_rows(const Value* value) {
  const auto* shuffle = dyn_cast<ShuffleVectorInst>(value);
  return shuffle && shuffle->changesLength() &&
         cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements() >
             cast<FixedVectorType>(shuffle->getType())->getNumElements();
}

bool goes_to_rows(const Value* value) {
  return any_of(value->users(), [](const User* user) {
    const auto* shuffle = dyn_cast<ShuffleVectorInst>(user);
    return shuffle && shuffle->changesLength();
  });
}

// Numbers that are alike in all lanes, or known.
bool is_free(const Value* value) {
  return isa<Constant>(value) || getSplatValue(value);
}

std::optional<std::uint64_t> shift_of(const Instruction& instruction) {
  const APInt* distance = nullptr;
  if (!match(instruction.getOperand(1), m_APInt(distance))) return std::nullopt;
  return distance->ult(kNarrow) ? std::optional(distance->getZExtValue()) : std::nullopt;
}

class Narrower {
 public:
  Narrower(Function& function, const Isa& target)
      : ranges_(function.getDataLayout()), of_row_(target.vector_bits < 512 ? kOfRow : 0) {
    for (auto& instruction : instructions(function)) {
      auto* root = dyn_cast<TruncInst>(&instruction);
      if (!root || !is_words(root->getSrcTy())) continue;
      const auto bits = root->getType()->getScalarSizeInBits();
      if (bits != 8 && bits != kNarrow) continue;
      visit(root->getOperand(0), unsigned(bits));
      found_.push_back(root);
    }
    erase_if(found_, [&](const Instruction* root) {
      return !nodes_.contains(dyn_cast<Instruction>(root->getOperand(0)));
    });
    roots_.insert(found_.begin(), found_.end());
  }

  unsigned run() {
    erase_if(found_, [&](const Instruction* root) { return !pays(*root); });
    for (auto* root : found_) {
      auto* narrow = make(root->getOperand(0));
      IRBuilder<> b(root);
      root->replaceAllUsesWith(b.CreateTrunc(narrow, root->getType()));
      dead_.push_back(root);
    }
    RecursivelyDeleteTriviallyDeadInstructions(dead_);
    return unsigned(found_.size());
  }

 private:
  // Finds what the low `bits` of the lanes can be computed from in 16 bits.
  void visit(Value* value, unsigned bits) {
    auto& done = visited_[value];
    if (done >= bits) return;
    done = bits;
    auto* node = dyn_cast<Instruction>(value);
    if (!node || is_free(value) || is_extension(value)) return;
    if (nodes_.size() < kMostNodes && visit_operands(*node, bits)) {
      nodes_.insert(node);
    } else {
      nodes_.erase(node);  // that fewer bits were asked of, before
      refused_.insert(node);
    }
  }

  bool visit_operands(Instruction& node, unsigned bits) {
    if (refused_.contains(&node)) return false;
    const auto visit_one = [&](unsigned k, unsigned of) {
      visit(node.getOperand(k), of);
      return true;
    };
    const auto visit_both = [&](unsigned a, unsigned b, unsigned of) {
      return visit_one(a, of) && visit_one(b, of);
    };
    switch (node.getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Mul:
      case Instruction::And:
      case Instruction::Or:
      case Instruction::Xor:
        return visit_both(0, 1, bits);
      case Instruction::Shl:
        return shift_of(node) && visit_one(0, bits);
      case Instruction::LShr:
      case Instruction::AShr: {
        const auto distance = shift_of(node);
        if (!distance) return false;
        if (bits + *distance <= kNarrow) return visit_one(0, bits + unsigned(*distance));
        return is_exact(node.getOperand(0)) && is_exact_shift(node) && visit_one(0, kNarrow);
      }
      case Instruction::UDiv:
      case Instruction::SDiv:
      case Instruction::URem:
        return divides(node) && visit_one(0, kNarrow);
      case Instruction::Select:
        return node.getOperand(0)->getType()->isVectorTy() && visit_both(1, 2, bits) &&
               visit_condition(node.getOperand(0));
      default:
        break;
    }
    if (isa<MinMaxIntrinsic>(node)) {
      return interpretation(node.getOperand(0), node.getOperand(1)) && is_right_extreme(node) &&
             visit_both(0, 1, kNarrow);
    }
    return match(&node, m_Intrinsic<Intrinsic::abs>()) &&
           ranges_.of(node.getOperand(0)).fits_signed() &&
           ranges_.of(node.getOperand(0)).low > INT16_MIN && visit_one(0, kNarrow);
  }

  // A comparison of narrow numbers that is for this choice alone is narrow, too.
  bool visit_condition(Value* condition) {
    auto* comparison = dyn_cast<ICmpInst>(condition);
    if (!comparison || !comparison->hasOneUse()) return true;
    auto *a = comparison->getOperand(0), *b = comparison->getOperand(1);
    const auto is_narrow = [&](Value* value) {
      return is_extension(value) || is_free(value) || nodes_.contains(cast<Instruction>(value));
    };
    if (!is_words(a->getType()) || !isa<Instruction, Constant>(a) || !isa<Instruction, Constant>(b))
      return true;
    const auto sign = interpretation(a, b);
    if (!sign || (comparison->isUnsigned() && !are_positive(a, b))) return true;
    visit(a, kNarrow);
    visit(b, kNarrow);
    if (is_narrow(a) && is_narrow(b)) narrow_conditions_.insert(comparison);
    return true;
  }

  bool is_exact(const Value* value) { return ranges_.of(value).fits(); }

  // A shift of a negative number that brings in zeros has no narrow form.
  bool is_exact_shift(const Instruction& node) {
    return node.getOpcode() == Instruction::AShr || ranges_.of(node.getOperand(0)).is_positive();
  }

  bool are_positive(const Value* a, const Value* b) {
    return ranges_.of(a).is_positive() && ranges_.of(b).is_positive();
  }

  // Whether both are to be taken as signed numbers of 16 bits, or as unsigned ones. None: neither.
  std::optional<bool> interpretation(const Value* a, const Value* b) {
    const auto first = ranges_.of(a), second = ranges_.of(b);
    if (first.fits_signed() && second.fits_signed()) return true;
    if (first.fits_unsigned() && second.fits_unsigned()) return false;
    return std::nullopt;
  }

  bool is_right_extreme(const Instruction& node) {
    return cast<MinMaxIntrinsic>(node).isSigned() ||
           are_positive(node.getOperand(0), node.getOperand(1));
  }

  bool divides(const Instruction& node) {
    const auto a = ranges_.of(node.getOperand(0)), b = ranges_.of(node.getOperand(1));
    if (!isa<Constant>(node.getOperand(1)) || b.low <= 0) return false;
    const auto sign = interpretation(node.getOperand(0), node.getOperand(1));
    return sign && (a.is_positive() || (*sign && node.getOpcode() == Instruction::SDiv));
  }

  bool is_inside(const User* user) const {
    const auto* comparison = dyn_cast<ICmpInst>(user);
    return nodes_.contains(dyn_cast<Instruction>(user)) ||
           roots_.contains(dyn_cast<Instruction>(user)) ||
           (comparison && narrow_conditions_.contains(comparison));
  }

  bool pays(const Instruction& root) const {
    SmallSetVector<const Value*, 32> made;
    made.insert(root.getOperand(0));
    int saved = of_row_ > 0 && goes_to_rows(&root) ? -of_row_ : kOfRoot;
    for (unsigned k = 0; k < made.size(); ++k) {
      const auto* value = made[k];
      if (is_free(value)) continue;
      const auto* node = dyn_cast<Instruction>(value);
      const bool saves = all_of(value->users(), [&](const User* user) { return is_inside(user); });
      if (is_extension(value)) {
        if (of_row_ > 0 && is_taken_from_rows(node->getOperand(0)))
          saved -= of_row_;
        else if (saves)
          saved += kOfExtension;
      } else if (!node || !nodes_.contains(node)) {
        saved -= kOfTruncation;
      } else {
        if (saves) saved += node->getOpcode() == Instruction::Mul ? kOfProduct : kOfOperation;
        for (const Value* operand : node->operands()) {
          if (is_words(operand->getType())) made.insert(operand);
        }
      }
    }
    return saved > 0;
  }

  // The lanes' low bits, made next to where all of them are made.
  Value* make(Value* value) {
    if (auto known = made_.find(value); known != made_.end()) return known->second;
    auto* type = value->getType()->getWithNewBitWidth(kNarrow);
    Value* narrow = nullptr;
    if (auto* constant = dyn_cast<Constant>(value)) {
      IRBuilder<> b(value->getContext());
      narrow = b.CreateTrunc(constant, type);
    } else if (auto* node = dyn_cast<Instruction>(value); node && nodes_.contains(node)) {
      narrow = make_node(*node);
    } else {
      narrow = make_leaf(value, type);
    }
    return made_[value] = narrow;
  }

  static Value* make_leaf(Value* value, Type* type) {
    IRBuilder<> b(value->getContext());
    if (auto* made = dyn_cast<Instruction>(value)) {
      b.SetInsertPoint(*made->getInsertionPointAfterDef());
    } else {
      auto& entry = cast<Argument>(value)->getParent()->front();
      b.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    }
    if (is_extension(value)) {
      auto* extension = cast<CastInst>(value);
      return b.CreateIntCast(extension->getOperand(0), type, isa<SExtInst>(extension));
    }
    if (auto* number = getSplatValue(value)) {
      return b.CreateVectorSplat(cast<FixedVectorType>(type)->getElementCount(),
                                 b.CreateTrunc(number, b.getInt16Ty()));
    }
    return b.CreateTrunc(value, type);
  }

  Value* make_node(Instruction& node) {
    if (auto* select = dyn_cast<SelectInst>(&node)) {
      auto *a = make(node.getOperand(1)), *c = make(node.getOperand(2));
      auto* condition = make_condition(select->getCondition());
      return IRBuilder<>(&node).CreateSelect(condition, a, c);
    }
    auto* a = make(node.getOperand(0));
    if (isa<MinMaxIntrinsic>(node)) {
      auto* c = make(node.getOperand(1));
      const bool sign = cast<MinMaxIntrinsic>(node).isSigned() &&
                        *interpretation(node.getOperand(0), node.getOperand(1));
      const auto id = cast<IntrinsicInst>(node).getIntrinsicID();
      const bool least = id == Intrinsic::smin || id == Intrinsic::umin;
      return IRBuilder<>(&node).CreateBinaryIntrinsic(
          least ? (sign ? Intrinsic::smin : Intrinsic::umin)
                : (sign ? Intrinsic::smax : Intrinsic::umax),
          a, c);
    }
    IRBuilder<> b(&node);
    if (isa<IntrinsicInst>(node)) return b.CreateBinaryIntrinsic(Intrinsic::abs, a, b.getFalse());
    auto* c = make(node.getOperand(1));
    IRBuilder<> at(&node);
    return at.CreateBinOp(narrow_opcode(node), a, c);
  }

  Instruction::BinaryOps narrow_opcode(const Instruction& node) {
    const auto opcode = cast<BinaryOperator>(node).getOpcode();
    const auto range = ranges_.of(node.getOperand(0));
    if (opcode == Instruction::AShr && !range.fits_signed()) return Instruction::LShr;
    if (opcode == Instruction::SDiv && !*interpretation(node.getOperand(0), node.getOperand(1)))
      return Instruction::UDiv;
    return opcode;
  }

  Value* make_condition(Value* condition) {
    auto* comparison = dyn_cast<ICmpInst>(condition);
    if (!comparison || !narrow_conditions_.contains(comparison)) return condition;
    auto *a = comparison->getOperand(0), *c = comparison->getOperand(1);
    const bool sign = *interpretation(a, c);
    auto *narrow_a = make(a), *narrow_c = make(c);
    auto predicate = comparison->getPredicate();
    if (!comparison->isEquality()) {
      predicate = sign ? ICmpInst::getSignedPredicate(predicate)
                       : ICmpInst::getUnsignedPredicate(predicate);
    }
    return IRBuilder<>(comparison).CreateICmp(predicate, narrow_a, narrow_c);
  }

  NumberRanges ranges_;
  const int of_row_;
  SmallVector<Instruction*, 8> found_;
  SmallPtrSet<const Instruction*, 8> roots_;
  DenseMap<Value*, unsigned> visited_;         // and how many low bits are asked for
  SmallPtrSet<const Instruction*, 32> nodes_;  // computed in 16 bits
  SmallPtrSet<const Value*, 8> refused_;       // words that are not
  SmallPtrSet<const ICmpInst*, 8> narrow_conditions_;
  DenseMap<Value*, Value*> made_;
  SmallVector<WeakTrackingVH, 8> dead_;
};

}  // namespace

unsigned narrow_lanes(Function& function, const Isa& target) {
  if (target.vector_bits < 256 || is_of_one_lane(function)) return 0;
  return Narrower(function, target).run();
}

}  // namespace heddle::compiler
