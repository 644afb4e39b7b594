// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/broadcast_late.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Numbers and vectors that may wait for their use in registers, of which there are 16 or 32.
constexpr int kFew = 12;

class Block {
 public:
  explicit Block(BasicBlock& block) : block_(block) {
    for (auto& instruction : block) {
      if (writes(instruction)) ++writes_;
      places_[&instruction] = {places_.size(), writes_};
      if (is_broadcast(instruction)) broadcasts_.insert(&instruction);
    }
  }

  bool waits_for_long() const {
    SmallVector<int, 0> change(places_.size() + 1, 0);
    for (auto* made : broadcasts_) {
      ++change[number(*made)];
      --change[number(*first_user(*made))];
    }
    int alive = 0;
    return any_of(change, [&](int by) { return (alive += by) > kFew; });
  }

  bool move() {
    bool moved = false;
    // From the end, so that users stand where they will.
    for (auto* made : reverse(broadcasts_)) {
      auto* user = first_user(*made);
      const auto from = places_.lookup(made), to = places_.lookup(user);
      if (made->getNextNode() == user) continue;
      if (isa<LoadInst>(made) && from.writes != to.writes) continue;
      made->moveBefore(user->getIterator());
      places_[made] = to;
      moved = true;
    }
    return moved;
  }

 private:
  struct Place {
    unsigned number, writes;  // writes of memory up to here
  };

  static bool writes(const Instruction& instruction) {
    const auto* call = dyn_cast<IntrinsicInst>(&instruction);
    return instruction.mayWriteToMemory() &&
           !(call && call->getIntrinsicID() == Intrinsic::prefetch);
  }

  // A number that is loaded to be broadcast, its vector, and two such vectors side by side.
  bool is_broadcast(Instruction& instruction) const {
    const bool here = !instruction.use_empty() && all_of(instruction.users(), [&](User* user) {
      return cast<Instruction>(user)->getParent() == &block_ && !isa<PHINode>(user);
    });
    if (!here) return false;
    const auto made = [&](Value* value) {
      auto* instruction = dyn_cast<Instruction>(value);
      return isa<UndefValue>(value) || (instruction && broadcasts_.contains(instruction));
    };
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      return load->isSimple() && load->getType()->isSingleValueType() &&
             !load->getType()->isVectorTy() &&
             all_of(load->users(), [](User* user) { return isa<InsertElementInst>(user); });
    }
    if (auto* insert = dyn_cast<InsertElementInst>(&instruction)) {
      return isa<UndefValue>(insert->getOperand(0)) && made(insert->getOperand(1));
    }
    auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
    return shuffle && made(shuffle->getOperand(0)) && made(shuffle->getOperand(1));
  }

  unsigned number(const Instruction& instruction) const {
    return places_.lookup(&instruction).number;
  }

  Instruction* first_user(Instruction& made) const {
    Instruction* first = nullptr;
    for (auto* user : made.users()) {
      auto* other = cast<Instruction>(user);
      if (!first || number(*other) < number(*first) ||
          (number(*other) == number(*first) && other->comesBefore(first))) {
        first = other;
      }
    }
    return first;
  }

  BasicBlock& block_;
  DenseMap<const Instruction*, Place> places_;
  SmallSetVector<Instruction*, 16> broadcasts_;
  unsigned writes_ = 0;
};

}  // namespace

unsigned broadcast_late(Function& function) {
  unsigned changed = 0;
  for (auto& basic_block : function) {
    Block block(basic_block);
    if (block.waits_for_long() && block.move()) ++changed;
  }
  return changed;
}

}  // namespace heddle::compiler
