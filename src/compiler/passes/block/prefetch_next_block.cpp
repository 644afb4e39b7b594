// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/prefetch_next_block.h"

#include <algorithm>

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "compiler/passes/block/prefetch_loads.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// In blockIdx.x: the next one is on its way already. A small block ends before memory answers.
constexpr unsigned kMinBlocksAhead = 2, kMaxBlocksAhead = 16;
// What may wait in the first cache, a twelfth of it, without pushing out what blocks work with.
constexpr unsigned kBytesInFirstCache = 4096;
// Of a warp that loads more the CPU's own prefetcher finds the rows, and a part brings nothing.
constexpr unsigned kMaxLinesOfBlock = 8;
// Fibers ask when they have ended, each for what it loads a block later: that is soon enough, and
// its own loads do not wait behind those.
constexpr unsigned kMaxLinesOfFiber = 64;
// From one warp to the next, of what the CPU itself sees to run on.
constexpr unsigned kMaxStream = 512;

bool is_block_x(const Instruction& instruction, const Function& step) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  return load && context::field_read(*load, step.getArg(kBlockArgument)) ==
                     std::uint64_t{abi_offset(BlockContext, block_idx)};
}

// By how much values grow with what `is_one` names, if no sum wraps around; none where it is not a
// constant.
class Growth {
 public:
  explicit Growth(function_ref<bool(const Value&)> is_one) : is_one_(is_one) {}

  std::optional<std::int64_t> of(const Value* value) {
    if (is_one_(*value)) return 1;
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || isa<LoadInst>(instruction)) return 0;
    const auto [known, is_new] = known_.try_emplace(value, std::nullopt);
    if (!is_new) return known->second;
    const auto* address = dyn_cast<GetElementPtrInst>(instruction);
    const auto result = address ? of_address(*address) : of_number(*instruction);
    return known_[value] = result;
  }

 private:
  std::optional<std::int64_t> of_address(const GetElementPtrInst& address) {
    auto sum = of(address.getPointerOperand());
    const auto& layout = address.getDataLayout();
    for (auto i = gep_type_begin(&address); sum && i != gep_type_end(&address); ++i) {
      if (i.isStruct()) continue;
      const auto index = of(i.getOperand());
      if (!index) return std::nullopt;
      const auto stride = i.getSequentialElementStride(layout).getFixedValue();
      *sum += *index * static_cast<std::int64_t>(stride);
    }
    return sum;
  }

  std::optional<std::int64_t> of_number(const Instruction& number) {
    SmallVector<std::optional<std::int64_t>, 2> by;
    for (const auto* operand : number.operand_values()) by.push_back(of(operand));
    if (is_contained(by, std::nullopt)) return std::nullopt;
    if (all_of(by, [](auto part) { return part == 0; })) return 0;
    const auto* factor = by.size() == 2 ? dyn_cast<ConstantInt>(number.getOperand(1)) : nullptr;
    switch (number.getOpcode()) {
      case Instruction::ZExt:
      case Instruction::SExt:
        return by[0];
      case Instruction::Or:
      case Instruction::Add:
        return *by[0] + *by[1];
      case Instruction::Shl:
        if (!factor || factor->getValue().uge(32)) return std::nullopt;
        return *by[0] * (std::int64_t{1} << factor->getZExtValue());
      default:
        return std::nullopt;
    }
  }

  function_ref<bool(const Value&)> is_one_;
  DenseMap<const Value*, std::optional<std::int64_t>> known_;
};

// What the warps of a block and the next block load lies side by side.
bool runs_on(const LoadInst& load, const Function& step, std::int64_t warps) {
  const auto bytes = load.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
  const auto* address = load.getPointerOperand();
  const auto is_x = [&](const Value& v) {
    const auto* instruction = dyn_cast<Instruction>(&v);
    return instruction && is_block_x(*instruction, step);
  };
  const auto is_warp = [&](const Value& v) { return &v == step.getArg(kWarpArgument); };
  const auto by_block = Growth(is_x).of(address), by_warp = Growth(is_warp).of(address);
  if (warps == 1) return by_block == static_cast<std::int64_t>(bytes);
  return by_warp && by_block == *by_warp * warps && *by_warp > 0 &&
         *by_warp <= static_cast<std::int64_t>(kMaxStream);
}

// Of the block that is so many further on in the row.
Function* ask(PrefetchLoads& loads, unsigned locality, unsigned distance) {
  return loads.make(locality, [=](IRBuilder<>& b, Instruction& copy) -> Value* {
    if (!is_block_x(copy, *copy.getFunction())) return &copy;
    return b.CreateAdd(&copy, b.getInt32(distance));
  });
}

bool depends_on_the_block(const PrefetchLoads& loads, const Function& step) {
  return any_of(loads.slice(), [&](auto* i) { return is_block_x(*i, step); });
}

unsigned of_warps_in_turn(WarpTurns& turns, const Isa& isa) {
  if (turns.regions.empty() || turns.regions.front().state != 0) return 0;
  auto& first = *turns.regions.front().step;
  const bool finds_streams = StringRef(isa.host).starts_with("znver");
  PrefetchLoads loads(
      first, PrefetchLoads::Known::kAtTheStart, kMaxLinesOfBlock,
      [&](const LoadInst& load) { return !finds_streams || !runs_on(load, first, turns.warps); });
  if (loads.leaves_some() || !depends_on_the_block(loads, first)) return 0;
  const unsigned bytes = loads.lines() * kPrefetchLine * turns.warps;
  const auto distance =
      std::clamp(bit_floor(kBytesInFirstCache / bytes), kMinBlocksAhead, kMaxBlocksAhead);
  const bool fits = std::uint64_t{bytes} * distance <= kBytesInFirstCache;
  turns.blocks_ahead = distance;
  turns.next_block = ask(loads, fits ? kFirstCache : kSecondCache, distance);
  return loads.lines();
}

unsigned of_fibers(Compilation& c) {
  const auto any = [](const LoadInst&) { return true; };
  PrefetchLoads loads(*c.full_warp, PrefetchLoads::Known::kAtTheStart, kMaxLinesOfFiber, any,
                      PrefetchLoads::Where::kInOneBlock);
  if (loads.leaves_some() || !depends_on_the_block(loads, *c.full_warp)) return 0;
  c.turns.blocks_ahead = 1;
  c.turns.next_block = ask(loads, kSecondCache, 1);
  return loads.lines();
}

}  // namespace

unsigned prefetch_next_block(Compilation& c) {
  if (c.mode != abi::KernelMode::kFiberWarp) return of_warps_in_turn(c.turns, c.request.isa);
  return c.is_kernel() && c.full_warp ? of_fibers(c) : 0;
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
