// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/block_chains.h"

#include <algorithm>

#include "compiler/ir/pseudo.h"
#include "compiler/passes/probe/access_facts.h"
#include "compiler/passes/probe/counted_functions.h"
#include "compiler/passes/probe/instruction_class.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;
using Class = probes::InstructionClass;

namespace {

// Until the result of one can be used. Measured by bench/gpu on an H200 (tests/profile/data/
// h200_micro.txt, h200_functions.txt, h200_rules.txt).
std::uint32_t latency_of(Class id) {
  switch (id) {
    case Class::kDoubleAdd:
    case Class::kDoubleMultiply:
    case Class::kDoubleFma:
      return 8;
    case Class::kFloatAdd:
    case Class::kFloatMultiply:
    case Class::kFloatFma:
    case Class::kHalfAdd:
    case Class::kHalfMultiply:
    case Class::kHalfFma:
      return 4;
    case Class::kInteger:
    case Class::kAddress:
    case Class::kFloatOther:
      return 5;
    case Class::kConvert:
      return 12;
    case Class::kShuffle:
    case Class::kVote:
      return 24;
    case Class::kMatrix:
      return 26;
    default:
      return 0;
  }
}

std::uint32_t latency_of(probes::Function id) {
  using Function = probes::Function;
  switch (id) {
    case Function::kNone:
    case Function::kTexture:  // a round of loads
    // What the model of time adds itself.
    case Function::kGridBarrier:
    case Function::kClusterBarrier:
    case Function::kDeviceFence:
    case Function::kSystemFence:
    case Function::kAllocate:
    case Function::kRelease:
    case Function::kPrint:
    case Function::kXorwowSkip:
    case Function::kMrgSkip:
    case Function::kBlockChain:
    case Function::kLookBack:
      return 0;
    case Function::kFloatDivide:
      return 58;
    case Function::kFloatRoot:
      return 56;
    case Function::kFloatReciprocalRoot:
      return 39;
    case Function::kFloatExponential:
      return 44;
    case Function::kFloatLogarithm:
      return 91;
    case Function::kFloatSine:
      return 108;
    case Function::kFloatPower:
      return 234;
    case Function::kFloatFast:
      return 23;
    case Function::kFloatOther:
      return 65;
    case Function::kDoubleDivide:
      return 125;
    case Function::kDoubleRoot:
      return 93;
    case Function::kDoubleReciprocalRoot:
      return 67;
    case Function::kDoubleExponential:
      return 153;
    case Function::kDoubleLogarithm:
      return 302;
    case Function::kDoubleSine:
      return 233;
    case Function::kDoublePower:
      return 758;
    case Function::kIntegerDivide:
      return 137;
    case Function::kLongDivide:
      return 331;
    case Function::kBitCount:
      return 19;
    case Function::kDoubleCompare:
      return 16;
  }
  return 0;
}

std::uint32_t latency_of(Instruction& i) {
  const auto classed = class_of(i);
  if (!classed) return 0;
  const auto function = counted_function(i);
  return function == probes::Function::kNone ? latency_of(classed->id) : latency_of(function);
}

}  // namespace

std::uint32_t cycles_of_service(probes::Function id) {
  using Function = probes::Function;
  switch (id) {
    case Function::kDeviceFence:
      return 680;
    case Function::kSystemFence:
      return 1743;
    case Function::kClusterBarrier:
      return 755;
    case Function::kAllocate:
      return 19729;
    case Function::kRelease:
      return 16449;
    case Function::kPrint:
      return 42138;
    case Function::kXorwowSkip:
      return 127140;
    case Function::kMrgSkip:
      return 360488;
    default:
      return 0;
  }
}

namespace {

// Arrays of a thread lie in L1.
constexpr std::uint32_t kLocalLatency = 42;

// So small that a GPU's compiler lets all threads go through it, some of them switched off.
constexpr unsigned kSmallBlock = 16;

bool is_barrier(const Instruction& i) {
  return pseudo::is(&i, pseudo::kBarrier);
}

}  // namespace

BlockChains::BlockChains(Function& function, const DominatorTree& dominators, const LoopInfo& loops,
                         StoreOrder& order)
    : loops_(loops), order_(order) {
  for (auto& block : function) {
    chains_[&block];
    head_[&block] = &block;
  }
  const ReversePostOrderTraversal<Function*> blocks(&function);
  for (auto* block : blocks) visit(*block, dominators);
  for (auto* block : blocks) find_branch(*block);
  for (const auto* loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() && loop->getNumBlocks() == 1) find_loop_chain(*loop);
  }
}

// Either it is a small block behind a branch that comes back at once, or all that leads to it is in
// one piece with its dominator.
bool BlockChains::goes_with_its_dominator(const BasicBlock& block,
                                          const DominatorTree& dominators) const {
  const auto* node = dominators.getNode(&block);
  const auto* above = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  if (!above || loops_.getLoopFor(&block) != loops_.getLoopFor(above)) return false;
  if (loops_.isLoopHeader(&block)) return false;
  if (any_of(block, is_barrier)) return false;
  if (block.getSinglePredecessor() == above) {
    return block.size() <= kSmallBlock || above->getSingleSuccessor() == &block;
  }
  return all_of(predecessors(&block),
                [&](const BasicBlock* one) { return head_.at(one) == head_.at(above); });
}

BlockChains::Ready BlockChains::operands_of(const Instruction& i) const {
  Ready all;
  for (const auto* operand : i.operand_values()) {
    const auto* made = dyn_cast<Instruction>(operand);
    if (!made) continue;
    const auto it = ready_.find(made);
    if (it == ready_.end()) continue;
    // What another region has made is there.
    if (head_.at(made->getParent()) != head_.at(i.getParent())) continue;
    if (made->getParent() == i.getParent()) all.cycles = std::max(all.cycles, it->second.cycles);
    all.global = std::max(all.global, it->second.global);
    all.shared = std::max(all.shared, it->second.shared);
  }
  return all;
}

BlockChains::Ready BlockChains::behind_stores(const Region& region, Instruction& load) const {
  Ready all;
  for (const auto& stored : region.stores) {
    if (stored.global <= all.global && stored.shared <= all.shared) continue;
    if (!order_.keeps_behind(*stored.store, load)) continue;
    all.global = std::max(all.global, stored.global);
    all.shared = std::max(all.shared, stored.shared);
  }
  return all;
}

void BlockChains::visit(BasicBlock& block, const DominatorTree& dominators) {
  if (goes_with_its_dominator(block, dominators)) {
    head_[&block] = head_.at(dominators.getNode(&block)->getIDom()->getBlock());
  }
  auto& region = regions_[head_.at(&block)];
  auto& chain = chains_[&block];
  // Who comes here is known when the branch's condition is.
  Ready control;
  const auto* above = block.getSinglePredecessor();
  if (above && head_.at(above) == head_.at(&block)) control = operands_of(*above->getTerminator());
  const Ready before{0, region.global, region.shared};
  std::uint32_t global = before.global, shared = before.shared;
  std::uint32_t behind_rare_way = 0;
  for (auto& i : block) {
    if (isa<PHINode>(i)) continue;
    auto ready = operands_of(i);
    ready.cycles = std::max(ready.cycles, behind_rare_way) + latency_of(i);
    // What stands behind a branch or a call is not begun before it, and it waits for its operands.
    if (has_rare_way(counted_function(i))) {
      behind_rare_way = ready.cycles;
      region.global_floor = std::max(region.global_floor, ready.global);
      region.shared_floor = std::max(region.shared_floor, ready.shared);
    }
    if (is_barrier(i)) {
      region.global_floor = global;
      region.shared_floor = shared;
    }
    const auto facts = access_facts(i);
    if (counted_function(i) == probes::Function::kTexture) {
      ready.global = std::max({ready.global, control.global, region.global_floor}) + 1;
      global = std::max(global, ready.global);
    } else if (facts && facts->site.access == probes::AccessKind::kLoad) {
      const auto space = facts->site.space;
      const auto behind = behind_stores(region, i);
      if (space == probes::Space::kGlobal || space == probes::Space::kGeneric) {
        ready.global =
            std::max({ready.global, control.global, region.global_floor, behind.global}) + 1;
        global = std::max(global, ready.global);
        if (ready.global > before.global) chain.round_of[&i] = ready.global - before.global;
      } else if (space == probes::Space::kShared) {
        ready.shared =
            std::max({ready.shared, control.shared, region.shared_floor, behind.shared}) + 1;
        shared = std::max(shared, ready.shared);
      } else if (space == probes::Space::kLocal) {
        ready.cycles += kLocalLatency;
      }
    } else if (StoreOrder::is_store(i)) {
      region.stores.push_back(
          {&i, std::max(ready.global, control.global), std::max(ready.shared, control.shared)});
    }
    chain.cycles = std::max(chain.cycles, ready.cycles);
    ready_[&i] = ready;
  }
  chain.global_rounds = global - before.global;
  chain.shared_rounds = shared - before.shared;
  region.global = global;
  region.shared = shared;
}

// A warp goes on so long after what its branch asks is known, and so long after it has come to the
// branch (tests/profile/data/h200_warps.txt: loops of 1 and of 4 additions take 29 cycles a round,
// of 16 those of the chain and 5).
void BlockChains::find_branch(BasicBlock& block) {
  constexpr std::uint32_t kKnown = 19, kThere = 5;
  auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || !class_of(*branch)) return;
  const bool is_whole = all_of(successors(&block), [&](const BasicBlock* next) {
    return head_.at(next) == head_.at(&block) && !loops_.isLoopHeader(next);
  });
  if (is_whole) return;
  auto& chain = chains_[&block];
  chain.branch =
      std::max(chain.cycles + kThere, operands_of(*branch).cycles + kKnown) - chain.cycles;
}

// Of a loop of one block: the longest chain that leads from a value to what it is in the next
// round.
void BlockChains::find_loop_chain(const Loop& loop) {
  const auto* block = loop.getHeader();
  auto& chain = chains_[block];
  std::uint32_t longest = 0;
  for (const auto& phi : block->phis()) {
    // Cycles from this value on, and whether a load lies on the way.
    DenseMap<const Instruction*, std::pair<std::uint32_t, bool>> from;
    from[&phi] = {0, false};
    for (const auto& i : *block) {
      if (isa<PHINode>(i)) continue;
      std::optional<std::pair<std::uint32_t, bool>> best;
      for (const auto* operand : i.operand_values()) {
        const auto* made = dyn_cast<Instruction>(operand);
        const auto it = made ? from.find(made) : from.end();
        if (it == from.end()) continue;
        best = best ? std::pair(std::max(best->first, it->second.first),
                                best->second || it->second.second)
                    : it->second;
      }
      if (!best) continue;
      best->first += latency_of(const_cast<Instruction&>(i));
      best->second |= isa<LoadInst>(i);
      from[&i] = *best;
    }
    const auto* next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(block));
    const auto it = next && next != &phi ? from.find(next) : from.end();
    if (it == from.end()) continue;
    longest = std::max(longest, it->second.first);
    chain.chases |= it->second.second;
  }
  chain.of_round = chain.cycles > longest ? chain.cycles - longest : 0;
}

}  // namespace heddle::compiler
