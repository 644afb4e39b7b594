// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/prefetch_next_block.h"

#include <algorithm>

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "compiler/passes/block/prefetch_loads.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// In blockIdx.x: the next one is on its way already. A small block ends before memory answers.
constexpr unsigned kMinBlocksAhead = 2, kMaxBlocksAhead = 16;
// What may wait in the first cache, a twelfth of it, without pushing out what blocks work with.
constexpr unsigned kBytesInFirstCache = 4096;
constexpr unsigned kMaxLinesOfBlock = 8;

bool is_block_x(const Instruction& instruction, const Function& step) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  return load && context::field_read(*load, step.getArg(kBlockArgument)) ==
                     std::uint64_t{abi_offset(BlockContext, block_idx)};
}

unsigned prefetch(WarpTurns& turns) {
  if (turns.regions.empty() || turns.regions.front().state != 0) return 0;
  auto& first = *turns.regions.front().step;
  PrefetchLoads loads(first, PrefetchLoads::Known::kAtTheStart, kMaxLinesOfBlock);
  if (none_of(loads.slice(), [&](auto* i) { return is_block_x(*i, first); })) return 0;
  const unsigned bytes = loads.lines() * kPrefetchLine * turns.warps;
  const auto distance =
      std::clamp(bit_floor(kBytesInFirstCache / bytes), kMinBlocksAhead, kMaxBlocksAhead);
  const bool fits = std::uint64_t{bytes} * distance <= kBytesInFirstCache;
  turns.blocks_ahead = distance;
  turns.next_block = loads.make(fits ? kFirstCache : kSecondCache,
                                [=](IRBuilder<>& b, Instruction& copy) -> Value* {
                                  if (!is_block_x(copy, *copy.getFunction())) return &copy;
                                  return b.CreateAdd(&copy, b.getInt32(distance));
                                });
  return loads.lines();
}

}  // namespace

unsigned prefetch_next_block(Compilation& c) {
  return prefetch(c.turns);
}

NextBlockPrefetch::NextBlockPrefetch(IRBuilderBase& b, Value* block, const WarpTurns& turns)
    : block_(block), ahead_(turns.next_block) {
  if (!ahead_) return;
  const auto field = [&](std::size_t offset) {
    auto* address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), block, offset);
    return b.CreateLoad(b.getInt32Ty(), address);
  };
  auto* next =
      b.CreateAdd(field(abi_offset(BlockContext, block_idx)), b.getInt32(turns.blocks_ahead));
  has_next_ = b.CreateICmpULT(next, field(abi_offset(BlockContext, grid_dim)));
}

void NextBlockPrefetch::add(IRBuilderBase& b, Value* warp, unsigned count) const {
  if (!ahead_) return;
  auto* function = b.GetInsertBlock()->getParent();
  auto* body = BasicBlock::Create(b.getContext(), "ahead", function);
  auto* done = BasicBlock::Create(b.getContext(), "go", function);
  b.CreateCondBr(has_next_, body, done);
  b.SetInsertPoint(body);
  for (unsigned k = 0; k < count; ++k) {
    auto* none = ConstantPointerNull::get(b.getPtrTy());
    b.CreateCall(ahead_, {block_, none, b.CreateAdd(warp, b.getInt32(k), "", true, true)});
  }
  b.CreateBr(done);
  b.SetInsertPoint(done);
}

}  // namespace heddle::compiler
