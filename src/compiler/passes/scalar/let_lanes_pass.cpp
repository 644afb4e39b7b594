// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/let_lanes_pass.h"

#include "compiler/ir/pseudo.h"
#include "compiler/passes/each.h"
#include "compiler/passes/scalar/canonicalise_loops.h"
#include "compiler/passes/scalar/insert_yields.h"
#include "compiler/passes/scalar/make_reducible.h"
#include "compiler/passes/scalar/stretches.h"
#include "llvm/ADT/SetVector.h"
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

// Of a loop that is not known to wait.
constexpr unsigned kManyRounds = 1000;

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

CallInst* active_lanes(IRBuilderBase& b) {
  return uncounted(b.CreateIntrinsic(Intrinsic::nvvm_activemask, {}));
}

// An operation of lanes that name each other begins the block `go`. In `check`, ahead of it, a lane
// waits for its partners. `absent`: those that are not there.
struct Operation {
  Instruction* absent;
  BasicBlock *check, *go;
};

SmallVector<Operation, 4> split_at_operations(const Blocks& blocks) {
  SmallVector<Instruction*, 4> calls;
  for (auto* block : blocks) {
    for (auto& i : *block) {
      if (members_of(i)) calls.push_back(&i);
    }
  }
  SmallVector<Operation, 4> operations;
  for (auto* call : calls) {
    auto* check = SplitBlock(call->getParent(), call);
    auto* go = SplitBlock(check, call);
    IRBuilder<> b(check->getTerminator());
    auto* others = uncounted(b.CreateNot(active_lanes(b)));
    auto* absent = BinaryOperator::CreateAnd(others, members_of(*call), "", b.GetInsertPoint());
    operations.push_back({uncounted(absent), check, go});
  }
  return operations;
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
  const auto operations = split_at_operations(blocks_of({stretch.from, last->getTerminator()}));
  last = behind->getSinglePredecessor();
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
  auto* waited = memory.add(Type::getInt32Ty(function.getContext()));
  IRBuilder<> b(stretch.from);
  b.CreateStore(b.getInt32(0), where);
  b.CreateStore(b.getInt32(-1), waited);

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
  b.SetInsertPoint(&again->front());
  auto* place = b.CreateLoad(b.getInt32Ty(), where);
  b.CreateStore(b.getInt32(0), where);
  auto* going = operations.empty() ? nullptr : active_lanes(b);
  SmallVector<BasicBlock*, 8> places;
  for (const auto& one : waiting) places.push_back(one.header);
  for (const auto& [absent, check, go] : operations) {
    auto* waits = BasicBlock::Create(function.getContext(), "", &function, meet);
    places.push_back(check);
    b.SetInsertPoint(check->getTerminator());
    // Lanes that are not on their way are where all meet, or have ended: they do not come any more.
    auto* missing = uncounted(b.CreateAnd(absent, going));
    uncounted(b.CreateCondBr(uncounted(b.CreateICmpEQ(missing, b.getInt32(0))), go, waits));
    check->getTerminator()->eraseFromParent();
    b.SetInsertPoint(waits);
    b.CreateStore(b.getInt32(places.size()), where);
    b.CreateBr(meet);
  }
  b.SetInsertPoint(meet);
  auto* some = uncounted(b.CreateICmpNE(b.CreateLoad(b.getInt32Ty(), where), b.getInt32(0)));
  uncounted(b.CreateCondBr(some, back, behind));
  // As long as lanes get through, as one after the other does that has waited for one lock, others
  // need not be asked.
  b.SetInsertPoint(back);
  auto* wait = active_lanes(b);
  auto* same = uncounted(b.CreateICmpEQ(wait, b.CreateLoad(b.getInt32Ty(), waited)));
  b.CreateStore(wait, waited);
  auto* yield = BasicBlock::Create(function.getContext(), "lanes.yield", &function, behind);
  uncounted(b.CreateCondBr(same, yield, again));
  b.SetInsertPoint(yield);
  uncounted(pseudo::call(b, at_times ? pseudo::kYieldAtTimes : pseudo::kYield))->setDebugLoc(line);
  b.CreateBr(again);

  // From there on to where each lane waits.
  const bool starts_there = places.size() == 1 && again->getSingleSuccessor() == places[0];
  for (unsigned k = 0; k < places.size() && !starts_there; ++k) {
    auto* block = again->getTerminator()->getParent();
    auto* other = SplitBlock(block, block->getTerminator());
    block->getTerminator()->eraseFromParent();
    b.SetInsertPoint(block);
    auto* here = uncounted(b.CreateICmpEQ(place, b.getInt32(k + 1)));
    uncounted(b.CreateCondBr(here, places[k], other));
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
  const bool one_lane = c.request.block == BlockShape{1, 1, 1};
  if (one_lane || !c.is_kernel() || !may_be_heard(c) || c.calls_pointers) return 0;
  auto& function = *c.body;
  const auto others_wait = [&](Function* other) { return other != &function && waits(*other); };
  if (any_of(defined(*c.module), others_wait)) return 0;
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
