// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/linearise.h"

#include "compiler/analysis/loop_rounds.h"
#include "compiler/analysis/shape_analysis.h"
#include "compiler/ir/lane_function.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/each.h"
#include "compiler/passes/linearise/linear_plan.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Which lanes run the function from its start: the first `count`, or those of its mask argument.
struct EntryLanes {
  static constexpr unsigned kArgument = ~0u;
  unsigned count = kArgument;
};

class Lineariser {
 public:
  Lineariser(Function& function, EntryLanes lanes)
      : function_(function),
        lanes_(lanes),
        dominators_(function),
        post_dominators_(function),
        loops_(dominators_),
        shapes_(function, dominators_, post_dominators_, loops_, false),
        plan_(function, loops_, shapes_) {}

  bool run();

 private:
  void classify();
  void make_slots();
  void rewrite(BasicBlock& block);
  Value* begin(BasicBlock& block, IRBuilder<>& builder, Value* mask);
  void leave(IRBuilder<>& builder, BasicBlock& from, BasicBlock& to, Value* lanes,
             Value* some = nullptr);
  void repair_values();
  void forget_untold();
  void initialise_slots(DominatorTree& dominators);

  BasicBlock* entry_of(BasicBlock* block) const {
    const auto found = guard_blocks_.find(block);
    return found == guard_blocks_.end() ? block : found->second;
  }
  bool divergent_branch(const BasicBlock& block) const { return shapes_.is_divergent(&block); }
  AllocaInst* slot(Type* type, const Twine& name) {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    auto* result = builder.CreateAlloca(type, nullptr, name);
    slots_.push_back(result);
    return result;
  }

  Value* entry_mask(IRBuilder<>& builder) {
    if (lanes_.count == EntryLanes::kArgument) return pseudo::call(builder, pseudo::kEntryMask);
    if (lanes_.count == kLanes) return builder.getTrue();
    return builder.CreateICmpULT(pseudo::call(builder, pseudo::kLane),
                                 builder.getInt32(lanes_.count));
  }

  Function& function_;
  EntryLanes lanes_;
  DominatorTree dominators_;
  PostDominatorTree post_dominators_;
  LoopInfo loops_;
  ShapeAnalysis shapes_;
  LinearPlan plan_;
  DenseMap<BasicBlock*, BasicBlock*> guard_blocks_;
  DenseSet<BasicBlock*> direct_;                     // phis stay phis, the mask is the one edge's
  DenseMap<BasicBlock*, BasicBlock*> same_mask_as_;  // a dominator that runs the same lanes
  DenseMap<BasicBlock*, AllocaInst*> incoming_;      // lanes on their way to a block
  DenseMap<BasicBlock*, AllocaInst*> mask_;  // lanes that run a block, where others run them too
  DenseMap<PHINode*, AllocaInst*> phi_slots_;
  std::vector<AllocaInst*> slots_;
  std::vector<WeakTrackingVH> agreed_;  // values handed over where all lanes that come agree
};

bool Lineariser::run() {
  IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (!shapes_.has_divergence()) {
    auto* mask = entry_mask(builder);
    for (auto& block : function_) {
      if (&block != &function_.getEntryBlock()) {
        builder.SetInsertPoint(&block, block.getFirstInsertionPt());
      }
      pseudo::call(builder, pseudo::kMask, {mask});
    }
    return false;
  }
  plan_.make();
  classify();
  make_slots();
  for (auto* block : plan_.order()) rewrite(*block);
  for (auto& [phi, slot] : phi_slots_) phi->eraseFromParent();
  repair_values();
  return true;
}

void Lineariser::classify() {
  // Blocks that control reaches only along edges of the original graph, no lane missing.
  DenseSet<BasicBlock*> indirect;
  for (auto* block : plan_.order()) {
    const auto& step = plan_.after(block);
    for (const auto& exit : step.exits) {
      if (!exit.intended) indirect.insert(exit.target);
    }
    if (step.guarded) indirect.insert(step.skip);
    // An edge that does not lead straight to its block delivers its lanes through a slot.
    if (auto* branch = dyn_cast<BranchInst>(block->getTerminator())) {
      for (auto* successor : branch->successors()) {
        const bool straight =
            any_of(step.exits, [&](const auto& exit) { return exit.intended == successor; });
        if (!straight) indirect.insert(successor);
      }
    }
  }
  for (auto* block : plan_.order()) {
    if (!indirect.contains(block)) direct_.insert(block);
  }
  // The nearest dominator in the same loop that the block post-dominates runs the same lanes. What
  // keeps one dominator from it keeps those above it from it as well: lanes get from there to here.
  for (auto* block : plan_.order()) {
    const auto* loop = loops_.getLoopFor(block);
    if (loop && loop->getHeader() == block) continue;
    for (auto* node = dominators_.getNode(block)->getIDom(); node; node = node->getIDom()) {
      auto* above = node->getBlock();
      if (loop && !loop->contains(above)) break;
      if (!post_dominators_.dominates(block, above)) break;
      if (loops_.getLoopFor(above) != loop) continue;
      // Lanes that left the loop in between may come back in a later round of one around it.
      if (loop && ends_round(*loop, *above, block)) break;
      same_mask_as_[block] = above;
      break;
    }
  }
}

void Lineariser::make_slots() {
  auto* i1 = Type::getInt1Ty(function_.getContext());
  DenseSet<BasicBlock*> shared;
  for (auto [block, above] : same_mask_as_) shared.insert(above);
  for (auto* block : plan_.order()) {
    if (shared.contains(block)) mask_[block] = slot(i1, block->getName() + ".mask");
    if (!same_mask_as_.contains(block) && block != plan_.order().front()) {
      incoming_[block] = slot(i1, block->getName() + ".lanes");
    }
    if (!direct_.contains(block)) {
      for (auto& phi : block->phis()) phi_slots_[&phi] = slot(phi.getType(), phi.getName());
    }
    if (plan_.after(block).guarded) {
      guard_blocks_[block] = BasicBlock::Create(function_.getContext(), block->getName() + ".guard",
                                                &function_, block);
    }
  }
}

// The mask of a block on entry, from the lanes sent to it.
Value* Lineariser::begin(BasicBlock& block, IRBuilder<>& builder, Value* mask) {
  if (mask) {
  } else if (auto* same = same_mask_as_.lookup(&block)) {
    mask = builder.CreateLoad(builder.getInt1Ty(), mask_[same]);
  } else {
    mask = builder.CreateLoad(builder.getInt1Ty(), incoming_[&block]);
    builder.CreateStore(builder.getFalse(), incoming_[&block]);
  }
  if (auto* kept = mask_.lookup(&block)) builder.CreateStore(mask, kept);
  return mask;
}

// Sends `lanes` from one block to another: adds them to its mask and hands over its phis' values.
// `some`: are there any, the same in all lanes; null when that must be asked.
void Lineariser::leave(IRBuilder<>& builder, BasicBlock& from, BasicBlock& to, Value* lanes,
                       Value* some) {
  if (auto* into = incoming_.lookup(&to)) {
    auto* sum = lanes;
    if (!direct_.contains(&to)) {
      auto* before = builder.CreateLoad(builder.getInt1Ty(), into);
      sum = builder.CreateSelect(before, builder.getTrue(), lanes);
    }
    builder.CreateStore(sum, into);
  }
  if (direct_.contains(&to)) return;
  // The first block that delivers may overwrite: the lanes of the others are still to come.
  const auto* loop = loops_.getLoopFor(&to);
  const bool first = loops_.getLoopFor(&from) == loop && plan_.first_sender(&to) == &from;
  SmallVector<std::pair<Value*, AllocaInst*>, 4> values;
  for (auto& phi : to.phis()) {
    auto* into = phi_slots_[&phi];
    auto* value = phi.getIncomingValueForBlock(&from);
    // Where all lanes that come here agree, they do so whichever way they come: if any comes this
    // way, it is this value. A selection by lanes would make it differ.
    const bool agree = !shapes_.shape(&phi).is_varying();
    const bool same = agree && phi.hasConstantOrUndefValue();
    if (!first && !same && !isa<UndefValue>(value)) {
      if (agree && !some) some = pseudo::call(builder, pseudo::kAny, {lanes});
      value = builder.CreateSelect(agree ? some : lanes, value,
                                   builder.CreateLoad(phi.getType(), into));
      if (agree) agreed_.emplace_back(value);
    }
    if (!isa<UndefValue>(value)) values.push_back({value, into});
  }
  for (auto [value, into] : values) builder.CreateStore(value, into);
}

void Lineariser::rewrite(BasicBlock& block) {
  const auto& step = plan_.after(&block);
  Value* mask = nullptr;
  if (auto* guard = guard_blocks_.lookup(&block)) {
    IRBuilder<> builder(guard);
    mask = begin(block, builder, nullptr);
    builder.CreateCondBr(pseudo::call(builder, pseudo::kAny, {mask}), &block, entry_of(step.skip));
  }
  // Phis of joins become loads of their slots (erased when all blocks have handed over values).
  IRBuilder<> builder(&*block.getFirstNonPHIOrDbgOrAlloca());
  if (&block == plan_.order().front()) {
    mask = begin(block, builder, entry_mask(builder));
  } else if (!mask) {
    mask = begin(block, builder, nullptr);
  }
  if (!direct_.contains(&block)) {
    for (auto& phi : block.phis()) {
      phi.replaceAllUsesWith(builder.CreateLoad(phi.getType(), phi_slots_[&phi], phi.getName()));
    }
  }
  pseudo::call(builder, pseudo::kMask, {mask});
  // A new round of a loop starts with no lanes inside it.
  if (const auto* loop = loops_.getLoopFor(&block); loop && loop->getHeader() == &block) {
    for (auto* inside : loop->blocks()) {
      auto* kept = inside == &block ? nullptr : mask_.lookup(inside);
      if (kept) builder.CreateStore(builder.getFalse(), kept);
    }
  }

  auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch) return;
  builder.SetInsertPoint(branch);
  if (!divergent_branch(block)) {
    if (branch->isUnconditional()) {
      leave(builder, block, *branch->getSuccessor(0), mask, builder.getTrue());
      builder.CreateBr(entry_of(step.exits[0].target));
    } else {
      // Only one of the two happens, but what each hands over differs.
      auto* condition = branch->getCondition();
      auto* yes = builder.CreateSelect(condition, mask, builder.getFalse());
      auto* no = builder.CreateSelect(condition, builder.getFalse(), mask);
      const bool both = branch->getSuccessor(0) == branch->getSuccessor(1);
      const auto through = [&](unsigned i, Value* lanes, Value* some) {
        auto* to = branch->getSuccessor(i);
        // Straight to a block of its own kind of edges: the whole mask goes.
        leave(builder, block, *to, direct_.contains(to) || both ? mask : lanes, some);
      };
      through(0, yes, both ? builder.getTrue() : condition);
      if (!both) through(1, no, builder.CreateNot(condition));
      builder
          .CreateCondBr(condition, entry_of(step.exits[0].target), entry_of(step.exits[1].target))
          ->copyMetadata(*branch, {LLVMContext::MD_prof});
    }
  } else {
    auto* condition = branch->getCondition();
    auto* yes = builder.CreateSelect(mask, condition, builder.getFalse());
    auto* no = builder.CreateSelect(mask, builder.CreateNot(condition), builder.getFalse());
    leave(builder, block, *branch->getSuccessor(0), yes);
    leave(builder, block, *branch->getSuccessor(1), no);
    if (step.back_if_any) {
      auto* back = branch->getSuccessor(0) == step.exits[0].target ? yes : no;
      builder.CreateCondBr(pseudo::call(builder, pseudo::kAny, {back}),
                           entry_of(step.exits[0].target), entry_of(step.exits[1].target));
    } else {
      builder.CreateBr(entry_of(step.exits[0].target));
    }
  }
  branch->eraseFromParent();
}

// Nothing is on its way at first. A slot's first store stands close to its accesses, in front of
// the loops that contain them: were all slots alive from the entry on, promoting them would take
// time quadratic in the function.
void Lineariser::initialise_slots(DominatorTree& dominators) {
  const LoopInfo loops(dominators);
  SmallPtrSet<const AllocaInst*, 32> masks;
  for (const auto* map : {&incoming_, &mask_}) {
    for (auto [block, slot] : *map) masks.insert(slot);
  }
  for (auto* slot : slots_) {
    BasicBlock* at = nullptr;
    for (auto* user : slot->users()) {
      auto* block = cast<Instruction>(user)->getParent();
      at = at ? dominators.findNearestCommonDominator(at, block) : block;
    }
    if (!at) continue;
    while (const auto* loop = loops.getLoopFor(at)) {
      at = dominators.getNode(loop->getOutermostLoop()->getHeader())->getIDom()->getBlock();
    }
    const bool entry = at == slot->getParent();
    IRBuilder<> builder(at, entry ? std::next(slot->getIterator()) : at->getFirstInsertionPt());
    Value* nothing = UndefValue::get(slot->getAllocatedType());
    if (masks.contains(slot)) nothing = builder.getFalse();
    builder.CreateStore(nothing, slot);
  }
}

// PromoteMemToReg walks all that the first store's block dominates; this, from the loads to the
// stores.
static void promote(AllocaInst& slot) {
  SmallVector<Instruction*, 16> accesses;
  for (auto* user : slot.users()) accesses.push_back(cast<Instruction>(user));
  SSAUpdater updater;
  LoadAndStorePromoter(accesses, updater, slot.getName()).run(accesses);
  slot.eraseFromParent();
}

// Where nobody has handed over a value on the way to a block, all its lanes have the one that is
// handed over now, or there are none. A selection beside what is undefined would hide the pattern
// of an address.
void Lineariser::forget_untold() {
  for (auto& value : agreed_) {
    auto* select = dyn_cast_or_null<SelectInst>(static_cast<Value*>(value));
    if (!select || !isa<UndefValue>(select->getFalseValue())) continue;
    select->replaceAllUsesWith(select->getTrueValue());
    select->eraseFromParent();
  }
}

// Definitions that no longer dominate their uses go through slots too; then all slots become SSA
// values.
void Lineariser::repair_values() {
  EliminateUnreachableBlocks(function_);
  DominatorTree dominators(function_);
  std::vector<Instruction*> broken;
  for (auto& block : function_) {
    for (auto& instruction : block) {
      if (instruction.getType()->isVoidTy() || isa<AllocaInst>(instruction)) continue;
      for (const auto& use : instruction.uses()) {
        if (!dominators.dominates(&instruction, use)) {
          broken.push_back(&instruction);
          break;
        }
      }
    }
  }
  const auto at = function_.getEntryBlock().getFirstInsertionPt();
  for (auto* instruction : broken) {
    if (auto* slot = DemoteRegToStack(*instruction, false, at)) slots_.push_back(slot);
  }
  dominators.recalculate(function_);
  initialise_slots(dominators);
  for (auto* slot : slots_) promote(*slot);
  forget_untold();
  for (auto& block : function_) SimplifyInstructionsInBlock(&block);
}

}  // namespace

unsigned linearise(Compilation& c) {
  unsigned changed = 0;
  for (auto* function : defined(*c.module)) {
    if (is_of_one_lane(*function)) continue;
    auto lanes = EntryLanes{};
    if (function == c.full_warp) lanes.count = kLanes;
    if (function == c.last_warp) lanes.count = last_warp_lanes(*c.request.block);
    Lineariser(*function, lanes).run();
    ++changed;  // each gets a marker at least
  }
  return changed;
}

}  // namespace heddle::compiler
