// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/let_lanes_pass.h"

#include <optional>

#include "compiler/analysis/lanes_that_wait.h"
#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/each.h"
#include "compiler/passes/scalar/canonicalise_loops.h"
#include "compiler/passes/scalar/insert_yields.h"
#include "compiler/passes/scalar/make_reducible.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

using Blocks = SmallSetVector<BasicBlock*, 32>;

// The code that lanes run at their own pace: from behind `from`, the end of a block, to `meet`.
struct Stretch {
  Instruction *from, *meet;
};

// Of a loop that is not known to wait.
constexpr unsigned kManyRounds = 1000;

// In a kernel: at each way back a lane has all that it holds there, which becomes vectors.
constexpr unsigned kMostLoops = 8;

// What a part of the lanes can do while the others are elsewhere.
bool can_be_alone(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  if (!call) return true;
  const auto* callee = call->getCalledFunction();
  if (!callee || !callee->isDeclaration() || is_matrix_op(*call)) return false;
  for (const auto name : {pseudo::kYield, pseudo::kYieldAtTimes, pseudo::kProgress,
                          pseudo::kMbarrier, pseudo::kMbarrierPhase, pseudo::kCopy}) {
    if (pseudo::is(call, name)) return true;
  }
  return !call->isConvergent();
}

bool is_vote(const Value& value) {
  const auto* call = dyn_cast<IntrinsicInst>(&value);
  if (!call) return false;
  switch (call->getIntrinsicID()) {
    case Intrinsic::nvvm_vote_ballot_sync:
    case Intrinsic::nvvm_vote_any_sync:
    case Intrinsic::nvvm_vote_all_sync:
      return true;
    default:
      return false;
  }
}

// Whether its outcome says nothing but who votes the next time: a walk keeps the mask of the lanes
// that are still walking, and nobody looks at it. (One whose outcome is not used at all is there so
// that lanes wait for each other.)
bool votes_for_itself(const Instruction& vote) {
  SmallSetVector<const User*, 8> users(vote.user_begin(), vote.user_end());
  for (unsigned k = 0; k < users.size(); ++k) {
    if (!isa<PHINode>(users[k]) && users[k] != &vote) return false;
    users.insert_range(users[k]->users());
  }
  return users.contains(&vote);
}

// Lanes that wait need not be together for it.
void drop_idle_votes(Function& function) {
  for (auto& i : make_early_inc_range(instructions(function))) {
    if (!is_vote(i) || !votes_for_itself(i)) continue;
    i.replaceAllUsesWith(Constant::getAllOnesValue(i.getType()));
    i.eraseFromParent();
  }
}

bool is_meeting(const Instruction& i) {
  return all_lanes_meet(i) && !is_split_barrier(i);
}

CallInst* yield_of(const Loop& loop) {
  for (auto& i : *loop.getLoopLatch()) {
    if (pseudo::is(&i, pseudo::kYield) || pseudo::is(&i, pseudo::kYieldAtTimes))
      return cast<CallInst>(&i);
  }
  return nullptr;
}

// What is reached from behind `from` ahead of `meet`.
Blocks blocks_of(const Stretch& stretch) {
  Blocks blocks;
  blocks.insert_range(successors(stretch.from->getParent()));
  for (unsigned k = 0; k < blocks.size(); ++k) {
    if (blocks[k] != stretch.meet->getParent()) blocks.insert_range(successors(blocks[k]));
  }
  return blocks;
}

class Stretches {
 public:
  explicit Stretches(Function& function)
      : dominators_(function), post_dominators_(function), loops_(dominators_) {}

  // One for each loop whose lanes wait for each other, or may do so. None: not possible.
  std::optional<SmallVector<Stretch, 2>> find() const {
    SmallVector<Stretch, 2> found;
    if (count_if(loops_.getLoopsInPreorder(), [](auto* loop) { return yield_of(*loop); }) >
        kMostLoops)
      return std::nullopt;
    for (auto* loop : loops_.getLoopsInPreorder()) {
      const auto* yield = yield_of(*loop);
      const bool needed = yield && yield->hasMetadata(kAmongLanes);
      if (!needed && !(yield && yield->hasMetadata(kMaybeAmongLanes))) continue;
      const bool has_one = any_of(found, [&](const Stretch& stretch) {
        return blocks_of(stretch).contains(loop->getHeader());
      });
      if (has_one) continue;
      const auto stretch = of(*loop);
      if (stretch) {
        found.push_back(*stretch);
      } else if (needed) {
        return std::nullopt;
      }
    }
    return found;
  }

 private:
  // Begins ahead of the loop, or of one around it, so that there is a place to meet behind.
  std::optional<Stretch> of(const Loop& loop) const {
    for (const auto* inner = &loop;; inner = inner->getParentLoop()) {
      if (auto stretch = from(*inner->getLoopPreheader(), inner->getParentLoop())) return stretch;
      if (!inner->getParentLoop()) return std::nullopt;
    }
  }

  std::optional<Stretch> from(BasicBlock& start, const Loop* around) const {
    const auto* node = post_dominators_.getNode(&start);
    for (node = node ? node->getIDom() : nullptr; node && node->getBlock();
         node = node->getIDom()) {
      auto& block = *node->getBlock();
      if (around && (!around->contains(&block) || &block == around->getHeader())) break;
      if (loops_.getLoopFor(&block) != around) continue;
      const auto meets = find_if(block, is_meeting);
      auto* end = block.getTerminator();
      if (meets != block.end()) return between(start, *meets, around);
      if (isa<ReturnInst>(end)) return between(start, *end, around);
    }
    return std::nullopt;
  }

  // The same, as far up as all ways to `meet` lead through it.
  std::optional<Stretch> between(BasicBlock& start, Instruction& meet, const Loop* around) const {
    auto* first = &start;
    for (;;) {
      const Stretch stretch{first->getTerminator(), &meet};
      const auto blocks = blocks_of(stretch);
      auto* dominator = first;
      for (auto* block : blocks)
        dominator = dominators_.findNearestCommonDominator(dominator, block);
      if (blocks.contains(first) || loops_.getLoopFor(first) != around) return std::nullopt;
      if (dominator == first)
        return is_possible(stretch, blocks) ? std::optional(stretch) : std::nullopt;
      first = dominator;
    }
  }

  static bool is_possible(const Stretch& stretch, const Blocks& blocks) {
    return all_of(blocks, [&](const BasicBlock* block) {
      for (const auto& i : *block) {
        if (&i == stretch.meet) break;
        if (!can_be_alone(i)) return false;
      }
      return true;
    });
  }

  const DominatorTree dominators_;
  const PostDominatorTree post_dominators_;
  const LoopInfo loops_;
};

// Values that are used in other blocks than they are made in lie in memory while edges are moved.
class InMemory {
 public:
  explicit InMemory(Function& function) : function_(function) {}

  AllocaInst* add(Type* type) {
    auto& entry = function_.getEntryBlock();
    auto* slot =
        new AllocaInst(type, function_.getDataLayout().getAllocaAddrSpace(), "", entry.begin());
    slots_.push_back(slot);
    return slot;
  }
  void add(const Blocks& blocks) {
    SmallVector<Instruction*, 32> values;
    SmallVector<PHINode*, 16> phis;
    for (auto* block : blocks) {
      for (auto& i : *block) {
        const auto elsewhere = [&](const User* user) {
          return isa<PHINode>(user) || cast<Instruction>(user)->getParent() != block;
        };
        if (auto* phi = dyn_cast<PHINode>(&i)) phis.push_back(phi);
        if (any_of(i.users(), elsewhere)) values.push_back(&i);
      }
    }
    const auto place = [&] { return function_.getEntryBlock().begin(); };
    for (auto* value : values) note(DemoteRegToStack(*value, false, place()));
    for (auto* phi : phis) note(DemotePHIToStack(phi, place()));
  }
  void take_out() {
    // Lanes that come a way on which a value is not there do not use it: it is any.
    for (auto* slot : slots_) {
      auto* next = slot->getNextNode();
      while (isa<AllocaInst>(next)) next = next->getNextNode();
      new StoreInst(Constant::getNullValue(slot->getAllocatedType()), slot, next->getIterator());
    }
    DominatorTree dominators(function_);
    PromoteMemToReg(slots_, dominators);
  }

 private:
  void note(AllocaInst* slot) {
    if (slot) slots_.push_back(slot);
  }
  Function& function_;
  SmallVector<AllocaInst*, 32> slots_;
};

// A GPU's lanes need nothing of this.
template <class T>
T* uncounted(T* value) {
  if (auto* i = dyn_cast<Instruction>(value)) {
    i->setMetadata(kUncounted, MDNode::get(i->getContext(), {}));
  }
  return value;
}

// Returns for how many loops. Leaves values in memory. Where it is heard, places where lanes wait
// are marked.
unsigned rewrite(Function& function, const Stretch& stretch, InMemory& memory, bool heard) {
  struct Waiting {
    CallInst* yield;
    BasicBlock *header, *preheader;
  };
  SmallVector<Waiting, 4> waiting;
  auto* behind = SplitBlock(stretch.meet->getParent(), stretch.meet);
  auto* last = behind->getSinglePredecessor();
  const auto blocks = blocks_of({stretch.from, last->getTerminator()});
  {
    DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    for (auto* loop : loops.getLoopsInPreorder()) {
      auto* yield = blocks.contains(loop->getHeader()) ? yield_of(*loop) : nullptr;
      if (yield) waiting.push_back({yield, loop->getHeader(), loop->getLoopPreheader()});
    }
  }
  memory.add(blocks);
  auto* where = memory.add(Type::getInt32Ty(function.getContext()));
  IRBuilder<> b(stretch.from);
  b.CreateStore(b.getInt32(0), where);

  auto* again = SplitBlock(stretch.from->getParent(), stretch.from);
  auto* meet = BasicBlock::Create(function.getContext(), "", &function, behind);
  last->getTerminator()->replaceSuccessorWith(behind, meet);
  auto* back = BasicBlock::Create(function.getContext(), "", &function, behind);
  meet->setName("lanes.meet");
  again->setName("lanes.again");
  back->setName("lanes.wait");
  const bool any_needed =
      any_of(waiting, [](const Waiting& w) { return w.yield->hasMetadata(kAmongLanes); });
  // Where it waits for ever, the yield's line is named.
  const DebugLoc line = waiting.empty() ? DebugLoc() : waiting[0].yield->getDebugLoc();
  bool at_times = true;
  for (unsigned k = 0; k < waiting.size(); ++k) {
    const auto [yield, header, preheader] = waiting[k];
    auto* latch = yield->getParent();
    auto* waits = BasicBlock::Create(function.getContext(), "", &function, meet);
    latch->getTerminator()->replaceSuccessorWith(header, waits);
    b.SetInsertPoint(waits);
    if (any_needed && !yield->hasMetadata(kMaybeAmongLanes)) {
      if (pseudo::is(yield, pseudo::kYield)) {
        at_times = false;
        if (heard) pseudo::call(b, pseudo::kWaits)->setDebugLoc(yield->getDebugLoc());
      }
      yield->eraseFromParent();
    } else {
      // Most such loops end before this many rounds, with all their lanes together.
      auto* rounds = memory.add(b.getInt32Ty());
      auto* now = uncounted(b.CreateAdd(b.CreateLoad(b.getInt32Ty(), rounds), b.getInt32(1)));
      b.CreateStore(now, rounds);
      auto* enough = BasicBlock::Create(function.getContext(), "", &function, meet);
      auto* many = uncounted(b.CreateICmpUGE(now, b.getInt32(kManyRounds)));
      uncounted(b.CreateCondBr(many, enough, header));
      b.SetInsertPoint(preheader->getTerminator());
      b.CreateStore(b.getInt32(0), rounds);
      b.SetInsertPoint(enough);
      b.CreateStore(b.getInt32(0), rounds);
    }
    b.CreateStore(b.getInt32(k + 1), where);
    b.CreateBr(meet);
  }
  b.SetInsertPoint(meet);
  auto* some = uncounted(b.CreateICmpNE(b.CreateLoad(b.getInt32Ty(), where), b.getInt32(0)));
  uncounted(b.CreateCondBr(some, back, behind));
  b.SetInsertPoint(back);
  uncounted(pseudo::call(b, at_times ? pseudo::kYieldAtTimes : pseudo::kYield))->setDebugLoc(line);
  b.CreateBr(again);

  // From there on to where each lane waits.
  b.SetInsertPoint(&again->front());
  auto* place = b.CreateLoad(b.getInt32Ty(), where);
  b.CreateStore(b.getInt32(0), where);
  const bool starts_there = waiting.size() == 1 && again->getSingleSuccessor() == waiting[0].header;
  for (unsigned k = 0; k < waiting.size() && !starts_there; ++k) {
    auto* block = again->getTerminator()->getParent();
    auto* other = SplitBlock(block, block->getTerminator());
    block->getTerminator()->eraseFromParent();
    b.SetInsertPoint(block);
    auto* here = uncounted(b.CreateICmpEQ(place, b.getInt32(k + 1)));
    uncounted(b.CreateCondBr(here, waiting[k].header, other));
    again = other;
  }
  return waiting.size();
}

// What is counted has to meet again where a GPU's lanes do. Other tools hear of each lane what it
// does; its order with the others' is the program's.
bool may_be_heard(const Compilation& c) {
  using probes::Event;
  if (!c.request.probes || !probes::has(c.request.probe_mask, Event::kCount)) return true;
  const auto counts =
      Event::kKernel | Event::kBlock | Event::kCount | Event::kAccess | Event::kAtomic;
  return (c.request.probe_mask & ~counts) == 0 && !c.lanes_wait;
}

}  // namespace

unsigned let_lanes_pass(Compilation& c) {
  const auto functions = defined(*c.module);
  const bool one_lane = c.request.block == BlockShape{1, 1, 1};
  if (one_lane || !c.is_kernel() || !may_be_heard(c) || c.calls_pointers) return 0;
  if (functions.size() != 1) return 0;
  auto& function = *functions[0];
  if (c.lanes_wait) drop_idle_votes(function);
  const auto stretches = Stretches(function).find();
  if (!stretches || stretches->empty()) return 0;
  const bool heard = c.request.probes && probes::has(c.request.probe_mask, probes::Event::kWait);
  unsigned loops = 0;
  InMemory memory(function);
  for (const auto& stretch : *stretches) loops += rewrite(function, stretch, memory, heard);
  make_reducible(function, *c.machine);
  memory.take_out();
  canonicalise_loops(*c.module, *c.machine);
  c.lanes_wait = false;
  c.module->getOrInsertNamedMetadata(kLanesPass);
  return loops;
}

}  // namespace heddle::compiler
