// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/waiting_loops.h"

#include "compiler/analysis/lane_groups.h"
#include "compiler/ir/pseudo.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool gives_way(const Instruction& i) {
  if (isa<FenceInst>(i)) return true;
  const auto* call = dyn_cast<CallInst>(&i);
  if (!call || !call->getCalledFunction()) return false;
  switch (call->getCalledFunction()->getIntrinsicID()) {
    case Intrinsic::nvvm_membar_cta:
    case Intrinsic::nvvm_membar_gl:
    case Intrinsic::nvvm_membar_sys:
    case Intrinsic::nvvm_nanosleep:
      return true;
    default:
      return false;
  }
}

// The buffer that an address lies in, as far as it can be told: what a pointer was loaded from
// stands for what it points at, so that one kernel parameter is one buffer.
const Value* buffer_of(const Value* pointer) {
  const auto* object = getUnderlyingObject(pointer);
  const auto* load = dyn_cast<LoadInst>(object);
  return load && load->hasMetadata(LLVMContext::MD_invariant_load) ? load->getPointerOperand()
                                                                   : object;
}

bool is_known_buffer(const Value* buffer) {
  return !isa<PHINode, SelectInst, IntToPtrInst, LoadInst, CallInst>(buffer);
}

// One loop, and what its exits hang on.
class Exits {
 public:
  explicit Exits(const Loop& loop) : loop_(loop) {
    for (auto* block : loop.blocks()) {
      for (auto& i : *block) {
        gives_way_ |= gives_way(i);
        has_barrier_ |= pseudo::is(&i, pseudo::kBarrier);
        if (const auto* store = dyn_cast<StoreInst>(&i)) stores_.push_back(store);
      }
    }
  }

  bool wait() {
    SmallVector<BasicBlock*, 8> exiting;
    loop_.getExitingBlocks(exiting);
    for (auto* block : exiting) {
      const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || (branch->isConditional() && !follow(branch->getCondition()))) return false;
    }
    return !polls_.empty();
  }

  ArrayRef<const Instruction*> polls() const { return polls_.getArrayRef(); }

  std::vector<Instruction*> effects() const {
    std::vector<Instruction*> found;
    for (auto* block : loop_.blocks()) {
      for (auto& i : *block) {
        const bool looks = isa<LoadInst>(i) || gives_way(i) || polls_.contains(&i);
        if (!looks && i.mayWriteToMemory()) found.push_back(&i);
      }
    }
    return found;
  }

 private:
  // False when the value may change without another thread's doing.
  bool follow(const Value* value) {
    const auto* i = dyn_cast<Instruction>(value);
    if (!i || !loop_.contains(i)) return true;
    if (running_.contains(i)) return false;  // a phi that depends on itself counts something
    if (done_.contains(i)) return true;
    const auto* load = dyn_cast<LoadInst>(i);
    const bool handed_on = load && is_stored_here(*load);
    if (i->mayReadFromMemory() && !handed_on) {
      if (!is_poll(*i)) return false;
      polls_.insert(i);
      return true;
    }
    if (i->mayHaveSideEffects() && !isa<CallInst, LoadInst>(i)) return false;
    running_.insert(i);
    if (handed_on) {
      for (const auto* store : stores_) {
        if (same_buffer(*load, *store) && !follow(store->getValueOperand())) return false;
      }
    } else {
      for (const Value* operand : i->operands()) {
        if (!follow(operand)) return false;
      }
    }
    running_.erase(i);
    done_.insert(i);
    return true;
  }

  // In a loop with a barrier threads hand on what they have read: `if (t == 0) flag = *global;
  // __syncthreads(); if (flag) break;`. Then what is stored counts, not the load.
  bool is_stored_here(const LoadInst& load) const {
    return has_barrier_ &&
           any_of(stores_, [&](const auto* store) { return same_buffer(load, *store); });
  }

  static bool same_buffer(const LoadInst& load, const StoreInst& store) {
    return buffer_of(load.getPointerOperand()) == buffer_of(store.getPointerOperand());
  }

  // The same in each round: computed from nothing that the loop changes.
  bool fixed(const Value* value, unsigned depth = 6) const {
    const auto* i = dyn_cast<Instruction>(value);
    if (!i || !loop_.contains(i)) return true;
    const bool changes =
        i->mayReadOrWriteMemory() && !i->hasMetadata(LLVMContext::MD_invariant_load);
    if (depth == 0 || isa<PHINode>(i) || changes) return false;
    return all_of(i->operands(), [&](const Value* part) { return fixed(part, depth - 1); });
  }

  bool is_poll(const Instruction& i) const {
    if (pseudo::is(&i, pseudo::kMbarrierPhase)) return fixed(i.getOperand(0));
    if (const auto* load = dyn_cast<LoadInst>(&i)) {
      return (load->isVolatile() || load->isAtomic() || gives_way_) &&
             fixed(load->getPointerOperand());
    }
    if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
      return fixed(exchange->getPointerOperand()) && fixed(exchange->getCompareOperand());
    }
    const auto* update = dyn_cast<AtomicRMWInst>(&i);
    if (!update || !fixed(update->getPointerOperand())) return false;
    switch (update->getOperation()) {
      case AtomicRMWInst::Xchg:
      case AtomicRMWInst::And:
      case AtomicRMWInst::Or:
      case AtomicRMWInst::Min:
      case AtomicRMWInst::Max:
      case AtomicRMWInst::UMin:
      case AtomicRMWInst::UMax:
      case AtomicRMWInst::FMin:
      case AtomicRMWInst::FMax:
        return fixed(update->getValOperand());
      case AtomicRMWInst::Add:
      case AtomicRMWInst::Sub:
      case AtomicRMWInst::Xor: {
        const auto* constant = dyn_cast<Constant>(update->getValOperand());
        return constant && constant->isNullValue();
      }
      default:
        return false;
    }
  }

  const Loop& loop_;
  bool gives_way_ = false, has_barrier_ = false;
  SmallVector<const StoreInst*, 8> stores_;
  SmallPtrSet<const Instruction*, 16> running_, done_;
  SmallSetVector<const Instruction*, 2> polls_;
};

// Whether `i` may write what `poll` reads.
bool may_release(const Instruction& i, const Instruction& poll) {
  if (pseudo::is(&poll, pseudo::kMbarrierPhase) && !isa<CallInst>(i)) return false;
  if (pseudo::is(&i, pseudo::kMbarrier)) return pseudo::is(&poll, pseudo::kMbarrierPhase);
  const Value* to = nullptr;
  if (const auto* store = dyn_cast<StoreInst>(&i)) to = store->getPointerOperand();
  if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) to = update->getPointerOperand();
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) to = exchange->getPointerOperand();
  if (!to) {
    const auto* call = dyn_cast<CallInst>(&i);
    return call && (!call->getCalledFunction() || !call->getCalledFunction()->isDeclaration());
  }
  const auto *a = buffer_of(to),
             *b = buffer_of(getLoadStorePointerOperand(&poll) ? getLoadStorePointerOperand(&poll)
                                                              : poll.getOperand(0));
  return a == b || !is_known_buffer(a) || !is_known_buffer(b);
}

class AmongLanes {
 public:
  AmongLanes(const Loop& loop, ArrayRef<const Instruction*> polls, const DominatorTree& dominators,
             const PostDominatorTree& post_dominators, const ShapeAnalysis& shapes)
      : loop_(loop),
        polls_(polls),
        dominators_(dominators),
        post_dominators_(post_dominators),
        shapes_(shapes) {}

  bool run() const {
    auto* header = loop_.getHeader();
    if (shapes_.is_divergent(&loop_) && !single_lane(*header, dominators_, shapes_)) {
      // A lane that has got through (a lock is its own now) or whose turn is over writes later.
      if (any_of(polls_, takes)) return true;
      SmallVector<BasicBlock*, 8> behind;
      loop_.getExitBlocks(behind);
      if (!one_mbarrier() && releases(behind, nullptr)) return true;
    }
    // Lanes that took another way before the loop, as far as all meet again.
    for (auto& branch : *header->getParent()) {
      if (!shapes_.is_divergent(&branch) || loop_.contains(&branch)) continue;
      const auto* node = post_dominators_.getNode(&branch);
      const auto* meet = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      const SmallVector<BasicBlock*, 2> sides(successors(&branch));
      if (!reaches(sides, meet, header)) continue;
      if (releases(sides, meet) || (meet && waits_for_mbarrier() && arrives_from(*meet)))
        return true;
    }
    return false;
  }

 private:
  static bool takes(const Instruction* poll) {
    return !pseudo::is(poll, pseudo::kMbarrierPhase) && poll->mayWriteToMemory();
  }
  // All lanes wait for one mbarrier. They have arrived together, so one phase ends for all of them:
  // no lane waits for what another does after its wait.
  bool one_mbarrier() const {
    return all_of(polls_, [&](const auto* poll) {
      return pseudo::is(poll, pseudo::kMbarrierPhase) &&
             shapes_.shape(poll->getOperand(0)).is_uniform();
    });
  }

  bool waits_for_mbarrier() const {
    return any_of(polls_,
                  [](const auto* poll) { return pseudo::is(poll, pseudo::kMbarrierPhase); });
  }
  // Do lanes that are at `start`, where those that wait meet them, arrive at an mbarrier before
  // they have to wait themselves?
  static bool arrives_from(const BasicBlock& start) {
    SmallVector<const BasicBlock*, 16> work{&start};
    SmallPtrSet<const BasicBlock*, 32> seen{&start};
    while (!work.empty()) {
      const auto* block = work.pop_back_val();
      const auto first = find_if(*block, [](const auto& i) {
        return pseudo::is(&i, pseudo::kMbarrier) || pseudo::is(&i, pseudo::kMbarrierPhase) ||
               pseudo::is(&i, pseudo::kBarrier);
      });
      if (first != block->end()) {
        if (pseudo::is(&*first, pseudo::kMbarrier)) return true;
        continue;
      }
      for (const auto* next : successors(block)) {
        if (seen.insert(next).second) work.push_back(next);
      }
    }
    return false;
  }

  using Visit = function_ref<bool(const BasicBlock&)>;
  // Whether `wanted` holds for a block on a way from `from` that ends before `until` (may be null);
  // `pass` says through which blocks ways lead.
  static bool search(ArrayRef<BasicBlock*> from, const BasicBlock* until, Visit pass,
                     Visit wanted) {
    SmallVector<const BasicBlock*, 16> work(from);
    SmallPtrSet<const BasicBlock*, 32> seen(from.begin(), from.end());
    while (!work.empty()) {
      const auto* block = work.pop_back_val();
      if (block == until || !pass(*block)) continue;
      if (wanted(*block)) return true;
      for (const auto* next : successors(block)) {
        if (seen.insert(next).second) work.push_back(next);
      }
    }
    return false;
  }

  static bool reaches(ArrayRef<BasicBlock*> from, const BasicBlock* until, const BasicBlock* to) {
    return search(
        from, until, [](auto&) { return true; }, [&](auto& block) { return &block == to; });
  }

  // Is a poll's buffer written by lanes that have not come through the loop and need not come to
  // it?
  bool releases(ArrayRef<BasicBlock*> from, const BasicBlock* until) const {
    return search(
        from, until, [&](auto& block) { return !loop_.contains(&block); },
        [&](auto& block) {
          if (until && dominators_.dominates(&block, loop_.getHeader())) return false;
          return any_of(block, [&](const auto& i) {
            return any_of(polls_, [&](const auto* poll) { return may_release(i, *poll); });
          });
        });
  }

  const Loop& loop_;
  ArrayRef<const Instruction*> polls_;
  const DominatorTree& dominators_;
  const PostDominatorTree& post_dominators_;
  const ShapeAnalysis& shapes_;
};

}  // namespace

std::vector<WaitingLoop> find_waiting_loops(LoopInfo& loops, const DominatorTree& dominators,
                                            const PostDominatorTree& post_dominators,
                                            const ShapeAnalysis& shapes) {
  std::vector<WaitingLoop> result;
  for (auto* loop : loops.getLoopsInPreorder()) {
    Exits exits(*loop);
    if (!exits.wait()) continue;
    result.push_back({loop,
                      AmongLanes(*loop, exits.polls(), dominators, post_dominators, shapes).run(),
                      exits.effects()});
  }
  return result;
}

std::optional<std::vector<Instruction*>> effects_of_waiting_loop(const Loop& loop) {
  Exits exits(loop);
  if (!exits.wait()) return std::nullopt;
  return exits.effects();
}

bool may_poll(const Instruction& i) {
  return i.isVolatile() || i.isAtomic() || gives_way(i) || pseudo::is(&i, pseudo::kMbarrierPhase);
}

}  // namespace heddle::compiler
