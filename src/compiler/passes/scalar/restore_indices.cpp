// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/restore_indices.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kMaxDepth = 4;   // of the arithmetic between a number and its index
constexpr unsigned kMaxBlocks = 8;  // that are asked what they know

struct Equality {
  Value* number;
  Constant* constant;
};

// That is what `condition` says if it is `answer`.
void add_equalities(Value* condition, bool answer, SmallVectorImpl<Equality>& result) {
  Value *a = nullptr, *b = nullptr;
  if (answer ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
             : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    add_equalities(a, answer, result);
    add_equalities(b, answer, result);
    return;
  }
  const auto predicate = answer ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE;
  Constant* constant = nullptr;
  if (match(condition, m_SpecificICmp(predicate, m_Value(a), m_ImmConstant(constant)))) {
    result.push_back({a, constant});
  }
}

class Restorer {
 public:
  explicit Restorer(Function& function)
      : dominators_(function), query_(function.getDataLayout(), &dominators_) {}

  bool restore(PHINode& phi) {
    for (auto& use : phi.incoming_values()) {
      auto* index = dyn_cast<Instruction>(use.get());
      if (!index || index == &phi || !is_everywhere(phi, *index)) continue;
      auto* node = dominators_.getNode(phi.getParent());
      auto* place = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      auto* restored = place ? at(index, *place->getTerminator(), 0) : nullptr;
      if (!restored) continue;
      phi.replaceAllUsesWith(restored);
      phi.eraseFromParent();
      return true;
    }
    return false;
  }

 private:
  // Exact: nothing that it does not depend on could be poison.
  static bool is_plain(const Instruction& i) {
    return isa<CastInst, GetElementPtrInst>(i) || i.getOpcode() == Instruction::Add ||
           i.getOpcode() == Instruction::Sub;
  }

  // On the other edges, of which there are some, `phi` is what `index` would be there.
  bool is_everywhere(const PHINode& phi, Instruction& index) const {
    bool others = false;
    for (const auto& use : phi.incoming_values()) {
      if (use.get() == &index) continue;
      others = true;
      const auto known = equalities(*phi.getIncomingBlock(use), *phi.getParent());
      const auto is_same = [&](const Equality& equality) {
        return with(&index, equality, 0) == use.get();
      };
      if (none_of(known, is_same)) return false;
    }
    return others;
  }

  // What holds on the edge between these blocks.
  SmallVector<Equality, 4> equalities(BasicBlock& from, const BasicBlock& to) const {
    SmallVector<Equality, 4> result;
    auto* node = dominators_.getNode(&from);
    for (unsigned k = 0; node && k < kMaxBlocks; ++k, node = node->getIDom()) {
      auto* block = node->getBlock();
      auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional() ||
          branch->getSuccessor(0) == branch->getSuccessor(1)) {
        continue;
      }
      for (const unsigned side : {0, 1}) {
        auto* next = branch->getSuccessor(side);
        const bool goes = block == &from
                              ? next == &to
                              : dominators_.dominates(BasicBlockEdge(block, next), &from);
        if (goes) add_equalities(branch->getCondition(), side == 0, result);
      }
    }
    return result;
  }

  // `value` if that holds; null where it is not known.
  Value* with(Value* value, const Equality& equality, unsigned depth) const {
    if (value == equality.number) return equality.constant;
    auto* i = dyn_cast<Instruction>(value);
    if (!i || depth == kMaxDepth || !is_plain(*i)) return value;
    SmallVector<Value*, 4> operands;
    for (auto* operand : i->operand_values()) {
      operands.push_back(with(operand, equality, depth + 1));
      if (!operands.back()) return nullptr;
    }
    if (equal(operands, i->operand_values())) return value;
    // at() extends the sign in its place, which is the same of what is not negative.
    if (isa<ZExtInst>(i) && i->hasNonNeg()) {
      auto* known = dyn_cast<ConstantInt>(operands[0]);
      if (!known || known->isNegative()) return nullptr;
    }
    return simplifyInstructionWithOperands(i, operands, query_);
  }

  // The same at `place`, where nobody knows what was known: without the promises that rest on it.
  Value* at(Value* value, Instruction& place, unsigned depth) {
    auto* i = dyn_cast<Instruction>(value);
    if (!i || dominators_.dominates(i, &place)) return value;
    if (depth == kMaxDepth || !is_plain(*i)) return nullptr;
    SmallVector<Value*, 4> operands;
    for (auto* operand : i->operand_values()) {
      operands.push_back(at(operand, place, depth + 1));
      if (!operands.back()) return nullptr;
    }
    IRBuilder<> b(&place);
    // The same where it was promised to be, and an index can be computed in 64 bits.
    if (isa<ZExtInst>(i) && i->hasNonNeg()) return b.CreateSExt(operands[0], i->getType());
    auto* copy = i->clone();
    for (auto [k, operand] : enumerate(operands)) copy->setOperand(unsigned(k), operand);
    copy->dropPoisonGeneratingAnnotations();
    return b.Insert(copy);
  }

  DominatorTree dominators_;
  SimplifyQuery query_;
};

}  // namespace

unsigned restore_indices(Function& function) {
  Restorer restorer(function);
  unsigned restored = 0;
  for (auto& i : make_early_inc_range(instructions(function))) {
    auto* phi = dyn_cast<PHINode>(&i);
    if (phi && restorer.restore(*phi)) ++restored;
  }
  return restored;
}

}  // namespace heddle::compiler
