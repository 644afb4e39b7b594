// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/coarsen_blocks.h"

#include "compiler/analysis/warp_variance.h"
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "compiler/passes/block/jam_choice.h"
#include "compiler/passes/block/prefetch_next_block.h"
#include "compiler/passes/block/split_at_barriers.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Of all coarsened blocks: what they keep while they ask stays in the first cache.
constexpr unsigned kMaxWarps = 64;
constexpr std::uint64_t kMaxFrameBytes = 24 * 1024;

// The fields that are the same for all blocks of a row.
bool is_common_field(std::uint64_t offset) {
  switch (offset) {
    case abi_offset(BlockContext, params):
    case abi_offset(BlockContext, symbols):
    case abi_offset_array(BlockContext, block_idx, 1):
    case abi_offset_array(BlockContext, block_idx, 2):
    case abi_offset_array(BlockContext, grid_dim, 0):
    case abi_offset_array(BlockContext, grid_dim, 1):
    case abi_offset_array(BlockContext, grid_dim, 2):
    case abi_offset_array(BlockContext, block_dim, 0):
    case abi_offset_array(BlockContext, block_dim, 1):
    case abi_offset_array(BlockContext, block_dim, 2):
    case abi_offset(BlockContext, cached_bytes_per_thread):
      return true;
    default:
      return false;
  }
}

// The loads of blockIdx.x; none if the function uses anything else of its block.
std::optional<SmallVector<LoadInst*, 4>> loads_of_x(Function& warp) {
  SmallVector<LoadInst*, 4> result;
  SmallVector<User*, 16> uses(warp.getArg(kBlockArgument)->users());
  while (!uses.empty()) {
    auto* use = uses.pop_back_val();
    if (isa<GetElementPtrInst>(use)) {
      uses.append(use->user_begin(), use->user_end());
      continue;
    }
    auto* load = dyn_cast<LoadInst>(use);
    if (!load) return std::nullopt;
    const auto field = context::field_read(*load, warp.getArg(kBlockArgument));
    if (!field) return std::nullopt;
    if (*field == abi_offset(BlockContext, block_idx)) {
      result.push_back(load);
    } else if (!is_common_field(*field)) {
      return std::nullopt;
    }
  }
  return result;
}

// The only addition with a result to a place that all warps have in common, if each comes there
// once; else null.
AtomicRMWInst* only_ticket(Function& warp) {
  const WarpVariance variance(warp, Loads::kDiffer);
  AtomicRMWInst* result = nullptr;
  for (auto& instruction : instructions(warp)) {
    if (isa<AllocaInst>(instruction)) return nullptr;
    auto* addition = common_addition(instruction, variance);
    if (!addition || addition->use_empty()) continue;
    if (result) return nullptr;
    result = addition;
  }
  if (!result) return nullptr;
  const PostDominatorTree after(warp);
  const bool always = after.dominates(result->getParent(), &warp.getEntryBlock());
  return always && !isPotentiallyReachable(result->getNextNode(), result) ? result : nullptr;
}

// Warp w runs as warp w % warps of block x + w / warps.
void count_blocks_on(Function& warp, unsigned warps) {
  const auto loads = *loads_of_x(warp);
  auto* argument = warp.getArg(kWarpArgument);
  IRBuilder<> b(&*warp.getEntryBlock().getFirstInsertionPt());
  auto* own = b.CreateAnd(argument, warps - 1);
  auto* block = b.CreateLShr(argument, Log2_32(warps));
  argument->replaceUsesWithIf(
      own, [&](Use& use) { return use.getUser() != own && use.getUser() != block; });
  for (auto* load : loads) {
    b.SetInsertPoint(load->getNextNode());
    auto* x = b.CreateAdd(load, block, "x", true, true);
    load->replaceUsesWithIf(x, [&](Use& use) { return use.getUser() != x; });
  }
}

// What a warp asks, at the beginning of its frame: { place, number }.
StructType* ticket_type(const AtomicRMWInst& addition) {
  return StructType::get(addition.getContext(),
                         {addition.getPointerOperand()->getType(), addition.getType()});
}

// The warp's number becomes what was there before.
void suspend_at(AtomicRMWInst& addition) {
  auto& warp = *addition.getFunction();
  auto* type = ticket_type(addition);
  IRBuilder<> b(&*warp.getEntryBlock().getFirstInsertionPt());
  auto* question = b.CreateAlloca(type);
  b.SetInsertPoint(&addition);
  auto* number = b.CreateStructGEP(type, question, 1);
  b.CreateStore(addition.getPointerOperand(), b.CreateStructGEP(type, question, 0));
  b.CreateStore(addition.getValOperand(), number);
  auto suspend = warp.getParent()->getOrInsertFunction(
      kSuspend, FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getPtrTy()}, false));
  b.CreateCall(suspend, {warp.getArg(kBlockArgument), warp.getArg(kWarpContextArgument)});
  addition.replaceAllUsesWith(b.CreateLoad(addition.getType(), number));
  addition.removeFromParent();
  for (auto& operand : addition.operands()) operand.set(PoisonValue::get(operand->getType()));
}

// The code of a function void (block) that runs coarsened blocks.
class Runner {
 public:
  Runner(Function& entry, IRBuilder<>& b, const WarpTurns& turns)
      : entry_(entry), b_(b), warps_(turns.warps), frame_bytes_(turns.frame_bytes) {
    frames_ = b.CreateAlloca(ArrayType::get(b.getInt8Ty(), std::uint64_t{frame_bytes_} * warps_));
    frames_->setAlignment(Align(abi::kVectorAlign));
  }

  // One region of all warps.
  void run(const WarpRegion& region, const NextBlockPrefetch* ahead) {
    const auto jam = region.jam;
    for_warps(jam, [&](Value* warp) {
      context::note_turn(b_, entry_.getArg(0), warp, jam);
      if (ahead) ahead->add(b_, warp, jam);
      b_.CreateCall(&*region.step, {entry_.getArg(0), frame(warp), warp, b_.getInt32(0)});
    });
    if (jam > 1) context::note_warps(b_, entry_.getArg(0), b_.getInt32(0), 1);
  }

  // Asks for the sum, and tells each warp what those before it left there.
  void ask(const AtomicRMWInst& addition) {
    auto* type = ticket_type(addition);
    const auto number = [&](Value* warp) { return b_.CreateStructGEP(type, frame(warp), 1); };
    const auto own = [&](Value* warp) { return b_.CreateLoad(addition.getType(), number(warp)); };
    auto* none = ConstantInt::get(addition.getType(), 0);
    auto* sum =
        fold_warps(none, [&](Value* warp, Value* sum) { return b_.CreateAdd(sum, own(warp)); });
    auto* made = cast<AtomicRMWInst>(addition.clone());
    made->setOperand(0, b_.CreateLoad(addition.getPointerOperand()->getType(), frames_));
    made->setOperand(1, sum);
    DenseMap<const MDNode*, MDNode*> cache;
    const auto here = b_.getCurrentDebugLocation();
    b_.Insert(made);
    if (here && addition.getDebugLoc()) {
      made->setDebugLoc(
          DebugLoc::appendInlinedAt(addition.getDebugLoc(), here, b_.getContext(), cache));
    }
    fold_warps(made, [&](Value* warp, Value* before) {
      auto* n = own(warp);
      b_.CreateStore(before, number(warp));
      return addition.getOperation() == AtomicRMWInst::Add ? b_.CreateAdd(before, n)
                                                           : b_.CreateSub(before, n);
    });
  }

 private:
  Value* frame(Value* warp) {
    return b_.CreateInBoundsGEP(ArrayType::get(b_.getInt8Ty(), frame_bytes_), frames_, warp);
  }

  void for_warps(unsigned count, function_ref<void(Value*)> body) {
    loop(count, nullptr, [&](Value* warp, Value*) {
      body(warp);
      return nullptr;
    });
  }
  Value* fold_warps(Value* from, function_ref<Value*(Value*, Value*)> body) {
    return loop(1, from, body);
  }

  // for (w = 0, v = from; w < warps; w += count) v = body(w, v); the last v.
  Value* loop(unsigned count, Value* from, function_ref<Value*(Value*, Value*)> body) {
    auto* before = b_.GetInsertBlock();
    auto* at = BasicBlock::Create(b_.getContext(), "warps", &entry_);
    b_.CreateBr(at);
    b_.SetInsertPoint(at);
    auto* warp = b_.CreatePHI(b_.getInt32Ty(), 2, "warp");
    auto* value = from ? b_.CreatePHI(from->getType(), 2) : nullptr;
    auto* result = body(warp, value);
    auto* next = b_.CreateAdd(warp, b_.getInt32(count), "", true, true);
    auto* end = b_.GetInsertBlock();
    warp->addIncoming(b_.getInt32(0), before);
    warp->addIncoming(next, end);
    if (value) {
      value->addIncoming(from, before);
      value->addIncoming(result, end);
    }
    auto* done = BasicBlock::Create(b_.getContext(), "warps.done", &entry_);
    b_.CreateCondBr(b_.CreateICmpULT(next, b_.getInt32(warps_)), at, done);
    b_.SetInsertPoint(done);
    return result;
  }

  Function& entry_;
  IRBuilder<>& b_;
  const unsigned warps_, frame_bytes_;
  AllocaInst* frames_;
};

}  // namespace

static std::optional<CoarsenedBlocks> join(Function& full, unsigned warps) {
  if (!isPowerOf2_32(warps) || warps * 2 > kMaxWarps) return std::nullopt;
  if (!only_ticket(full) || !loads_of_x(full)) return std::nullopt;
  ValueToValueMapTy map;
  auto* coarsened = CloneFunction(&full, map);
  coarsened->setName(full.getName() + ".coarsened");
  count_blocks_on(*coarsened, warps);
  auto* addition = only_ticket(*coarsened);
  if (!addition) {  // each block has a place of its own
    coarsened->eraseFromParent();
    return std::nullopt;
  }
  suspend_at(*addition);
  CoarsenedBlocks result;
  result.addition.reset(addition);
  const auto split = split_at_plain_barriers(*coarsened);
  coarsened->eraseFromParent();
  auto& turns = result.turns;
  turns.frame_bytes = split.frame_bytes;
  turns.warps = std::min<std::uint64_t>(
      kMaxWarps, bit_floor(kMaxFrameBytes / std::max(split.frame_bytes, 1u)));
  turns.blocks = turns.warps / warps;
  if (turns.blocks >= 2) {
    for (unsigned k = 0; k < 2; ++k) turns.regions.emplace_back(from_state(*split.function, k), k);
  }
  split.function->eraseFromParent();
  return turns.blocks >= 2 ? std::optional(std::move(result)) : std::nullopt;
}

unsigned coarsen_blocks(Compilation& c) {
  const bool alone =
      c.mode == abi::KernelMode::kBlock && c.full_warp && !c.warp_loops && !c.last_warp;
  if (!alone) return 0;
  c.coarsened = join(*c.full_warp, full_warps(*c.request.block));
  return c.coarsened ? 1 : 0;
}

void run_coarsened_blocks(const CoarsenedBlocks& coarsened, Function& entry, IRBuilder<>& b) {
  const auto& turns = coarsened.turns;
  Runner runner(entry, b, turns);
  const NextBlockPrefetch ahead(b, entry.getArg(0), turns);
  runner.run(turns.regions[0], &ahead);
  runner.ask(*cast<AtomicRMWInst>(coarsened.addition.get()));
  runner.run(turns.regions[1], nullptr);
  b.CreateRetVoid();
}

}  // namespace heddle::compiler
