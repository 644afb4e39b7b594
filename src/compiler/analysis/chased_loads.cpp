// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/chased_loads.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// x[y[z[i]]] is no chase yet: the loads of several rounds are on their way together.
constexpr unsigned kMostInARow = 3;

bool is_carried(const Instruction& i, const LoopInfo& loops) {
  return isa<PHINode>(i) && loops.isLoopHeader(i.getParent());
}

// Adds what is computed from `values` in the region. A phi behind a branch takes its value from the
// branch's condition as well: it follows where one that is in `values` does not leave a loop.
void follow(Loaded& values, const Region& region, const LoopInfo& loops) {
  bool chooses = false;
  for (unsigned k = 0; k < values.size(); ++k) {
    for (const auto* user : values[k]->users()) {
      const auto* next = cast<Instruction>(user);
      if (!region.contains(next->getParent())) continue;
      values.insert(next);
      const auto* loop = loops.getLoopFor(next->getParent());
      if (chooses || !isa<BranchInst>(next) || (loop && loop->isLoopExiting(next->getParent()))) {
        continue;
      }
      chooses = true;
      for (const auto* block : region) {
        for (const auto& phi : block->phis()) {
          if (!is_carried(phi, loops)) values.insert(&phi);
        }
      }
    }
  }
}

// How many loads wait for each other, one behind the other, in one round.
unsigned longest_chase(const Region& region, const LoopInfo& loops) {
  DenseMap<const Value*, unsigned> behind;
  unsigned longest = 0;
  for (const auto* block : region) {
    for (const auto& i : *block) {
      if (is_carried(i, loops)) continue;
      unsigned most = isa<LoadInst>(i) ? 1 : 0;
      for (const auto* operand : i.operand_values()) {
        most = std::max(most, behind.lookup(operand) + unsigned(isa<LoadInst>(i)));
      }
      behind[&i] = most;
      longest = std::max(longest, most);
    }
  }
  return longest;
}

}  // namespace

Loaded computed_from_loads(const Region& region, const LoopInfo& loops) {
  Loaded loaded;
  for (const auto* block : region) {
    for (const auto& i : *block) {
      if (isa<LoadInst>(i)) loaded.insert(&i);
    }
  }
  follow(loaded, region, loops);
  return loaded;
}

bool chases_loads(const Region& region, const LoopInfo& loops) {
  const auto loaded = computed_from_loads(region, loops);
  Loaded carried;
  for (const auto* i : loaded) {
    if (is_carried(*i, loops) && region.contains(i->getParent())) carried.insert(i);
  }
  follow(carried, region, loops);
  const bool by_rounds = any_of(carried, [&](const Instruction* i) {
    auto* load = dyn_cast<LoadInst>(i);
    auto* pointer = load ? dyn_cast<Instruction>(load->getPointerOperand()) : nullptr;
    return pointer && carried.contains(pointer);
  });
  return by_rounds || longest_chase(region, loops) > kMostInARow;
}

}  // namespace heddle::compiler
