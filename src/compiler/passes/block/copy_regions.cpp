// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/copy_regions.h"

#include "compiler/passes/block/split_at_barriers.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Copies of a large function with many barriers would take long to compile for no gain: what is
// done with several warps at once is done to small copies only.
constexpr unsigned kFewInstructions = 6000;  // of all copies
constexpr unsigned kMaxCopiedInstructions = 20'000;
constexpr unsigned kSmallCopy = 3000;

// Where warps may go another way, the step function stays beside the copies, and code generation
// takes twice as long. What it takes goes with the operations of the CPU: for 32 floats of an
// instruction two with AVX-512, four with AVX2, eight without.
constexpr unsigned kMaxOperations = 24'000;
constexpr unsigned kWarpOfFloats = 32 * 32;  // bits

// Instructions that are reached from a state of the step function.
unsigned size_from(Function& step, unsigned state) {
  auto* terminator = step.getEntryBlock().getTerminator();
  auto* start = terminator->getSuccessor(0);
  if (auto* cases = dyn_cast<SwitchInst>(terminator)) {
    auto* type = cast<IntegerType>(cases->getCondition()->getType());
    start = cases->findCaseValue(ConstantInt::get(type, state))->getCaseSuccessor();
  }
  unsigned sum = 0;
  for (auto* block : depth_first(start)) sum += block->size();
  return sum;
}

// The states that get a copy. Where no warp goes another way and all states have one, the step
// function itself is not needed any more.
SmallVector<bool, 8> states_to_copy(Function& step, unsigned states, bool one_way,
                                    unsigned vector_bits) {
  SmallVector<unsigned, 8> sizes;
  for (unsigned k = 0; k < states; ++k) sizes.push_back(size_from(step, k));
  const auto sum = sum_of(sizes);
  const auto operations = sum * (kWarpOfFloats / vector_bits);
  if (!one_way && operations >= kMaxOperations) return SmallVector<bool, 8>(states, false);
  SmallVector<bool, 8> copied(states, sum < kFewInstructions);
  if (copied[0] || sum >= kMaxCopiedInstructions) return copied;
  for (auto [copy, size] : zip_equal(copied, sizes)) copy = one_way || size < kSmallCopy;
  return copied;
}

}  // namespace

unsigned copy_regions(Compilation& c) {
  if (c.mode != abi::KernelMode::kBlock || !c.full_warp) return 0;
  c.turns.warps = full_warps(*c.request.block);
  if (!c.warp_loops) {
    c.turns.regions.emplace_back(c.full_warp);
    return 0;
  }
  c.turns.frame_bytes = c.frame_bytes;
  const auto copied =
      states_to_copy(*c.full_warp, c.full_states, c.one_way, c.request.isa.vector_bits);
  for (unsigned k = 0; k < c.full_states; ++k) {
    if (copied[k]) c.turns.regions.emplace_back(from_state(*c.full_warp, k), k);
  }
  const auto count = static_cast<unsigned>(c.turns.regions.size());
  if (count < c.full_states) {
    c.log.note_given_up(
        formatv("copies for {0} of {1} barriers", c.full_states - count, c.full_states));
  }
  return count;
}

}  // namespace heddle::compiler
