// SPDX-License-Identifier: Apache-2.0
#include "jit/codegen_effort.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::jit {

using namespace llvm;

namespace {

// The largest of each, over a module's functions. An instruction of 32 lanes becomes several.
struct Size {
  std::uint64_t instructions = 0;
  std::uint64_t blocks = 0;
  std::uint64_t block = 0;  // instructions of one block
};

Size size_of(const Module& module) {
  Size size;
  for (const auto& function : module) {
    size.instructions = std::max<std::uint64_t>(size.instructions, function.getInstructionCount());
    size.blocks = std::max<std::uint64_t>(size.blocks, function.size());
    for (const auto& block : function) {
      size.block = std::max<std::uint64_t>(size.block, block.size());
    }
  }
  return size;
}

// Such a block becomes ten parts and more (split_blocks.h). They would share their constants: one
// register with thousands of copies, and the coalescer looks at all its uses for each copy.
bool has_many_parts(const Size& size) {
  return size.block > 5'000;
}

struct Row {
  const char* name;
  std::initializer_list<AnalysisID> passes;
  bool (*is_too_much)(const Size& size);
};

// The order is that of what they bring for their time.
const Row kRows[] = {
    // Quadratic in a block; a CPU that runs out of order does it itself.
    {"scheduling after register allocation",
     {&PostRASchedulerID, &PostMachineSchedulerID},
     [](const Size& s) { return s.block > 300; }},
    // Walks all blocks of a loop for each instruction that may move.
    {"moving machine code out of loops",
     {&EarlyMachineLICMID, &MachineLICMID},
     [](const Size& s) { return s.blocks * s.instructions > 4'000'000 || has_many_parts(s); }},
    {"common machine code of several blocks", {&MachineCSELegacyID}, has_many_parts},
    {"machine scheduling",
     {&MachineSchedulerID},
     [](const Size& s) { return s.block > 10'000 || s.instructions > 30'000; }},
    {"sinking machine code",
     {&MachineSinkingLegacyID},
     [](const Size& s) { return s.blocks * s.instructions > 20'000'000; }},
    {"placing machine blocks",
     {&MachineBlockPlacementID},
     [](const Size& s) { return s.blocks > 4'000; }},
};

}  // namespace

void limit_effort(const Module& module, TargetPassConfig& config, compiler::CompileLog& log) {
  const auto size = size_of(module);
  for (const auto& row : kRows) {
    if (!row.is_too_much(size)) continue;
    for (const auto* pass : row.passes) config.disablePass(pass);
    log.note_given_up(
        formatv("{0} ({1} instructions, {2} blocks)", row.name, size.instructions, size.blocks));
  }
}

}  // namespace heddle::jit
