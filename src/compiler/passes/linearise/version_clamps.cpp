// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/version_clamps.h"

#include "compiler/analysis/clamps.h"
#include "compiler/ir/fast_path.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/linearise/copied_stretch.h"
#include "compiler/passes/linearise/one_quotient.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxCopies = 16;
constexpr unsigned kMaxInstructions = 1500;  // of all copies together
constexpr unsigned kMaxGaps = 7;             // between lanes that do not lie side by side

Value* address_of(Instruction& i) {
  auto* pointer = getLoadStorePointerOperand(&i);
  return pointer && may_be_copied(i) ? const_cast<Value*>(pointer) : nullptr;
}

// The accesses of one block that are copied together.
class Copy {
 public:
  Copy(BasicBlock& block, Value* mask, const ShapeAnalysis& shapes, Clamps& clamps)
      : block_(block), mask_(mask), shapes_(shapes), clamps_(clamps) {}

  // Looks for them behind `from`. False: there are none.
  bool find(BasicBlock::iterator from) {
    first_ = from;
    while (first_ != block_.end() && !is_clamped_access(*first_)) ++first_;
    if (first_ == block_.end()) return false;
    end_ = first_;
    while (may_be_copied(*end_)) {
      if (is_clamped_access(*end_) && can_be_made(*address_of(*end_))) accesses_.push_back(&*end_);
      ++size_;
      ++end_;
    }
    return true;
  }
  bool empty() const { return accesses_.empty(); }
  unsigned size() const { return size_; }
  BasicBlock::iterator end() const { return end_; }
  void make();
  // Of the blocks that it made, but for the one where both go on.
  ArrayRef<Instruction*> markers() const { return markers_; }

 private:
  bool is_clamped_access(Instruction& i) {
    auto* address = address_of(i);
    if (!address || !shapes_.shape(address).is_varying()) return false;
    const auto assumed = clamps_.assume(address);
    if (!assumed.is_affine() || !lies_in_rows(assumed, element_bytes(i))) return false;
    SmallSetVector<Instruction*, 4> clamps;
    find_clamps(address, clamps);
    return !clamps.empty();  // else there is nothing to ask
  }
  std::int64_t element_bytes(const Instruction& i) const {
    const auto& layout = block_.getDataLayout();
    return static_cast<std::int64_t>(layout.getTypeStoreSize(getLoadStoreType(&i)).getFixedValue());
  }
  static bool lies_in_rows(const Shape& shape, std::int64_t bytes) {
    unsigned gaps = 0;
    for (unsigned lane = 1; lane < kLanes; ++lane) {
      const auto step = shape.offset(lane) - shape.offset(lane - 1);
      const bool same_terms = all_of(shape.terms, [&](const Term& term) {
        return (*term.coefficients)[lane] == (*term.coefficients)[lane - 1];
      });
      if (!same_terms || (step != bytes && step != 0)) ++gaps;
    }
    return gaps <= kMaxGaps;
  }

  bool is_early(const Value& value) const {
    auto* i = dyn_cast<Instruction>(&value);
    return !i || i->getParent() != &block_ || i->comesBefore(&*first_);
  }
  // Uniform or of a pattern, computed behind the first access: it can be computed before.
  bool is_late(const Value& value) const {
    return !is_early(value) && !shapes_.shape(&value).is_varying() &&
           isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, MinMaxIntrinsic>(value);
  }
  // Whether the address can be computed in front of the first access.
  bool can_be_made(Value& value) {
    if (!shapes_.shape(&value).is_varying() && !is_late(value)) return is_early(value);
    auto& i = cast<Instruction>(value);
    if (auto* compare = Clamps::comparison(&i)) {
      if (!all_of(compare->operands(), [&](Use& use) { return can_be_made(*use); })) return false;
    }
    return all_of(i.operands(), [&](Use& use) {
      return isa<CmpInst>(use) || isa<Function>(use) || can_be_made(*use);
    });
  }
  // The value where of the clamps on the way to it only this one does something, or none (null).
  Value* with_only(IRBuilder<>& b, Value* value, const Value* clamp);
  SmallVector<Value*, 2> operands_of(IRBuilder<>& b, const Instruction& division,
                                     const Value* clamp);
  // The same value, computed here: lanes that nobody asks of keep no vectors of addresses for it.
  // What depends on the place stays what it was: phis, memory, the warp's other lanes.
  Value* again(IRBuilder<>& b, Value* value);
  Value* is_clamped(IRBuilder<>& b, Instruction& clamp);
  void find_clamps(Value* value, SmallSetVector<Instruction*, 4>& found);
  Instruction* only_clamp(Instruction& access);
  void load_each(LoadInst& load, Instruction& clamp);

  BasicBlock& block_;
  Value* mask_;
  const ShapeAnalysis& shapes_;
  Clamps& clamps_;
  BasicBlock::iterator first_, end_;
  unsigned size_ = 0;
  SmallVector<Instruction*, 8> accesses_;
  SmallVector<Instruction*, 16> markers_;
  DenseMap<std::pair<Value*, const Value*>, Value*> made_;  // of value and clamp
  Value* in_warp_ = nullptr;  // i1, null: one of them may do something to any lane
  MapVector<Instruction*, Value*> conditions_;  // of a clamp: i1, it does something to the lane
};

SmallVector<Value*, 2> Copy::operands_of(IRBuilder<>& b, const Instruction& division,
                                         const Value* clamp) {
  SmallVector<Value*, 2> result;
  for (const auto& operand : division.operands()) {
    result.push_back(with_only(b, operand.get(), clamp));
  }
  return result;
}

Value* Copy::with_only(IRBuilder<>& b, Value* value, const Value* clamp) {
  if (!shapes_.shape(value).is_varying() && !is_late(*value)) return value;
  if (auto* known = made_.lookup({value, clamp})) return known;
  auto* instruction = cast<Instruction>(value);
  auto* side = is_late(*value) ? nullptr : clamps_.unclamped(value);
  Value* result = nullptr;
  if (side) {
    result = with_only(b, value == clamp ? clamps_.bound(value) : side, clamp);
  } else if (const auto* division = clamps_.division(value)) {
    result = divide_as_one(b, *division, operands_of(b, *division, clamp));
  } else if (auto* sum = dyn_cast<PossiblyDisjointInst>(instruction); sum && sum->isDisjoint()) {
    auto* left = with_only(b, sum->getOperand(0), clamp);
    result = b.CreateAdd(left, with_only(b, sum->getOperand(1), clamp));
  } else {
    auto* copy = instruction->clone();
    for (auto& operand : copy->operands()) {
      if (!isa<Function>(operand)) operand = with_only(b, operand, clamp);
    }
    // Lanes of which this does not hold may overflow here, before anybody has asked.
    copy->dropPoisonGeneratingAnnotations();
    result = b.Insert(copy, instruction->getName());
  }
  return made_[{value, clamp}] = result;
}

Value* Copy::again(IRBuilder<>& b, Value* value) {
  if (!shapes_.shape(value).is_varying() || !is_early(*value)) return value;
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || isa<PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
      (isa<CallBase>(instruction) && cast<CallBase>(instruction)->isConvergent()))
    return value;
  auto* copy = instruction->clone();
  for (auto& operand : copy->operands()) {
    if (!isa<CmpInst, Function>(operand)) operand = again(b, operand);
  }
  if (Clamps::is_division(*copy)) {
    copy->setMetadata(kSeveralQuotients, MDNode::get(copy->getContext(), {}));
  }
  return b.Insert(copy, value->getName());
}

Value* Copy::is_clamped(IRBuilder<>& b, Instruction& clamp) {
  if (const auto* division = clamps_.division(&clamp)) {
    const auto [in_lane, in_warp] =
        has_another_quotient(b, *division, operands_of(b, *division, nullptr));
    if (in_warp) in_warp_ = in_warp_ ? b.CreateOr(in_warp_, in_warp) : in_warp;
    return in_lane;
  }
  auto* side = clamps_.unclamped(&clamp);
  if (auto* least = dyn_cast<MinMaxIntrinsic>(&clamp)) {
    const auto beyond = ICmpInst::getSwappedPredicate(least->getPredicate());
    return b.CreateICmp(beyond, with_only(b, side, nullptr),
                        with_only(b, clamps_.bound(&clamp), nullptr));
  }
  auto* compare = Clamps::comparison(&clamp);
  auto* chosen =
      b.CreateICmp(compare->getPredicate(), with_only(b, compare->getOperand(0), nullptr),
                   with_only(b, compare->getOperand(1), nullptr));
  return clamps_.is_where_true(&clamp) ? b.CreateNot(chosen) : chosen;
}

void Copy::find_clamps(Value* value, SmallSetVector<Instruction*, 4>& found) {
  if (!shapes_.shape(value).is_varying()) return;
  auto* instruction = cast<Instruction>(value);
  if (auto* side = clamps_.unclamped(value)) {
    if (!found.insert(instruction)) return;
    find_clamps(side, found);
    find_clamps(clamps_.bound(value), found);
    if (auto* compare = Clamps::comparison(instruction)) {
      for (auto& operand : compare->operands()) find_clamps(operand, found);
    }
    return;
  }
  // A remainder, of which that has been asked, is not negative.
  const bool exact = isa<CastInst>(value) && isa<BinaryOperator>(instruction->getOperand(0)) &&
                     cast<BinaryOperator>(instruction->getOperand(0))->isIntDivRem() &&
                     clamps_.division(instruction->getOperand(0));
  if (!exact && clamps_.division(value)) found.insert(instruction);
  for (auto& operand : instruction->operands()) find_clamps(operand, found);
}

// The one clamp of a load that has no other, if the lanes that it does something to lie in rows.
Instruction* Copy::only_clamp(Instruction& access) {
  SmallSetVector<Instruction*, 4> found;
  find_clamps(address_of(access), found);
  if (!isa<LoadInst>(access) || found.size() != 1 || clamps_.division(found.front())) {
    return nullptr;
  }
  auto* clamp = found.front();
  Clamps others(shapes_, clamp);
  const auto shape = others.assume(address_of(access));
  return shape.is_affine() && lies_in_rows(shape, element_bytes(access)) ? clamp : nullptr;
}

// Two loads instead of a gather: of the lanes that the clamp does nothing to and of the others.
void Copy::load_each(LoadInst& load, Instruction& clamp) {
  auto& context = block_.getContext();
  auto* clamped = conditions_.lookup(&clamp);
  auto* address = address_of(load);
  Value* either[2];
  for (const bool is : {false, true}) {
    auto* before = load.getParent();
    auto* after = before->splitBasicBlock(load.getIterator(), before->getName() + ".on");
    auto* here = BasicBlock::Create(context, before->getName() + (is ? ".is" : ".not"),
                                    before->getParent(), after);
    IRBuilder<> b(before->getTerminator());
    b.SetCurrentDebugLocation(load.getDebugLoc());
    auto* lanes = b.CreateAnd(mask_, is ? clamped : b.CreateNot(clamped));
    auto* pointer = with_only(b, address, is ? &clamp : nullptr);
    b.CreateCondBr(pseudo::call(b, pseudo::kAny, {lanes}), here, after);
    before->getTerminator()->eraseFromParent();
    b.SetInsertPoint(here);
    markers_.push_back(pseudo::call(b, pseudo::kMask, {lanes}));
    auto* part = load.clone();
    part->setOperand(LoadInst::getPointerOperandIndex(), pointer);
    b.Insert(part);
    b.CreateBr(after);
    b.SetInsertPoint(after, after->begin());
    auto* phi = b.CreatePHI(load.getType(), 2);
    phi->addIncoming(part, here);
    phi->addIncoming(PoisonValue::get(load.getType()), before);
    markers_.push_back(pseudo::call(b, pseudo::kMask, {mask_}));
    either[is] = phi;
  }
  IRBuilder<> b(&load);
  load.replaceAllUsesWith(b.CreateSelect(clamped, either[true], either[false]));
  load.eraseFromParent();
}

void Copy::make() {
  auto& context = block_.getContext();
  IRBuilder<> b(&*first_);
  SmallVector<WeakTrackingVH, 16> addresses;
  for (auto* access : accesses_) {
    addresses.push_back(address_of(*access));
    with_only(b, address_of(*access), nullptr);
    SmallSetVector<Instruction*, 4> found;
    find_clamps(address_of(*access), found);
    for (auto* clamp : found) {
      auto& condition = conditions_[clamp];
      if (!condition) condition = is_clamped(b, *clamp);
    }
  }
  Value* any = nullptr;
  for (auto& [clamp, condition] : conditions_) any = any ? b.CreateOr(any, condition) : condition;
  Value* some = pseudo::call(b, pseudo::kAny, {b.CreateAnd(mask_, any)});
  if (in_warp_) some = b.CreateOr(some, in_warp_);
  auto* none = b.CreateNot(some);

  auto* slow = block_.splitBasicBlock(first_, block_.getName() + ".clamped");
  auto* join = slow->splitBasicBlock(end_, block_.getName() + ".on");
  auto* fast =
      BasicBlock::Create(context, block_.getName() + ".unclamped", block_.getParent(), slow);
  for (auto* begin : {join, fast, slow}) {
    b.SetInsertPoint(begin, begin->getFirstInsertionPt());
    auto* marker = pseudo::call(b, pseudo::kMask, {mask_});
    if (begin != join) markers_.push_back(marker);
  }
  ValueToValueMapTy map;
  for (auto& original : drop_begin(*slow)) {
    auto* copy = original.clone();
    copy->insertInto(fast, fast->end());
    map[&original] = copy;
    RemapInstruction(copy, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    if (is_contained(accesses_, &original)) {
      const auto pointer = isa<LoadInst>(original) ? LoadInst::getPointerOperandIndex()
                                                   : StoreInst::getPointerOperandIndex();
      addresses.push_back(copy->getOperand(pointer));
      copy->setOperand(pointer, made_.lookup({address_of(original), nullptr}));
    }
  }
  for (auto& original : *slow) {
    auto* copy = dyn_cast_or_null<Instruction>(map.lookup(&original));
    if (!copy || copy->isTerminator() || !original.isUsedOutsideOfBlock(slow)) continue;
    auto* either = PHINode::Create(original.getType(), 2, "", join->begin());
    original.replaceUsesOutsideBlock(either, slow);
    either->addIncoming(&original, slow);
    either->addIncoming(copy, fast);
  }
  block_.getTerminator()->eraseFromParent();
  b.SetInsertPoint(&block_);
  mark_fast_path(*b.CreateCondBr(none, fast, slow));
  for (auto* access : accesses_) {
    if (auto* clamp = only_clamp(*access)) {
      load_each(*cast<LoadInst>(access), *clamp);
    } else {
      b.SetInsertPoint(access);
      auto* address = address_of(*access);
      access->replaceUsesOfWith(address, again(b, address));
    }
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(addresses);
}

// The marker that the block begins with, unless there are more.
CallInst* marker_of(BasicBlock& block) {
  CallInst* result = nullptr;
  for (auto& i : block) {
    if (!pseudo::is(&i, pseudo::kMask)) continue;
    if (result) return nullptr;
    result = cast<CallInst>(&i);
  }
  return result;
}

bool has_candidates(Function& function) {
  return any_of(instructions(function), [](Instruction& i) {
    return i.getType()->isIntegerTy() &&
           (isa<MinMaxIntrinsic>(i) || Clamps::comparison(&i) || Clamps::is_division(i));
  });
}

// Makes one copy; false when there is none left to make.
bool version_one(Function& function, SmallPtrSetImpl<Instruction*>& done, unsigned& left) {
  const DominatorTree dominators(function);
  const PostDominatorTree post_dominators(function);
  const LoopInfo loops(dominators);
  const ShapeAnalysis shapes(function, dominators, post_dominators, loops, true);
  Clamps clamps(shapes);
  for (auto& block : function) {
    auto* marker = marker_of(block);
    if (!marker || !done.insert(marker).second) continue;
    auto from = std::next(marker->getIterator());
    for (;;) {
      Copy copy(block, marker->getArgOperand(0), shapes, clamps);
      if (!copy.find(from)) break;
      from = copy.end();
      if (copy.empty() || copy.size() > left) continue;
      left -= copy.size();
      copy.make();
      done.insert_range(copy.markers());
      return true;
    }
  }
  return false;
}

}  // namespace

unsigned version_clamps(Function& function) {
  if (!has_candidates(function)) return 0;
  SmallPtrSet<Instruction*, 32> done;
  unsigned copies = 0, left = kMaxInstructions;
  while (copies < kMaxCopies && version_one(function, done, left)) ++copies;
  return copies;
}

}  // namespace heddle::compiler
