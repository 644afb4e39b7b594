// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/shape_analysis.h"

#include <map>
#include <utility>
#include <vector>

#include "compiler/analysis/loop_rounds.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"

namespace heddle::compiler {

using namespace llvm;

ShapeAnalysis::ShapeAnalysis(Function& function, const DominatorTree& dominators,
                             const PostDominatorTree& post_dominators, const LoopInfo& loops,
                             bool uniform_control)
    : function_(function),
      dominators_(dominators),
      post_dominators_(post_dominators),
      loops_(loops),
      uniform_control_(uniform_control) {
  run();
}

Shape ShapeAnalysis::shape(const Value* value) const {
  if (const auto* constant = dyn_cast<ConstantInt>(value)) {
    const auto& bits = constant->getValue();
    if (bits.isZero()) return Shape::uniform(Shape::kZeroBase);
    return Shape::uniform(static_cast<std::uint8_t>(std::min(63u, bits.countr_zero())));
  }
  if (isa<UndefValue>(value)) return Shape::uniform(Shape::kZeroBase);
  if (isa<Constant>(value) || isa<BasicBlock>(value) || isa<MetadataAsValue>(value) ||
      isa<InlineAsm>(value)) {
    return Shape::uniform();
  }
  if (const auto* argument = dyn_cast<Argument>(value)) {
    return argument->hasAttribute(kUniformArgument) ? Shape::uniform() : Shape::varying();
  }
  const auto found = shapes_.find(value);
  return found == shapes_.end() ? Shape{} : found->second;
}

void ShapeAnalysis::run() {
  ReversePostOrderTraversal<Function*> order(&function_);
  for (auto* block : order) position_.try_emplace(block, position_.size());
  do {
    do {
      changed_ = false;
      for (auto* block : order) sweep(*block);
    } while (changed_);
    // What is unknown now hangs on phis whose only values so far are undefined or themselves.
    for (auto* block : order) {
      for (auto& node : block->phis()) {
        if (!shape(&node).is_unknown()) continue;
        shapes_[&node] = Shape::uniform(Shape::kZeroBase);
        changed_ = true;
      }
    }
  } while (changed_);
}

void ShapeAnalysis::sweep(BasicBlock& block) {
  for (auto& instruction : block) {
    const auto old = shape(&instruction);
    if (old.is_varying()) continue;
    auto now = transfer(instruction);
    if (now.is_unknown() || now == old) continue;
    // Shapes only ever move towards varying, so that the iteration ends: an alignment may shrink,
    // but a change of the lanes' pattern is given up at once.
    if (old.is_affine() && !same_lanes(old, now)) now = Shape::varying();
    if (old.is_affine() && now.is_affine() && now.base_align >= old.base_align) continue;
    shapes_[&instruction] = now;
    changed_ = true;
  }
  if (uniform_control_ || divergent_.contains(&block)) return;
  const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional()) return;
  const auto condition = shape(branch->getCondition());
  if (!condition.is_unknown() && !condition.is_uniform()) mark_divergent(block);
}

Shape ShapeAnalysis::transfer(Instruction& instruction) {
  if (auto* node = dyn_cast<PHINode>(&instruction)) return phi(*node);
  return transfer_shape(instruction, [this](const Value* value) { return shape(value); });
}

Shape ShapeAnalysis::phi(PHINode& node) {
  Shape result;
  const Value* only = nullptr;
  bool several = false;
  for (Value* incoming : node.incoming_values()) {
    if (isa<UndefValue>(incoming) || incoming == &node) continue;
    if (only && only != incoming) several = true;
    only = incoming;
    const auto next = shape(incoming);
    if (next.is_unknown()) continue;
    if (result.is_unknown()) {
      result = next;
    } else if (!same_lanes(result, next)) {
      return Shape::varying();
    } else {
      // Two different zero-based values cannot be: equal lanes and base zero is one value.
      result.base_align = std::min(result.base_align, next.base_align);
    }
  }
  if (result.is_unknown()) return only ? result : Shape::uniform(Shape::kZeroBase);
  if (several && may_mix(node)) return Shape::varying();
  // A scale must have one value on all paths that lead here.
  for (const auto& term : result.terms) {
    const auto* scale = dyn_cast<Instruction>(term.scale);
    if (scale && !dominators_.properlyDominates(scale->getParent(), node.getParent())) {
      return Shape::varying();
    }
  }
  // Values that leave a divergent loop differ by the iteration in which their lanes left.
  for (unsigned i = 0; i < node.getNumIncomingValues(); ++i) {
    const auto* value = dyn_cast<Instruction>(node.getIncomingValue(i));
    if (!value) continue;
    for (const auto* loop = loops_.getLoopFor(node.getIncomingBlock(i));
         loop && !loop->contains(node.getParent()); loop = loop->getParentLoop()) {
      if (divergent_loops_.contains(loop) && loop->contains(value->getParent())) {
        return Shape::varying();
      }
    }
  }
  return result;
}

// Whether lanes that come at the same time may bring different values. A way that lanes take only
// all together, as behind a uniform branch, may have a value of its own.
bool ShapeAnalysis::may_mix(const PHINode& node) const {
  const auto join = joins_.find(node.getParent());
  if (join == joins_.end()) return false;
  DenseMap<const BasicBlock*, const Value*> brought;  // by the leader of those that come together
  for (unsigned i = 0; i < node.getNumIncomingValues(); ++i) {
    const Value* incoming = node.getIncomingValue(i);
    const auto leader = join->second.findLeader(node.getIncomingBlock(i));
    if (isa<UndefValue>(incoming) || incoming == &node || leader == join->second.member_end())
      continue;
    if (brought.try_emplace(*leader, incoming).first->second != incoming) return true;
  }
  return false;
}

void ShapeAnalysis::mark_divergent(BasicBlock& block) {
  divergent_.insert(&block);
  changed_ = true;
  const auto* node = post_dominators_.getNode(&block);
  const auto* meet = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  for (auto* loop = loops_.getLoopFor(&block); loop; loop = loop->getParentLoop()) {
    // Lanes that leave it or go round without having met the others may meet them in a later round:
    // where they meet they need not be in the same one, nor where they leave.
    if (meet && loop->contains(meet) && !ends_round(*loop, block, meet)) break;
    divergent_loops_.insert(loop);
  }
  mark_joins(block);
}

// Labels the blocks that lanes reach after `branch` with the side (or the earlier join) they came
// from; a block that two labels reach is a join. A side's label is no block: a successor of the
// branch may itself be where the other side arrives. Earlier blocks go first: one that was left
// before all labels had reached it would make joins of all that follow it.
//
// It ends where all sides have come together in one block from which none of those labelled so far
// can be reached but through the branch: what follows would all get one label. Walking on would
// take time quadratic in the function. That is so for the last of the labelled blocks if it is in
// no loop, or if the branch dominates all of them: loops are reducible here, and a way round a loop
// that contains the branch comes to what the branch dominates through the branch.
void ShapeAnalysis::mark_joins(BasicBlock& branch) {
  static constexpr char kSides[2] = {};
  DenseMap<const BasicBlock*, const void*> label;
  DenseSet<const BasicBlock*> meet;
  std::vector<std::pair<const BasicBlock*, const BasicBlock*>> ways;  // from, to
  std::map<unsigned, const BasicBlock*> work;
  unsigned furthest = 0;
  bool dominated = true;
  const auto reach = [&](const BasicBlock* from, const BasicBlock* block, const void* with) {
    if (with != block)
      ways.emplace_back(from, block);  // else they have met there in a round before
    auto [entry, fresh] = label.try_emplace(block, with);
    if (!fresh) {
      if (entry->second == with || entry->second == block) return;
      entry->second = block;
      meet.insert(block);
    }
    const auto position = position_.lookup(block);
    furthest = std::max(furthest, position);
    dominated = dominated && dominators_.properlyDominates(&branch, block);
    work.emplace(position, block);
  };
  const auto* terminator = branch.getTerminator();
  for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i) {
    reach(&branch, terminator->getSuccessor(i), &kSides[i]);
  }
  while (!work.empty()) {
    const auto* block = work.begin()->second;
    work.erase(work.begin());
    if (block == &branch) continue;
    const bool last = work.empty() && position_.lookup(block) == furthest;
    if (last && (dominated || !loops_.getLoopFor(block))) break;
    const auto* with = label.lookup(block);
    for (const auto* successor : successors(block)) {
      const auto* loop = loops_.getLoopFor(successor);
      const bool back_edge = loop && loop->getHeader() == successor && loop->contains(block);
      // Lanes that go round a loop which does not contain the branch meet nobody new there.
      if (back_edge && !loop->contains(&branch)) continue;
      reach(block, successor, with);
    }
  }
  // Lanes come at the same time from all blocks from which this branch leads to where they meet.
  DenseMap<const BasicBlock*, const BasicBlock*> first;
  for (const auto& [from, to] : ways) {
    if (!meet.contains(to)) continue;
    joins_[to].unionSets(from, first.try_emplace(to, from).first->second);
  }
}

}  // namespace heddle::compiler
