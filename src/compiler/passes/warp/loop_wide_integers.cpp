// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/loop_wide_integers.h"

#include "image/kernel_abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kRegisterBits = 64;
// As many are faster as straight code: a loop puts its operands and results into memory.
constexpr unsigned kFew = 8;

const FixedVectorType* vector_type(const Value& value) {
  return dyn_cast<FixedVectorType>(value.getType());
}

bool is_wide(const Value& value) {
  const auto* type = vector_type(value);
  return type && type->getElementType()->isIntegerTy() &&
         type->getScalarSizeInBits() > kRegisterBits;
}

bool concerns_wide(const Instruction& i) {
  return is_wide(i) || any_of(i.operands(), [](const Use& of) { return is_wide(*of); });
}

// What a lane of it takes in memory: vectors have no gaps between their lanes, arrays may.
Type* stored_type(Type* element) {
  if (!element->isIntegerTy()) return element;
  const auto bits = PowerOf2Ceil(std::max(8u, element->getIntegerBitWidth()));
  return Type::getIntNTy(element->getContext(), static_cast<unsigned>(bits));
}

// Whether each lane computes it from that lane of the operands alone, and it does nothing else.
bool is_lane_by_lane(const Instruction& i) {
  if (!isa<BinaryOperator, CmpInst, CastInst, SelectInst, FreezeInst>(i)) return false;
  const auto* type = vector_type(i);
  if (!type || type->getNumElements() < 2) return false;
  return all_of(i.operands(),
                [&](const Use& of) {
                  const auto* operand = vector_type(*of);
                  return operand && operand->getNumElements() == type->getNumElements() &&
                         (operand->getElementType()->isIntegerTy() ||
                          operand->getElementType()->isFloatingPointTy());
                }) &&
         (type->getElementType()->isIntegerTy() || type->getElementType()->isFloatingPointTy());
}

// Instructions of a block that one loop can do, behind the last of them.
class Group {
 public:
  // False: it cannot be one of them.
  bool add(Instruction& i) {
    if (!is_lane_by_lane(i) || !(concerns_wide(i) || uses(i))) return false;
    if (!members_.empty() && lanes() != vector_type(i)->getNumElements()) return false;
    members_.insert(&i);
    return true;
  }
  bool uses(const Instruction& i) const {
    return any_of(i.operands(), [&](const Use& of) { return is_member(of.get()); });
  }
  // At the end, what only others use and is not wide can stay as it is.
  void trim() {
    while (!members_.empty() && !concerns_wide(*members_.back())) members_.pop_back();
  }
  bool is_worth_it() const {
    return count_if(members_, [](const Instruction* i) { return concerns_wide(*i); }) > kFew;
  }
  void make_loop();

 private:
  bool is_member(const Value* value) const {
    const auto* i = dyn_cast<Instruction>(value);
    return i && members_.contains(const_cast<Instruction*>(i));
  }
  unsigned lanes() const { return vector_type(*members_.front())->getNumElements(); }
  AllocaInst* place(Type* element) const;

  SmallSetVector<Instruction*, 32> members_;
};

AllocaInst* Group::place(Type* element) const {
  IRBuilder<> b(&*members_.front()->getFunction()->getEntryBlock().getFirstInsertionPt());
  auto* place =
      b.CreateAlloca(FixedVectorType::get(stored_type(element), lanes()), nullptr, "wide");
  place->setAlignment(Align(abi::kVectorAlign));
  return place;
}

void Group::make_loop() {
  auto* before = members_.back()->getParent();
  auto* after = SplitBlock(before, members_.back()->getNextNode());
  auto* body = BasicBlock::Create(before->getContext(), "wide.lane", before->getParent(), after);
  IRBuilder<> ahead(before->getTerminator()), b(body), behind(&*after->begin());
  auto* lane = b.CreatePHI(b.getInt64Ty(), 2);
  lane->addIncoming(b.getInt64(0), before);
  const auto in_array = [&](AllocaInst* where) {
    return b.CreateInBoundsGEP(where->getAllocatedType()->getScalarType(), where, lane);
  };
  DenseMap<Value*, Value*> of_lane;
  const auto operand = [&](Value* vector) -> Value* {
    auto*& value = of_lane[vector];
    if (value) return value;
    auto* element = vector->getType()->getScalarType();
    if (auto* constant = dyn_cast<Constant>(vector)) {
      if (auto* splat = constant->getSplatValue()) return value = splat;
    } else if (auto* number = getSplatValue(vector)) {
      return value = number;
    }
    auto* where = place(element);
    auto* stored = where->getAllocatedType();
    auto* wide = element->isIntegerTy() ? ahead.CreateZExt(vector, stored) : vector;
    ahead.CreateAlignedStore(wide, where, where->getAlign());
    auto* loaded = b.CreateLoad(stored->getScalarType(), in_array(where));
    return value = element->isIntegerTy() ? b.CreateTrunc(loaded, element) : loaded;
  };
  MapVector<Instruction*, AllocaInst*> results;
  for (auto* member : members_) {
    auto* one = member->clone();
    for (auto& of : one->operands()) of.set(operand(of.get()));
    one->mutateType(member->getType()->getScalarType());
    b.Insert(one);
    of_lane[member] = one;
    if (all_of(member->users(), [&](const User* user) { return is_member(user); })) continue;
    auto* where = results[member] = place(one->getType());
    auto* stored = where->getAllocatedType()->getScalarType();
    b.CreateStore(one->getType()->isIntegerTy() ? b.CreateZExt(one, stored) : one, in_array(where));
  }
  auto* next = b.CreateAdd(lane, b.getInt64(1));
  lane->addIncoming(next, body);
  b.CreateCondBr(b.CreateICmpEQ(next, b.getInt64(lanes())), after, body);
  before->getTerminator()->setSuccessor(0, body);
  for (auto& [member, where] : results) {
    Value* whole = behind.CreateAlignedLoad(where->getAllocatedType(), where, where->getAlign());
    if (member->getType()->isIntOrIntVectorTy())
      whole = behind.CreateTrunc(whole, member->getType());
    member->replaceUsesWithIf(whole, [&](const Use& of) { return !is_member(of.getUser()); });
  }
  for (auto* member : reverse(members_)) member->eraseFromParent();
}

// The next groups of the block, in their order. What others take from a group is there behind it,
// so it ends where they begin.
SmallVector<Group, 4> groups_of(BasicBlock& block) {
  SmallVector<Group, 4> groups;
  Group group;
  const auto end = [&] {
    group.trim();
    if (group.is_worth_it()) groups.push_back(group);
    group = Group();
  };
  for (auto& i : block) {
    if (group.add(i)) continue;
    if (!group.uses(i)) continue;
    end();
  }
  end();
  return groups;
}

}  // namespace

unsigned loop_wide_integers(Function& function) {
  unsigned loops = 0;
  SmallVector<BasicBlock*, 32> blocks;
  for (auto& block : function) blocks.push_back(&block);
  for (auto* block : blocks) {
    auto groups = groups_of(*block);
    // From the last one on: a block is split behind a group.
    for (auto& group : reverse(groups)) group.make_loop();
    loops += groups.size();
  }
  return loops;
}

}  // namespace heddle::compiler
