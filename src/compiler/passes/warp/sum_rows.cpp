// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/sum_rows.h"

#include <optional>

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kMaxLeaves = 256;

unsigned lanes_of(const Value* value) {
  return cast<FixedVectorType>(value->getType())->getNumElements();
}

// An operation on integers that may be done in any order.
struct Operation {
  unsigned opcode;
  Intrinsic::ID intrinsic;  // of a call

  bool operator==(const Operation&) const = default;

  static std::optional<Operation> of(const Value* value) {
    const auto* type = dyn_cast<FixedVectorType>(value->getType());
    if (!type || !type->getElementType()->isIntegerTy()) return std::nullopt;
    if (const auto* binary = dyn_cast<BinaryOperator>(value)) {
      if (!binary->isAssociative() || !binary->isCommutative()) return std::nullopt;
      return Operation{binary->getOpcode(), Intrinsic::not_intrinsic};
    }
    if (const auto* extreme = dyn_cast<MinMaxIntrinsic>(value)) {
      return Operation{Instruction::Call, extreme->getIntrinsicID()};
    }
    return std::nullopt;
  }

  Value* make(IRBuilder<>& b, Value* x, Value* y) const {
    if (opcode == Instruction::Call) return b.CreateBinaryIntrinsic(intrinsic, x, y);
    return b.CreateBinOp(static_cast<Instruction::BinaryOps>(opcode), x, y);
  }
};

// Of the rows of `count` elements that lie side by side in `rows` each one's element `at`.
struct Element {
  Value* rows;
  unsigned at, count;

  static std::optional<Element> of(Value* value) {
    Value* rows = nullptr;
    ArrayRef<int> mask;
    if (!value->hasOneUse() || !match(value, m_Shuffle(m_Value(rows), m_Poison(), m_Mask(mask))) ||
        !isa<FixedVectorType>(rows->getType())) {
      return std::nullopt;
    }
    const unsigned lanes = lanes_of(value), count = lanes_of(rows) / lanes;
    if (count < 2 || lanes_of(rows) != lanes * count || mask[0] < 0) return std::nullopt;
    const auto at = static_cast<unsigned>(mask[0]);
    if (at >= count || !mask.equals(createStrideMask(at, count, lanes))) return std::nullopt;
    return Element{rows, at, count};
  }
};

// All that one operation joins, down to what is something else.
class Sum {
 public:
  Sum(Instruction& root, Operation operation) : root_(root), operation_(operation) {
    add_operands(root);
    find_rows();
  }

  // One row of two or three elements is taken apart all the same.
  bool pays() const {
    SmallPtrSet<Type*, 2> types;
    return any_of(whole_, [&](const auto& row) {
      const auto& [rows, elements] = row;
      const bool has_halves = elements.size() > 2 && elements.size() % 2 == 0;
      return has_halves || !types.insert(rows->getType()).second;
    });
  }
  unsigned vectors() const { return whole_.size(); }

  void rewrite() {
    IRBuilder<> b(&root_);
    MapVector<Type*, Value*> sums;  // of rows of one length
    for (const auto& [rows, elements] : whole_) join(b, sums[rows->getType()], rows);
    Value* total = nullptr;
    for (auto* leaf : rest_) join(b, total, leaf);
    for (const auto& [type, sum] : sums) join(b, total, by_halves(b, sum));
    root_.replaceAllUsesWith(total);
    RecursivelyDeleteTriviallyDeadInstructions(&root_);
  }

 private:
  void add_operands(Instruction& i) {
    for (auto* operand : {i.getOperand(0), i.getOperand(1)}) {
      auto* inner = dyn_cast<Instruction>(operand);
      if (inner && inner->hasOneUse() && inner->getParent() == root_.getParent() &&
          Operation::of(inner) == operation_ && leaves_.size() < kMaxLeaves) {
        add_operands(*inner);
      } else {
        leaves_.push_back(operand);
      }
    }
  }

  // Vectors all of whose elements are leaves; the other leaves are the rest.
  void find_rows() {
    MapVector<Value*, SmallVector<Value*, 4>> found;
    for (auto* leaf : leaves_) {
      if (const auto element = Element::of(leaf)) {
        auto& elements = found[element->rows];
        elements.resize(element->count);
        elements[element->at] = leaf;
      }
    }
    SmallPtrSet<Value*, 16> joined;
    for (auto& [rows, elements] : found) {
      if (is_contained(elements, nullptr)) continue;
      joined.insert_range(elements);
      whole_.push_back({rows, elements});
    }
    copy_if(leaves_, std::back_inserter(rest_), [&](auto* leaf) { return !joined.contains(leaf); });
  }

  void join(IRBuilder<>& b, Value*& sum, Value* more) const {
    sum = sum ? operation_.make(b, sum, more) : more;
  }

  Value* by_halves(IRBuilder<>& b, Value* rows) const {
    const unsigned lanes = lanes_of(&root_);
    while (lanes_of(rows) % (2 * lanes) == 0) {
      const unsigned half = lanes_of(rows) / 2;
      rows = operation_.make(b, b.CreateShuffleVector(rows, createStrideMask(0, 2, half)),
                             b.CreateShuffleVector(rows, createStrideMask(1, 2, half)));
    }
    const unsigned left = lanes_of(rows) / lanes;
    if (left == 1) return rows;
    Value* sum = nullptr;
    for (unsigned at = 0; at < left; ++at) {
      join(b, sum, b.CreateShuffleVector(rows, createStrideMask(at, left, lanes)));
    }
    return sum;
  }

  Instruction& root_;
  Operation operation_;
  SmallVector<Value*, 16> leaves_, rest_;
  SmallVector<std::pair<Value*, SmallVector<Value*, 4>>, 4> whole_;
};

// No operation of the same kind takes it in.
bool is_root(const Instruction& i, Operation operation) {
  if (!i.hasOneUse()) return true;
  const auto* user = cast<Instruction>(*i.user_begin());
  return user->getParent() != i.getParent() || Operation::of(user) != operation;
}

}  // namespace

unsigned sum_rows(Function& function) {
  SmallVector<WeakTrackingVH, 8> roots;
  for (auto& i : instructions(function)) {
    const auto operation = Operation::of(&i);
    if (operation && is_root(i, *operation)) roots.emplace_back(&i);
  }
  unsigned count = 0;
  for (auto& handle : roots) {
    auto* root = dyn_cast_or_null<Instruction>(static_cast<Value*>(handle));
    if (!root) continue;
    Sum sum(*root, *Operation::of(root));
    if (!sum.pays()) continue;
    count += sum.vectors();
    sum.rewrite();
  }
  return count;
}

}  // namespace heddle::compiler
