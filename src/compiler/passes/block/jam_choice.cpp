// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/jam_choice.h"

#include "compiler/analysis/divergent_paths.h"
#include "compiler/analysis/vector_pressure.h"
#include "compiler/ir/masked_access.h"
#include "compiler/passes/block/block_memory.h"
#include "compiler/passes/block/tile_finder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxJamForCommon = 8;
constexpr unsigned kMaxInstructions = 4000;  // of all jammed warps

}  // namespace

bool accesses_device_memory(const Instruction& instruction, const Function& step) {
  const auto* pointer = accessed_pointer(instruction);
  return pointer && !is_block_memory(pointer, step) &&
         !instruction.hasMetadata(LLVMContext::MD_invariant_load);
}

AtomicRMWInst* common_addition(Instruction& instruction, const WarpVariance& variance) {
  auto* rmw = dyn_cast<AtomicRMWInst>(&instruction);
  const bool adds = rmw && (rmw->getOperation() == AtomicRMWInst::Add ||
                            rmw->getOperation() == AtomicRMWInst::Sub);
  return adds && rmw->getOrdering() == AtomicOrdering::Monotonic && !rmw->isVolatile() &&
                 !variance.contains(rmw->getPointerOperand())
             ? rmw
             : nullptr;
}

static bool can_jam(Function& step, const WarpVariance& variance, const DivergentPaths& paths,
                    bool device_memory) {
  if (step.getInstructionCount() > kMaxInstructions / 2) return false;
  for (auto& instruction : instructions(step)) {
    if (isa<AllocaInst>(instruction)) return false;
    if (paths.alone(instruction.getParent())) {
      if (!device_memory) return false;
      continue;
    }
    if (instruction.isTerminator()) {
      if (!isa<BranchInst, ReturnInst>(instruction)) return false;
      const auto* path = paths.of(instruction);
      if (variance.differs(instruction) && !(path && (path->fast_path || device_memory))) {
        return false;
      }
    } else if (instruction.isAtomic()) {
      if (!device_memory || !common_addition(instruction, variance)) return false;
    } else if (accessed_pointer(instruction)) {
      const bool own = !accesses_device_memory(instruction, step);
      if (!own && (!device_memory || instruction.isVolatile())) return false;
    } else if (auto* call = dyn_cast<CallInst>(&instruction)) {
      if (!isa<IntrinsicInst>(call)) return false;
      if (call->mayHaveSideEffects() || call->mayReadFromMemory()) return false;
    }
  }
  return true;
}

// Of `count` jammed warps: what they have in common is there once.
static unsigned jammed_instructions(Function& step, const WarpVariance& variance,
                                    const DivergentPaths& paths, unsigned count) {
  const auto own = static_cast<unsigned>(
      count_if(instructions(step), [&](const Instruction& i) { return variance.differs(i); }));
  return step.getInstructionCount() + own * (count - 1) + paths.instructions() * count;
}

// As many warps as make the widest tiles.
static unsigned jam_for_tiles(Function& step, const Isa& isa, unsigned warps,
                              const WarpVariance& variance, const DivergentPaths& paths) {
  TileFinder tiles(step, variance, isa);
  unsigned best = 1, widest = 0;
  for (unsigned count = 2; count <= kMaxJam && warps % count == 0; count *= 2) {
    if (jammed_instructions(step, variance, paths, count) > kMaxInstructions) break;
    const auto n = tiles.widest(count);
    if (n <= widest) continue;
    widest = n;
    best = count;
  }
  return best > 1 && can_jam(step, variance, paths, true) ? best : 1;
}

// As many warps as the vector registers are enough for; `spilling` costs less than what is gained.
static unsigned jam_in_registers(Function& step, const Isa& isa, unsigned warps,
                                 const WarpVariance& variance, const DivergentPaths& paths,
                                 bool spilling) {
  const VectorPressure pressure(step, variance, isa);
  const unsigned registers = isa.vector_bits >= 512 ? 32 : 16;
  unsigned count = 1;
  while (count < kMaxJamForCommon && warps % (count * 2) == 0 &&
         (spilling || pressure.of(count * 2) <= registers) &&
         jammed_instructions(step, variance, paths, count * 2) <= kMaxInstructions) {
    count *= 2;
  }
  return count;
}

static bool has_much_in_common(Function& step, const WarpVariance& variance) {
  unsigned vectors = 0, common = 0;
  for (auto& instruction : instructions(step)) {
    if (!instruction.getType()->isVectorTy()) continue;
    ++vectors;
    if (!variance.contains(&instruction)) ++common;
  }
  return common * 8 >= vectors;
}

unsigned profitable_jam(Function& step, const Isa& isa, unsigned warps) {
  const WarpVariance variance(step, Loads::kSame);
  const DivergentPaths paths(step, variance);
  const auto tiled = jam_for_tiles(step, isa, warps, variance, paths);
  if (tiled > 1) return tiled;
  const bool adds = any_of(instructions(step), [&](Instruction& i) {
    return common_addition(i, variance) && !paths.alone(i.getParent());
  });
  const bool profitable =
      adds ? can_jam(step, variance, paths, true)
           : can_jam(step, variance, paths, false) && has_much_in_common(step, variance);
  return profitable ? jam_in_registers(step, isa, warps, variance, paths, adds) : 1;
}

}  // namespace heddle::compiler
