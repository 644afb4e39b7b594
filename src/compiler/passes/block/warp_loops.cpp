// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/warp_loops.h"

#include "compiler/analysis/warp_variance.h"
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/passes/block/compute_once.h"
#include "compiler/passes/block/jam_choice.h"
#include "compiler/passes/block/jam_warps.h"
#include "compiler/passes/block/prefetch_ahead.h"
#include "compiler/passes/block/split_at_barriers.h"
#include "compiler/passes/scalar/optimise.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// All frames of a block lie on the worker's stack: large local arrays do not suit this way.
constexpr std::uint64_t kMaxObjectBytes = 256 * 1024;
// Copies of a large function with many barriers would take long to compile for no gain.
constexpr unsigned kMaxCopiedInstructions = 20'000;
// No warp is there yet: the states differ.
constexpr std::uint32_t kMixed = kExitedState - 1;
constexpr unsigned kOwnState = 0;

class WarpLoops {
 public:
  WarpLoops(Compilation& c, Function& entry, IRBuilder<>& b)
      : c_(c),
        module_(*c.module),
        entry_(entry),
        b_(b),
        block_(entry.getArg(0)),
        warps_(full_warps(*c.request.block)) {}

  void run() {
    auto* full = find(c_.full_warp);
    auto* last = find(c_.last_warp);
    make_storage(full != nullptr, last != nullptr);
    if (full) prepare_prefetch(*full);
    auto* start = b_.GetInsertBlock();
    auto *round = block("round"), *tail = block("last"), *end = block("end");
    b_.CreateBr(round);
    b_.SetInsertPoint(round);
    auto* state = b_.CreatePHI(b_.getInt32Ty(), 2, "state");
    state->addIncoming(b_.getInt32(full ? 0 : kExitedState), start);
    auto* next = PHINode::Create(b_.getInt32Ty(), 2, "next", tail);
    next->addIncoming(state, round);
    if (!full) {
      b_.CreateBr(tail);
    } else {
      auto* mixed = block("mixed");
      auto* cases = b_.CreateSwitch(state, mixed, c_.full_states + 1);
      cases->addCase(b_.getInt32(kExitedState), tail);
      const bool copies = copied_instructions(*full) < kMaxCopiedInstructions;
      for (unsigned k = 0; copies && k < c_.full_states; ++k) {
        auto* at = block("from");
        cases->addCase(b_.getInt32(k), at);
        auto* copy = from_state(*full, k);
        const auto jam = profitable_jam(*copy, c_.request.isa, warps_);
        const bool last = always_exits(*copy);
        if (jam > 1) copy = jam_warps(*copy, c_.request.isa, jam, c_.frame_bytes);
        auto* ahead = prefetch_next_round(*copy);
        Value* values = nullptr;
        if (auto once = compute_once(*copy, c_.request.isa, warps_ / jam)) {
          copy = once->step;
          values = values_of(once->bytes);
          b_.SetInsertPoint(at);
          b_.CreateCall(once->prepare, {block_, values});
        }
        loop(at, tail, *next, *copy, jam, last, values, ahead);
      }
      if (copies && c_.one_way) {
        b_.SetInsertPoint(mixed);
        b_.CreateUnreachable();
        full->eraseFromParent();
        full = nullptr;
      } else {
        loop(mixed, tail, *next, *full, kOwnState);
      }
    }
    b_.SetInsertPoint(tail);
    auto* over = b_.CreateICmpEQ(next, b_.getInt32(kExitedState));
    if (last) over = b_.CreateAnd(over, run_last(*last));
    state->addIncoming(next, b_.GetInsertBlock());
    b_.CreateCondBr(over, end, round);
    b_.SetInsertPoint(end);
    b_.CreateRetVoid();
  }

 private:
  Function* find(const std::string& name) {
    return name.empty() ? nullptr : module_.getFunction(name);
  }

  // What a next block of this row loads first, fetched while this one ends.
  void prepare_prefetch(Function& full) {
    auto& first = *from_state(full, 0);
    ahead_.emplace(b_, block_, first, warps_);
    first.eraseFromParent();
  }

  // The state that the step function returns, if it is always the same.
  static ConstantInt* only_result(Function& step) {
    ConstantInt* result = nullptr;
    for (auto& block : step) {
      auto* ret = dyn_cast<ReturnInst>(block.getTerminator());
      if (!ret) continue;
      auto* state = dyn_cast<ConstantInt>(ret->getReturnValue());
      if (!state || (result && result != state)) return nullptr;
      result = state;
    }
    return result;
  }
  // Each block runs such a step once, at its end.
  static bool always_exits(Function& step) {
    const auto* result = only_result(step);
    return result && result->getZExtValue() == kExitedState;
  }

  BasicBlock* block(const char* name) { return BasicBlock::Create(c_.context, name, &entry_); }

  void make_storage(bool full, bool last) {
    const auto all = warps_ + (last ? 1 : 0);
    auto* frames = b_.CreateAlloca(
        ArrayType::get(b_.getInt8Ty(), std::uint64_t{c_.frame_bytes} * all), nullptr, "frames");
    frames->setAlignment(Align(abi::kVectorAlign));
    frames_ = frames;
    auto* states = b_.CreateAlloca(ArrayType::get(b_.getInt32Ty(), all), nullptr, "states");
    states_ = states;
    b_.CreateMemSet(states, b_.getInt8(0), 4 * all, MaybeAlign(4));
  }

  Value* frame(Value* warp) {
    return b_.CreateInBoundsGEP(ArrayType::get(b_.getInt8Ty(), c_.frame_bytes), frames_, warp);
  }
  Value* state_of(Value* warp) { return b_.CreateInBoundsGEP(b_.getInt32Ty(), states_, warp); }

  // What the steps from one state on have in common (see compute_once.h).
  Value* values_of(std::uint64_t bytes) {
    IRBuilder<>::InsertPointGuard guard(b_);
    b_.SetInsertPoint(&*entry_.getEntryBlock().getFirstInsertionPt());
    if (!values_) {
      values_ = b_.CreateAlloca(b_.getInt8Ty(), nullptr, "values");
      values_->setAlignment(Align(abi::kVectorAlign));
    }
    values_bytes_ = std::max(values_bytes_, bytes);
    values_->setAllocatedType(ArrayType::get(b_.getInt8Ty(), values_bytes_));
    return values_;
  }

  // Runs `count` warps.
  Value* step(Function& function, Value* warp, Value* state, unsigned count = 1,
              Value* values = nullptr) {
    context::note_turn(b_, block_, warp, count);
    SmallVector<Value*, 5> arguments{block_, frame(warp), warp, state};
    if (values) arguments.push_back(values);
    auto* call = b_.CreateCall(&function, arguments);
    for (unsigned k = 0; k < count; ++k) {
      b_.CreateStore(call, state_of(b_.CreateAdd(warp, b_.getInt32(k), "", true, true)));
    }
    return call;
  }

  // How large the copies of all states would be.
  static unsigned copied_instructions(Function& function) {
    unsigned sum = 0;
    for (auto* start : successors(&function.getEntryBlock())) {
      for (auto* block : depth_first(start)) sum += block->size();
    }
    return sum;
  }

  // for w: next[w] = function(w); `next` becomes the state that all have, or kMixed. The function
  // runs `jam` warps at once, or, with kOwnState, one warp from the state that it is in.
  void loop(BasicBlock* at, BasicBlock* out, PHINode& next, Function& function, unsigned jam,
            bool last = false, Value* values = nullptr, Function* ahead = nullptr) {
    b_.SetInsertPoint(at);
    auto *body = block("warps"), *latch = block("warps.next");
    b_.CreateBr(body);
    b_.SetInsertPoint(body);
    auto* i32 = b_.getInt32Ty();
    auto* warp = b_.CreatePHI(i32, 2, "warp");
    auto* common = b_.CreatePHI(i32, 2, "common");
    warp->addIncoming(b_.getInt32(0), at);
    Value* after = nullptr;
    if (jam == kOwnState) {
      auto* old = b_.CreateLoad(i32, state_of(warp));
      auto* alive = block("alive");
      auto* from = b_.GetInsertBlock();
      b_.CreateCondBr(b_.CreateICmpEQ(old, b_.getInt32(kExitedState)), latch, alive);
      b_.SetInsertPoint(alive);
      auto* stepped = step(function, warp, old);
      b_.CreateBr(latch);
      b_.SetInsertPoint(latch);
      auto* either = b_.CreatePHI(i32, 2);
      either->addIncoming(old, from);
      either->addIncoming(stepped, alive);
      after = either;
    } else {
      if (last && ahead_) ahead_->add(b_, warp, jam);
      after = step(function, warp, b_.getInt32(0), jam, values);
      if (ahead) b_.CreateCall(ahead, {block_, frame(warp), warp});
      b_.CreateBr(latch);
      b_.SetInsertPoint(latch);
    }
    Value* agreed = jam == kOwnState ? nullptr : only_result(function);
    if (!agreed) {
      // The first warp says which state it is.
      auto* first = b_.CreateICmpEQ(warp, b_.getInt32(0));
      auto* same = b_.CreateOr(first, b_.CreateICmpEQ(after, common));
      agreed = b_.CreateSelect(same, after, b_.getInt32(kMixed), "agreed");
    }
    auto* following = b_.CreateAdd(warp, b_.getInt32(std::max(jam, 1u)), "", true, true);
    common->addIncoming(b_.getInt32(0), at);
    common->addIncoming(agreed, latch);
    warp->addIncoming(following, latch);
    auto* done = block("warps.done");
    b_.CreateCondBr(b_.CreateICmpULT(following, b_.getInt32(warps_)), body, done);
    b_.SetInsertPoint(done);
    if (jam > 1) context::note_warps(b_, block_, b_.getInt32(0), 1);
    next.addIncoming(agreed, done);
    b_.CreateBr(out);
  }

  // Steps the partial last warp unless it has exited; tells whether it has now.
  Value* run_last(Function& function) {
    auto* warp = b_.getInt32(warps_);
    auto* old = b_.CreateLoad(b_.getInt32Ty(), state_of(warp));
    auto* before = b_.GetInsertBlock();
    auto *alive = block("last.alive"), *done = block("last.done");
    b_.CreateCondBr(b_.CreateICmpEQ(old, b_.getInt32(kExitedState)), done, alive);
    b_.SetInsertPoint(alive);
    auto* stepped = step(function, warp, old);
    auto* exited = b_.CreateICmpEQ(stepped, b_.getInt32(kExitedState));
    b_.CreateBr(done);
    b_.SetInsertPoint(done);
    auto* over = b_.CreatePHI(b_.getInt1Ty(), 2);
    over->addIncoming(b_.getTrue(), before);
    over->addIncoming(exited, alive);
    return over;
  }

  Compilation& c_;
  Module& module_;
  Function& entry_;
  IRBuilder<>& b_;
  Value* block_;
  std::uint32_t warps_;
  Value *frames_ = nullptr, *states_ = nullptr;
  AllocaInst* values_ = nullptr;
  std::uint64_t values_bytes_ = 0;
  std::optional<NextBlockPrefetch> ahead_;
};

}  // namespace

static std::uint64_t object_bytes(Function& function) {
  std::uint64_t bytes = 0;
  for (auto& instruction : function.getEntryBlock()) {
    if (auto* object = dyn_cast<AllocaInst>(&instruction)) {
      bytes += object->getAllocationSize(function.getDataLayout())->getFixedValue();
    }
  }
  return bytes;
}

bool split_for_warp_loops(Compilation& c) {
  auto& module = *c.module;
  const auto partial = last_warp_lanes(*c.request.block);
  auto* full = c.full_warp.empty() ? nullptr : module.getFunction(c.full_warp);
  auto* last = c.last_warp.empty() ? nullptr : module.getFunction(c.last_warp);
  if (full && !has_plain_barriers(*full, ~0u)) return false;
  if (last && !has_plain_barriers(*last, (1u << partial) - 1)) return false;
  const auto warps = full_warps(*c.request.block) + 1;
  for (auto* function : {full, last}) {
    if (function && object_bytes(*function) * warps > kMaxObjectBytes) return false;
  }
  c.one_way = full && take_one_way(*full);
  const auto split = [&](Function* function, std::string& name) {
    if (!function) return 0u;
    const auto step = split_at_plain_barriers(*function);
    c.frame_bytes = std::max(c.frame_bytes, step.frame_bytes);
    name = step.function->getName().str();
    function->eraseFromParent();
    // Behind each barrier addresses are computed anew.
    share_subexpressions(*step.function, *c.machine);
    return step.states;
  };
  c.full_states = split(full, c.full_warp);
  split(last, c.last_warp);
  c.frame_bytes = std::max<std::uint32_t>(c.frame_bytes, abi::kVectorAlign);
  c.warp_loops = true;
  return true;
}

void run_warp_loops(Compilation& c, Function& entry, IRBuilder<>& b) {
  WarpLoops(c, entry, b).run();
}

}  // namespace heddle::compiler
