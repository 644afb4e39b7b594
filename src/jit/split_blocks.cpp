// SPDX-License-Identifier: Apache-2.0
#include "jit/split_blocks.h"

#include <algorithm>
#include <string>

#include "compiler/compile_log.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"

namespace heddle::jit {

using namespace llvm;

namespace {

// Instructions of a block; one of 32 lanes becomes several of the CPU. The body of a loop that many
// warps run at once may have hundreds, and is better whole.
constexpr std::size_t kLarge = 1000;
// Instructions of a part, and among how many the best place for its end is looked for.
constexpr std::size_t kPart = 300;
constexpr std::size_t kChoice = 100;

// What it costs to have `value` behind the end of a block.
int cost_of(const Value& value) {
  const auto* type = value.getType();
  if (type->isVectorTy() && type->getScalarSizeInBits() == 1) return 8;
  return type->isVectorTy() ? 2 : 1;
}

// Of the places in front of each instruction of a block: what is alive there.
SmallVector<int, 0> costs(const SmallVector<Instruction*, 0>& all) {
  DenseMap<const Instruction*, std::size_t> number;
  for (auto [i, instruction] : enumerate(all)) number[instruction] = i;
  SmallVector<int, 0> change(all.size() + 1, 0);
  for (auto [i, instruction] : enumerate(all)) {
    std::size_t last = i;
    for (const auto* user : instruction->users()) {
      const auto* other = cast<Instruction>(user);
      const bool here = other->getParent() == instruction->getParent() && !isa<PHINode>(other);
      last = std::max(last, here ? number.lookup(other) : all.size() - 1);
    }
    if (last == i) continue;
    change[i + 1] += cost_of(*instruction);
    change[last + 1] -= cost_of(*instruction);
  }
  for (std::size_t i = 1; i < change.size(); ++i) change[i] += change[i - 1];
  return change;
}

unsigned split(BasicBlock& block) {
  SmallVector<Instruction*, 0> all;
  std::size_t first = 0;  // in front of it the block stays whole
  for (auto& instruction : block) {
    all.push_back(&instruction);
    if (isa<PHINode, AllocaInst>(instruction) || instruction.isEHPad()) first = all.size();
  }
  const auto alive = costs(all);
  SmallVector<Instruction*, 0> starts;  // of parts
  for (std::size_t begin = 0; all.size() - begin > kPart + kChoice;) {
    std::size_t best = std::max(begin + kPart, first + 1);
    const std::size_t end = std::min(best + kChoice, all.size() - 1);
    for (std::size_t at = best; at < end; ++at) {
      if (alive[at] < alive[best]) best = at;
    }
    if (best >= all.size() - 1) break;
    starts.push_back(all[best]);
    begin = best;
  }
  // From the end: what stands behind is moved.
  for (auto* start : reverse(starts)) block.splitBasicBlock(start->getIterator());
  return starts.size();
}

class SplitBlocks : public FunctionPass {
 public:
  static char id;
  explicit SplitBlocks(compiler::CompileLog& log) : FunctionPass(id), log_(log) {}
  StringRef getPassName() const override { return "Split blocks"; }
  bool runOnFunction(Function& function) override {
    const auto made = split_blocks(function);
    if (made > 0) log_.note_given_up("large blocks whole (" + std::to_string(made) + " more)");
    return made > 0;
  }

 private:
  compiler::CompileLog& log_;
};
char SplitBlocks::id = 0;

}  // namespace

unsigned split_blocks(Function& function) {
  unsigned count = 0;
  for (auto& block : make_early_inc_range(function)) {
    if (block.size() > kLarge) count += split(block);
  }
  return count;
}

Pass* create_split_blocks(compiler::CompileLog& log) {
  return new SplitBlocks(log);
}

}  // namespace heddle::jit
