// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/warp_frame.h"

#include "image/kernel_abi.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace heddle::compiler {

using namespace llvm;

WarpFrame::WarpFrame(Function& warp, ArrayRef<BasicBlock*> resumes, bool mask_bytes)
    : layout_(warp.getDataLayout()),
      mask_bytes_(mask_bytes),
      dominators_(warp),
      loops_(dominators_) {
  for (auto* loop : loops_)
    simplifyLoop(loop, &dominators_, &loops_, nullptr, nullptr, nullptr, false);
  for (auto* loop : loops_) formLCSSARecursively(*loop, dominators_, &loops_, nullptr);
  resumes_.insert_range(resumes);
  for (auto& value : instructions(warp)) {
    if (value.getType()->isVoidTy() || isa<AllocaInst>(value)) continue;
    Kept kept;
    find_alive(value, kept);
    if (!kept.behind.empty()) kept_.insert({&value, std::move(kept)});
  }
  find_cheap();
  share_slots();
}

std::uint64_t WarpFrame::place(std::uint64_t size, Align align) {
  end_ = alignTo(end_, align);
  const auto at = end_;
  end_ += size;
  return at;
}

// Walks from each use up to the definition, then from the resume blocks down.
void WarpFrame::find_alive(Instruction& value, Kept& kept) const {
  auto* definition = value.getParent();
  SmallVector<BasicBlock*, 16> work;
  const auto into = [&](BasicBlock* block) {
    if (block != definition && kept.live_in.insert(block).second) work.push_back(block);
  };
  for (auto& use : value.uses()) {
    auto* user = cast<Instruction>(use.getUser());
    auto* phi = dyn_cast<PHINode>(user);
    into(phi ? phi->getIncomingBlock(use) : user->getParent());
  }
  while (!work.empty()) {
    for (auto* before : predecessors(work.pop_back_val())) into(before);
  }
  const auto down = [&](BasicBlock* block) {
    if (kept.live_in.contains(block) && kept.behind.insert(block).second) work.push_back(block);
  };
  // Of many suspensions a value lives over few.
  for (auto* block : kept.live_in) {
    if (resumes_.contains(block)) down(block);
  }
  while (!work.empty()) {
    for (auto* next : successors(work.pop_back_val())) down(next);
  }
}

namespace {

constexpr unsigned kMaxRepeated = 8;  // instructions
constexpr unsigned kTooDear = 1000;

bool is_scalar_arithmetic(const Instruction& value) {
  if (value.getType()->isVectorTy() || !value.getType()->isIntOrPtrTy()) return false;
  if (any_of(value.operand_values(), [](auto* v) { return !v->getType()->isIntOrPtrTy(); })) {
    return false;
  }
  if (isa<GetElementPtrInst, CastInst, ICmpInst>(value)) return true;
  auto* binary = dyn_cast<BinaryOperator>(&value);
  return binary && !binary->isIntDivRem();
}

// The first step of a vector that holds one number, and the second.
bool is_splat_step(const Instruction& value) {
  if (auto* insert = dyn_cast<InsertElementInst>(&value)) {
    return isa<PoisonValue>(insert->getOperand(0)) && isa<Constant>(insert->getOperand(2));
  }
  auto* shuffle = dyn_cast<ShuffleVectorInst>(&value);
  return shuffle && shuffle->isZeroEltSplat() && isa<PoisonValue>(shuffle->getOperand(1)) &&
         isa<InsertElementInst>(shuffle->getOperand(0)) &&
         is_splat_step(*cast<Instruction>(shuffle->getOperand(0)));
}

// The operand of one instruction on one value; null: it is something else. Without this, addresses
// that differ by constants would each be a word of the frame, loaded before each use, and numbers
// would be as many words as lanes.
Value* cheap_operand(const Instruction& value) {
  if (is_splat_step(value)) return value.getOperand(isa<InsertElementInst>(value) ? 1 : 0);
  if (!is_scalar_arithmetic(value)) return nullptr;
  const bool one =
      all_of(drop_begin(value.operand_values()), [](auto* v) { return isa<Constant>(v); });
  return one ? value.getOperand(0) : nullptr;
}

}  // namespace

// How many instructions make the value from what needs no keeping.
unsigned WarpFrame::cost_from_arguments(Value* value) {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction) return isa<Argument, Constant>(value) ? 0 : kTooDear;
  if (isa<AllocaInst>(instruction)) return 0;
  const auto known = costs_.find(value);
  if (known != costs_.end()) return known->second;
  costs_[value] = kTooDear;
  auto* load = dyn_cast<LoadInst>(instruction);
  if (!is_scalar_arithmetic(*instruction) &&
      !(load && load->hasMetadata(LLVMContext::MD_invariant_load) && load->isSimple())) {
    return kTooDear;
  }
  unsigned sum = 1;
  for (auto* operand : instruction->operand_values()) {
    sum = std::min(kTooDear, sum + cost_from_arguments(operand));
  }
  return costs_[value] = sum;
}

void WarpFrame::find_cheap() {
  for (bool grew = true; grew;) {
    grew = false;
    for (unsigned i = 0; i < kept_.size(); ++i) {
      auto* value = (kept_.begin() + i)->first;
      const bool from_arguments = cost_from_arguments(value) <= kMaxRepeated;
      auto* from = cheap_operand(*value);
      if (!from_arguments && !from) continue;
      kept_[value].again = true;
      auto* operand = dyn_cast_or_null<Instruction>(from);
      if (from_arguments || !operand || isa<AllocaInst>(operand)) continue;
      // Where the value is needed, now the operand is.
      const auto live_in = kept_[value].live_in, behind = kept_[value].behind;
      const auto [entry, fresh] = kept_.insert({operand, {}});
      auto& source = entry->second;
      if (fresh) find_alive(*operand, source);
      const auto before = source.live_in.size() + source.behind.size();
      source.live_in.insert_range(live_in);
      source.behind.insert_range(behind);
      grew |= fresh || source.live_in.size() + source.behind.size() != before;
    }
  }
}

void WarpFrame::note_operands(Instruction& value) {
  const auto [entry, fresh] = operands_.try_emplace(&value);
  if (!fresh) return;
  entry->second.assign(value.value_op_begin(), value.value_op_end());
  if (cost_from_arguments(&value) > kMaxRepeated) return;
  for (auto* operand : value.operand_values()) {
    if (auto* instruction = dyn_cast<Instruction>(operand)) note_operands(*instruction);
  }
}

// Whether the value is needed where `other` is made or after it. Sums that go round a loop end
// where the next one is made.
bool WarpFrame::outlives(Instruction* value, Instruction* other) const {
  const auto& live_in = kept_.find(value)->second.live_in;
  auto* block = other->getParent();
  if (!live_in.contains(block)) return false;
  if (any_of(successors(block), [&](auto* next) { return live_in.contains(next); })) return true;
  return any_of(value->uses(), [&](const Use& use) {
    auto* user = cast<Instruction>(use.getUser());
    if (auto* phi = dyn_cast<PHINode>(user)) return phi->getIncomingBlock(use) == block;
    // What is made again needs its operands wherever it is used.
    const auto* made = kept_.find(user);
    if (made != kept_.end() && made->second.again) return true;
    return user->getParent() == block && user != other && !user->comesBefore(other);
  });
}

// Conservative: values of one block overlap.
bool WarpFrame::overlap(Instruction* a, Instruction* b) const {
  return a->getParent() == b->getParent() || outlives(a, b) || outlives(b, a);
}

void WarpFrame::share_slots() {
  DenseMap<Instruction*, SmallVector<Instruction*, 4>> members;
  for (auto& [value, kept] : kept_) {
    kept.slot_of = value;
    members[value] = {value};
  }
  for (auto& [value, kept] : kept_) {
    auto* phi = dyn_cast<PHINode>(value);
    if (!phi) continue;
    for (auto& incoming : phi->incoming_values()) {
      auto* other = kept_.find(dyn_cast<Instruction>(incoming));
      if (other == kept_.end() || other->second.again || kept.again) continue;
      auto *into = kept.slot_of, *from = other->second.slot_of;
      if (into == from) continue;
      const auto &left = members[into], &right = members[from];
      if (any_of(left,
                 [&](auto* a) { return any_of(right, [&](auto* b) { return overlap(a, b); }); })) {
        continue;
      }
      const auto moved = right;
      for (auto* member : moved) kept_[member].slot_of = into;
      members[into].append(moved);
    }
  }
}

Value* WarpFrame::address(IRBuilder<>& b, std::uint64_t offset) const {
  return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), frame_, offset);
}

Type* WarpFrame::slot_type(const Value& value) const {
  auto* type = value.getType();
  if (!mask_bytes_ || !type->isVectorTy() || !type->getScalarType()->isIntegerTy(1)) return type;
  return VectorType::get(Type::getInt8Ty(type->getContext()), cast<VectorType>(type));
}

// Frames are aligned to kVectorAlign.
Align WarpFrame::slot_align(const Value& value) const {
  return std::min(layout_.getPrefTypeAlign(slot_type(value)), Align(abi::kVectorAlign));
}

void WarpFrame::move_values(Value* frame) {
  frame_ = frame;
  for (auto& [value, kept] : kept_) {
    if (kept.again) note_operands(*value);
  }
  for (auto& [value, kept] : kept_) {
    if (kept.again || kept.slot_of != value) continue;
    kept.slot =
        place(layout_.getTypeAllocSize(slot_type(*value)).getFixedValue(), slot_align(*value));
  }
  for (auto& [value, kept] : kept_) {
    if (!kept.again) kept.slot = kept_[kept.slot_of].slot;
  }
  // Loads first: they look at the uses that the function had before.
  for (auto& [value, kept] : kept_) reload_uses(value, kept);
  for (auto& [value, kept] : kept_) {
    if (!kept.again) store(value, kept);
  }
}

void WarpFrame::store(Instruction* value, const Kept& kept) {
  IRBuilder<> b(value->getParent(), *value->getInsertionPointAfterDef());
  b.SetCurrentDebugLocation(value->getDebugLoc());
  auto* type = slot_type(*value);
  Value* stored = type == value->getType() ? value : b.CreateSExt(value, type);
  b.CreateAlignedStore(stored, address(b, kept.slot), slot_align(*value));
}

// Where to load the value for its uses in (or, by phis, at the end of) `block`.
Instruction* WarpFrame::place_of(Instruction* value, const Kept& kept, BasicBlock* block) {
  BasicBlock* best = block;
  for (auto* loop = loops_.getLoopFor(block); loop; loop = loop->getParentLoop()) {
    auto* before = loop->getLoopPreheader();
    if (loop->contains(value) || !before || !kept.behind.contains(before)) break;
    if (any_of(resumes_, [&](auto* resume) { return loop->contains(resume); })) break;
    best = before;
  }
  if (best != block) return best->getTerminator();
  for (auto& instruction : *block) {
    if (!isa<PHINode>(instruction) && is_contained(instruction.operand_values(), value))
      return &instruction;
  }
  return block->getTerminator();
}

Value* WarpFrame::value_at(Value* value, Instruction* before) {
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction) return value;
  const auto* kept = kept_.find(instruction);
  IRBuilder<> b(before);
  if (kept != kept_.end() && !kept->second.again) {
    auto* type = slot_type(*value);
    Value* loaded = b.CreateAlignedLoad(type, address(b, kept->second.slot), slot_align(*value),
                                        value->getName());
    if (type == value->getType()) return loaded;
    return b.CreateICmpSLT(loaded, Constant::getNullValue(type));
  }
  const auto operands = operands_.find(instruction);
  if (operands == operands_.end()) return value;
  auto* copy = instruction->clone();
  for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
    copy->setOperand(i, value_at(operands->second[i], before));
  }
  b.SetInsertPoint(before);
  b.Insert(copy, value->getName());
  return copy;
}

void WarpFrame::reload_uses(Instruction* value, const Kept& kept) {
  SmallVector<Use*, 16> uses;
  for (auto& use : value->uses()) uses.push_back(&use);
  MapVector<BasicBlock*, SmallVector<Use*, 4>> by_block;
  for (auto* use : uses) {
    auto* user = cast<Instruction>(use->getUser());
    auto* phi = dyn_cast<PHINode>(user);
    auto* block = phi ? phi->getIncomingBlock(*use) : user->getParent();
    if (kept.behind.contains(block)) by_block[block].push_back(use);
  }
  DenseMap<Instruction*, Value*> made;
  for (auto& [block, here] : by_block) {
    auto* before = place_of(value, kept, block);
    auto& again = made[before];
    if (!again) again = value_at(value, before);
    for (auto* use : here) use->set(again);
  }
}

}  // namespace heddle::compiler
