// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/split_lane_loops.h"

#include "compiler/passes/warp/lane_loop.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// A part's operations depend on each other: there must be as many as a CPU does meanwhile.
constexpr unsigned kLeastOperations = 24;
// Parts are copies of the loop's code.
constexpr unsigned kMostOperations = 200;

// Vector registers of what lives through an iteration, and operations of it.
struct Weight {
  unsigned registers = 0, operations = 0;
};

Weight weight(const LaneLoop& loop, unsigned vector_bits) {
  Weight result;
  SmallSetVector<const Value*, 16> live;
  const auto is_inside = [&](const Value* value) {
    const auto* instruction = dyn_cast<Instruction>(value);
    return instruction && is_contained(loop.path, instruction->getParent());
  };
  for (const auto* block : loop.path) {
    for (const auto& instruction : *block) {
      if (is_of_all_lanes(instruction.getType())) {
        if (isa<PHINode>(instruction)) {
          live.insert(&instruction);
        } else {
          ++result.operations;
        }
      }
      for (const auto* operand : instruction.operand_values()) {
        if (is_of_all_lanes(operand->getType()) && !isa<Constant>(operand) && !is_inside(operand)) {
          live.insert(operand);
        }
      }
    }
  }
  const bool has_mask_registers = vector_bits >= 512;
  for (const auto* value : live) {
    const auto bits = value->getType()->getScalarSizeInBits();
    if (bits == 1 && has_mask_registers) continue;
    // Lanes of masks are as wide as those of what they were compared of.
    result.registers += divideCeil(kLanes * (bits == 1 ? 32 : std::max(bits, 8U)), vector_bits);
  }
  return result;
}

// Puts copies of the loop for `lanes` lanes each in its place.
class Parts {
 public:
  // `wide_masks`: masks are kept as integers of the lanes' width. Of single bits LLVM would make
  // shorts, and convert them wherever they meet what they were compared of.
  Parts(const LaneLoop& loop, unsigned lanes, bool wide_masks)
      : loop_(loop),
        lanes_(lanes),
        wide_masks_(wide_masks),
        inside_(loop.preheader->getContext()),
        outside_(loop.preheader->getContext()) {
    for (auto& result : loop_.after->phis()) results_.push_back({&result, {}});
  }

  void replace() {
    auto* before = loop_.preheader;
    for (unsigned first = 0; first < kLanes; first += lanes_) before = add(before, first);
    IRBuilder<> b(before);
    auto* leave = b.CreateBr(loop_.after);
    b.SetInsertPoint(leave);
    for (auto& [result, parts] : results_) {
      result->replaceAllUsesWith(concatenateVectors(b, parts));
      result->eraseFromParent();
    }
    DeleteDeadBlocks(loop_.path);
  }

 private:
  bool is_inside(const Value* value) const {
    const auto* instruction = dyn_cast<Instruction>(value);
    return instruction && is_contained(loop_.path, instruction->getParent());
  }

  Type* narrow(Type* type) const {
    return is_of_all_lanes(type)
               ? FixedVectorType::get(cast<FixedVectorType>(type)->getElementType(), lanes_)
               : type;
  }

  bool is_wide_mask(const Value* value) const {
    return wide_masks_ && is_of_all_lanes(value->getType()) &&
           value->getType()->isIntOrIntVectorTy(1);
  }

  Type* wide() { return FixedVectorType::get(inside_.getInt32Ty(), lanes_); }

  // The part's value of what the loop knows as `value`. What comes from outside is taken apart
  // there.
  Value* part_of(Value* value) {
    if (const auto found = copies_.find(value); found != copies_.end()) return found->second;
    if (!is_of_all_lanes(value->getType())) return value;
    if (const auto found = masks_.find(value); found != masks_.end()) {
      return copies_[value] = inside_.CreateICmpSLT(found->second, Constant::getNullValue(wide()));
    }
    SmallVector<int, kLanes> lanes(lanes_);
    for (unsigned i = 0; i < lanes_; ++i) lanes[i] = static_cast<int>(first_ + i);
    return copies_[value] = outside_.CreateShuffleVector(value, lanes);
  }

  Value* mask_of(Value* value) {
    if (const auto found = masks_.find(value); found != masks_.end()) return found->second;
    auto& b = is_inside(value) ? inside_ : outside_;
    return masks_[value] = b.CreateSExt(part_of(value), wide());
  }

  // One part; returns the block behind it.
  BasicBlock* add(BasicBlock* before, unsigned first) {
    first_ = first;
    copies_.clear();
    masks_.clear();
    blocks_.clear();
    auto& context = before->getContext();
    auto* function = before->getParent();
    behind_ = BasicBlock::Create(context, "part.end", function, loop_.after);
    for (auto* block : loop_.path) {
      blocks_[block] = BasicBlock::Create(context, "part", function, behind_);
    }
    auto* header = blocks_[loop_.path.front()];
    if (auto* end = before->getTerminator()) {
      end->replaceUsesOfWith(loop_.path.front(), header);
    } else {
      IRBuilder<>(before).CreateBr(header);
    }
    outside_.SetInsertPoint(before->getTerminator());
    inside_.SetInsertPoint(behind_);
    for (auto& [result, parts] : results_) {
      parts.push_back(inside_.CreatePHI(narrow(result->getType()), loop_.exits.size()));
    }
    for (auto* block : loop_.path) {
      inside_.SetInsertPoint(blocks_[block]);
      for (auto& instruction : *block) {
        inside_.SetCurrentDebugLocation(instruction.getDebugLoc());
        if (auto* phi = dyn_cast<PHINode>(&instruction)) {
          add_phi(*phi, before);
        } else if (auto* branch = dyn_cast<BranchInst>(&instruction)) {
          add_branch(*branch);
        } else if (!isa<InsertElementInst>(instruction)) {  // which is of a splat
          add_copy(instruction);
        }
      }
    }
    return behind_;
  }

  void add_phi(PHINode& phi, BasicBlock* before) {
    auto* begins = phi.getIncomingValueForBlock(loop_.preheader);
    const bool is_mask = is_wide_mask(&phi);
    auto* made = inside_.CreatePHI(is_mask ? wide() : narrow(phi.getType()), 2);
    made->addIncoming(is_mask ? mask_of(begins) : part_of(begins), before);
    (is_mask ? masks_ : copies_)[&phi] = made;
  }

  void add_copy(Instruction& instruction) {
    if (is_wide_mask(&instruction) && add_mask(instruction)) return;
    if (auto* number = splat_number(&instruction)) {
      copies_[&instruction] = inside_.CreateVectorSplat(lanes_, part_of(number));
      return;
    }
    if (auto* call = dyn_cast<IntrinsicInst>(&instruction)) {
      SmallVector<Value*, 4> arguments;
      for (auto& argument : call->args()) arguments.push_back(part_of(argument.get()));
      auto* made =
          inside_.CreateIntrinsic(narrow(call->getType()), call->getIntrinsicID(), arguments);
      made->copyIRFlags(call);
      copies_[&instruction] = made;
      return;
    }
    SmallVector<Value*, 3> operands;
    for (auto* operand : instruction.operand_values()) operands.push_back(part_of(operand));
    auto* made = instruction.clone();
    for (unsigned i = 0; i < operands.size(); ++i) made->setOperand(i, operands[i]);
    // The mask's bits, which only a branch tests, are a number of as many bits.
    const bool counts_bits = isa<BitCastInst>(made) && !instruction.getType()->isVectorTy() &&
                             is_of_all_lanes(instruction.getOperand(0)->getType());
    made->mutateType(counts_bits ? inside_.getIntNTy(lanes_) : narrow(instruction.getType()));
    if (isa<ICmpInst>(made) && made->getOperand(0)->getType() != made->getOperand(1)->getType()) {
      made->setOperand(1, Constant::getNullValue(made->getOperand(0)->getType()));
    }
    copies_[&instruction] = inside_.Insert(made);
  }

  // What masks are joined by; false for what makes masks of other values.
  bool add_mask(Instruction& instruction) {
    if (isa<SelectInst>(instruction)) {
      auto* condition = instruction.getOperand(0);
      auto *yes = mask_of(instruction.getOperand(1)), *no = mask_of(instruction.getOperand(2));
      if (!is_of_all_lanes(condition->getType())) {
        masks_[&instruction] = inside_.CreateSelect(part_of(condition), yes, no);
        return true;
      }
      // A lane that is not chosen may be poison, which a conjunction would let through.
      if (!isa<Constant>(yes)) yes = inside_.CreateFreeze(yes);
      if (!isa<Constant>(no)) no = inside_.CreateFreeze(no);
      auto* chosen = mask_of(condition);
      masks_[&instruction] = inside_.CreateOr(inside_.CreateAnd(chosen, yes),
                                              inside_.CreateAnd(inside_.CreateNot(chosen), no));
      return true;
    }
    const auto code = instruction.getOpcode();
    if (code != Instruction::And && code != Instruction::Or && code != Instruction::Xor)
      return false;
    auto *left = mask_of(instruction.getOperand(0)), *right = mask_of(instruction.getOperand(1));
    masks_[&instruction] =
        inside_.CreateBinOp(static_cast<Instruction::BinaryOps>(code), left, right);
    return true;
  }

  void add_branch(BranchInst& branch) {
    auto* from = branch.getParent();
    const auto target = [&](unsigned i) {
      const auto found = blocks_.find(branch.getSuccessor(i));
      return found == blocks_.end() ? behind_ : found->second;
    };
    auto* condition = branch.isConditional() ? part_of(branch.getCondition()) : nullptr;
    if (is_contained(successors(from), loop_.after)) {
      for (auto& [result, parts] : results_) {
        auto* leaves = part_of(result->getIncomingValueForBlock(from));
        cast<PHINode>(parts.back())->addIncoming(leaves, blocks_[from]);
      }
    }
    if (from == loop_.path.back()) {
      for (auto& phi : loop_.path.front()->phis()) {
        auto* next = phi.getIncomingValueForBlock(from);
        const bool is_mask = is_wide_mask(&phi);
        auto* made = cast<PHINode>(is_mask ? masks_[&phi] : copies_[&phi]);
        made->addIncoming(is_mask ? mask_of(next) : part_of(next), blocks_[from]);
      }
    }
    if (!condition) {
      inside_.CreateBr(target(0));
      return;
    }
    auto* made = inside_.CreateCondBr(condition, target(0), target(1));
    made->copyMetadata(branch, {LLVMContext::MD_prof});
  }

  const LaneLoop& loop_;
  const unsigned lanes_;
  const bool wide_masks_;
  IRBuilder<> inside_, outside_;  // where the part's code is being made, and in front of it
  // Of the part being made:
  unsigned first_ = 0;
  BasicBlock* behind_ = nullptr;
  DenseMap<BasicBlock*, BasicBlock*> blocks_;
  DenseMap<Value*, Value*> copies_, masks_;
  SmallVector<std::pair<PHINode*, SmallVector<Value*, 8>>, 4> results_;
};

}  // namespace

unsigned split_lane_loops(Function& function, const Isa& isa) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  const unsigned registers = isa.vector_bits >= 512 ? 32 : 16;
  unsigned split = 0;
  for (auto* loop : loops.getLoopsInPreorder()) {
    LaneLoop lanes;
    if (!read_lane_loop(*loop, lanes)) continue;
    const auto heavy = weight(lanes, isa.vector_bits);
    if (heavy.registers <= 2 * registers || heavy.operations < kLeastOperations ||
        heavy.operations > kMostOperations ||
        none_of(lanes.exits, [](const LaneExit& exit) { return exit.mask; }) ||
        !keeps_what_lanes_left_with(lanes)) {
      continue;
    }
    Parts(lanes, isa.vector_bits / 32, isa.vector_bits < 512).replace();
    ++split;
  }
  return split;
}

}  // namespace heddle::compiler
