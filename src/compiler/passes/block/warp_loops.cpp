// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/warp_loops.h"

#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/passes/block/prefetch_next_block.h"
#include "compiler/passes/block/split_at_barriers.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// No warp is there yet: the states differ.
constexpr std::uint32_t kMixed = kExitedState - 1;
constexpr unsigned kOwnState = 0;

class WarpLoops {
 public:
  WarpLoops(Compilation& c, Function& entry, IRBuilder<>& b)
      : c_(c),
        entry_(entry),
        b_(b),
        block_(entry.getArg(0)),
        warps_(c.in_turn ? threads_of(*c.request.block) : full_warps(*c.request.block)) {}

  void run() {
    Function *full = c_.full_warp, *last = c_.last_warp;
    const auto& regions = c_.turns.regions;
    make_storage(full != nullptr, last != nullptr);
    ahead_.emplace(b_, block_, c_.turns);
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
      for (const auto& region : regions) {
        auto* at = block("from");
        cases->addCase(b_.getInt32(region.state), at);
        Value* values = nullptr;
        if (region.prepare) {
          values = values_of(region.value_bytes);
          b_.SetInsertPoint(at);
          b_.CreateCall(&*region.prepare, {block_, values});
        }
        loop(at, tail, *next, region, values);
      }
      if (regions.size() == c_.full_states && c_.one_way) {
        b_.SetInsertPoint(mixed);
        // Should warps be at different barriers all the same, this ends the kernel.
        b_.CreateIntrinsic(Intrinsic::trap, {});
        b_.CreateUnreachable();
        full->eraseFromParent();
      } else {
        WarpRegion any(c_.full_warp);
        any.jam = kOwnState;
        loop(mixed, tail, *next, any, nullptr);
      }
    }
    b_.SetInsertPoint(tail);
    auto* over = b_.CreateICmpEQ(next, b_.getInt32(kExitedState));
    if (last) over = b_.CreateAnd(over, run_last(*last));
    if (c_.full_sites || c_.last_sites) {
      auto* met = block("met");
      b_.CreateCondBr(over, end, met);
      b_.SetInsertPoint(met);
      tell_round();
      state->addIncoming(next, met);
      b_.CreateBr(round);
    } else {
      state->addIncoming(next, b_.GetInsertBlock());
      b_.CreateCondBr(over, end, round);
    }
    b_.SetInsertPoint(end);
    b_.CreateRetVoid();
  }

 private:
  // Tools hear of the barrier that the warps have come to.
  void tell_round() {
    auto* ptr = b_.getPtrTy();
    const auto table = [&](Constant* sites) {
      return sites ? sites : ConstantPointerNull::get(ptr);
    };
    auto callee = c_.module->getOrInsertFunction(
        "heddle_rt_probe_round", FunctionType::get(b_.getVoidTy(), {ptr, ptr, ptr, ptr}, false));
    cast<Function>(callee.getCallee())->addFnAttr(Attribute::NoUnwind);
    b_.CreateCall(callee, {block_, states_, table(c_.full_sites), table(c_.last_sites)});
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

  // What the steps from one state on have in common (see hoist_across_warps.h).
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
    // A thread in turn stands where a warp does.
    context::note_turn(b_, block_, c_.in_turn ? b_.CreateLShr(warp, Log2_32(abi::kWarpSize)) : warp,
                       count);
    SmallVector<Value*, 5> arguments{block_, frame(warp), warp, state};
    if (values) arguments.push_back(values);
    auto* call = b_.CreateCall(&function, arguments);
    for (unsigned k = 0; k < count; ++k) {
      b_.CreateStore(call, state_of(b_.CreateAdd(warp, b_.getInt32(k), "", true, true)));
    }
    return call;
  }

  // for w: next[w] = step(w); `next` becomes the state that all have, or kMixed. The step function
  // runs `jam` warps at once, or, with kOwnState, one warp from the state that it is in.
  void loop(BasicBlock* at, BasicBlock* out, PHINode& next, const WarpRegion& region,
            Value* values) {
    const auto jam = region.jam;
    auto& function = *region.step;
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
      if (always_exits(function)) ahead_->add(b_, warp, jam);
      after = step(function, warp, b_.getInt32(0), jam, values);
      if (region.next_round) b_.CreateCall(&*region.next_round, {block_, frame(warp), warp});
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

void run_warp_loops(Compilation& c, Function& entry, IRBuilder<>& b) {
  WarpLoops(c, entry, b).run();
}

}  // namespace heddle::compiler
