// SPDX-License-Identifier: Apache-2.0
// Counters that code keeps by itself (probes/counters.h): additions to words of the worker.
//
// They are volatile: what looks like one addition of several warps is one of each.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/cover.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/probe/insert_counters.h"
#include "compiler/passes/widen/widener.h"
#include "image/kernel_abi.h"
#include "probes/counters.h"

namespace heddle::compiler {

using namespace llvm;
using probes::AccessCounter;

// The first of the worker's words; of functions behind pointers, in launches that have none for
// them, of others. `of_kernel`: of the kernel's words.
Value* Widener::counter_words(bool of_kernel) {
  auto* i64 = b_.getInt64Ty();
  const auto read = [&](Type* type, Value* from, const Twine& name) {
    auto* value = b_.CreateLoad(type, from, name);
    value->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(b_.getContext(), {}));
    return value;
  };
  auto* field = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), warp_.getArg(kBlockArgument),
                                              offsetof(abi::BlockContext, counters));
  auto* words = read(b_.getPtrTy(), field, "counters");
  auto* first_word = warp_.getParent()->getNamedGlobal(kFirstWord);
  if (!first_word) return words;
  auto* none = b_.CreateConstInBoundsGEP1_64(
      b_.getInt8Ty(), warp_.getParent()->getNamedGlobal(kNoCounters), sizeof(abi::CounterHead));
  auto* known = b_.CreateSelect(b_.CreateIsNull(words), none, words);
  const auto head = [&](std::size_t offset, const Twine& name) {
    const auto back = offset - sizeof(abi::CounterHead);
    return read(i64, b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), known, back), name);
  };
  auto* first = read(i64, first_word, "first.word");
  auto* all = head(offsetof(abi::CounterHead, function_words), "function.words");
  auto* own = known;
  if (!of_kernel) {
    auto* of_others = head(offsetof(abi::CounterHead, kernel_words), "kernel.words");
    own = b_.CreateGEP(i64, known, b_.CreateAdd(of_others, first));
  }
  return b_.CreateSelect(b_.CreateICmpULT(first, all), own, none);
}

// The address of the worker's word number `word`.
Value* Widener::counter_word(Value* word) {
  return b_.CreateInBoundsGEP(b_.getInt64Ty(), counter_words(false), scalar(word));
}

void Widener::add_to_counter(Value* at, Value* number) {
  auto* sum = b_.CreateAdd(b_.CreateAlignedLoad(b_.getInt64Ty(), at, Align(8), true), number);
  b_.CreateAlignedStore(sum, at, Align(8), true);
}

// A block is entered only when some lane runs it (linearise.h).
void Widener::count_block(Value* word) {
  auto* warps = counter_word(word);
  auto* lanes = b_.CreateConstInBoundsGEP1_64(b_.getInt64Ty(), warps, 1);
  auto* active = b_.CreateUnaryIntrinsic(Intrinsic::ctpop, mask_bits());
  add_to_counter(warps, b_.getInt64(1));
  add_to_counter(lanes, b_.CreateZExt(active, b_.getInt64Ty()));
}

void Widener::count_branch(Value* word, Value* taken) {
  if (const auto& lanes = lanes_of(taken); lanes.base && lanes.shape.is_uniform()) return;
  auto* some = bits_of(masked(vector(taken)));
  auto* others = b_.CreateXor(some, mask_bits());
  auto* both =
      b_.CreateAnd(b_.CreateICmpNE(some, b_.getInt32(0)), b_.CreateICmpNE(others, b_.getInt32(0)));
  add_to_counter(counter_word(word), b_.CreateZExt(both, b_.getInt64Ty()));
}

// Of a warp the lane counts that waits longest.
void Widener::count_wait(CallInst& i) {
  auto* lanes = vector(i.getArgOperand(1));
  auto* none = Constant::getNullValue(lanes->getType());
  auto* longest = b_.CreateIntMaxReduce(b_.CreateSelect(mask_vector(), lanes, none), false);
  add_to_counter(counter_word(i.getArgOperand(0)), longest);
  const auto cycles = cast<ConstantInt>(i.getArgOperand(2))->getZExtValue();
  if (cycles != 0) add_to_clock(b_.CreateMul(longest, b_.getInt64(cycles)));
}

// How long the warp is busy (probes::WarpClocks).
void Widener::add_to_clock(Value* cycles) {
  static_assert(offsetof(probes::WarpClocks, cycles) == 0);
  add_to_counter(
      b_.CreateInBoundsGEP(b_.getInt64Ty(), counter_words(true), warp_.getArg(kWarpArgument)),
      cycles);
}

// Lanes that are known to lie in rows, or are found to.
void Widener::count_access(CallInst& i) {
  auto* counted = scalar(i.getArgOperand(0));
  const bool by_pattern = !cast<ConstantInt>(i.getArgOperand(2))->isZero();
  auto* address = i.getArgOperand(3);
  const SmallVector<Value*, 4> whose{warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument),
                                     counted, mask_bits()};
  const auto tell_lanes = [&]() -> Value* {
    SmallVector<Value*, 5> arguments(whose.begin(), whose.end());
    arguments.push_back(probe_rows({address}));
    probe_call("heddle_rt_count_lanes", b_.getVoidTy(), arguments);
    return nullptr;
  };
  const auto rows = probe_in_rows(address, ConstantPointerNull::get(b_.getPtrTy()));
  if (!rows.empty()) {
    count_rows(i, whose, {rows[0], rows[2], rows[3], rows[4]});
  } else if (by_pattern) {
    const auto found = find_rows(address);
    either(
        found.all_fit,
        [&]() -> Value* {
          count_rows(i, whose, found.rows);
          return nullptr;
        },
        tell_lanes);
  } else {
    tell_lanes();
  }
}

// Lanes whose distances are not known before they run, as those of an index that may wrap around,
// are mostly regular all the same. Two rows of 16 lanes are one of 32, too, and suit blocks that
// are 16 threads wide.
Widener::FoundRows Widener::find_rows(Value* address) {
  constexpr unsigned kWidthLog2 = 4;
  constexpr unsigned kWidth = 1u << kWidthLog2;
  auto* i64 = b_.getInt64Ty();
  // What inactive lanes hold may be undefined, and is not looked at.
  auto* lanes = b_.CreateFreeze(b_.CreatePtrToInt(vector(address), vector_type(i64)));
  const auto lane = [&](unsigned k) { return b_.CreateExtractElement(lanes, k); };
  auto* first = lane(0);
  auto* stride = b_.CreateSub(lane(1), first);
  auto* pitch = b_.CreateSub(lane(kWidth), first);
  SmallVector<Constant*, 32> columns, in_second;
  for (unsigned k = 0; k < kLanes; ++k) {
    columns.push_back(b_.getInt64(k % kWidth));
    in_second.push_back(b_.getInt1(k >= kWidth));
  }
  auto* begins = b_.CreateSelect(ConstantVector::get(in_second), splat(b_.CreateAdd(first, pitch)),
                                 splat(first));
  auto* along = b_.CreateMul(splat(stride), ConstantVector::get(columns));
  auto* differs = b_.CreateICmpNE(b_.CreateAdd(begins, along), lanes);
  auto* some = b_.CreateICmpNE(bits_of(masked(differs)), b_.getInt32(0));
  return {b_.CreateNot(some), {first, stride, pitch, b_.getInt32(kWidthLog2)}};
}

// The pattern of `rows` (first, stride, pitch, width_log2) is compared with the one that the
// counter has. `whose`: block, warp, what is counted, lanes.
void Widener::count_rows(CallInst& i, ArrayRef<Value*> whose, ArrayRef<Value*> rows) {
  auto* i64 = b_.getInt64Ty();
  const auto step = cast<ConstantInt>(i.getArgOperand(2))->getZExtValue();
  Value *first = rows[0], *stride = rows[1], *pitch = rows[2], *width = rows[3];
  const auto tell = [&]() -> Value* {
    SmallVector<Value*, 8> arguments(whose.begin(), whose.end());
    arguments.append(rows.begin(), rows.end());
    probe_call("heddle_rt_count_rows", b_.getVoidTy(), arguments);
    return nullptr;
  };
  if (step == 0) {
    tell();
    return;
  }
  auto* counter = counter_word(i.getArgOperand(1));
  const auto differs = [&](std::uint64_t offset, Value* wanted) {
    auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), counter, offset);
    return b_.CreateXor(b_.CreateAlignedLoad(i64, at, Align(8), true), wanted);
  };
  auto* lanes =
      b_.CreateOr(b_.CreateShl(b_.CreateZExt(width, i64), 32), b_.CreateZExt(whose.back(), i64));
  auto* other = b_.CreateOr(differs(offsetof(AccessCounter, lanes), lanes),
                            differs(offsetof(AccessCounter, stride), stride));
  other = b_.CreateOr(other, differs(offsetof(AccessCounter, pitch), pitch));
  const auto count = [&]() -> Value* {
    auto* in_line = b_.CreateAnd(first, b_.getInt64(AccessCounter::kLineBytes - 1));
    auto* phases = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), counter, sizeof(AccessCounter));
    auto* phase = b_.CreateLShr(in_line, b_.getInt64(Log2_64(step)));
    add_to_counter(b_.CreateInBoundsGEP(i64, phases, phase), b_.getInt64(1));
    return nullptr;
  };
  either(b_.CreateICmpEQ(other, b_.getInt64(0)), count, tell);
}

bool Widener::counter(CallInst& i, StringRef name) {
  if (name == pseudo::kCountBlock) {
    count_block(i.getArgOperand(0));
    // Where a tool asked for that.
    const auto cycles = cast<ConstantInt>(i.getArgOperand(1))->getZExtValue();
    if (cycles != 0) add_to_clock(b_.getInt64(cycles));
  } else if (name == pseudo::kCountBranch) {
    count_branch(i.getArgOperand(0), i.getArgOperand(1));
  } else if (name == pseudo::kCountWait) {
    count_wait(i);
  } else if (name == pseudo::kCountAccess) {
    count_access(i);
  } else if (is_cover(&i)) {
    // Other threads count at the same place, and the host looks at any time.
    auto* active =
        b_.CreateUnaryIntrinsic(Intrinsic::ctpop, bits_of(masked(vector(i.getArgOperand(1)))));
    b_.CreateAtomicRMW(AtomicRMWInst::Add, scalar(i.getArgOperand(0)),
                       b_.CreateZExt(active, b_.getInt64Ty()), Align(8), AtomicOrdering::Monotonic)
        ->setVolatile(true);
  } else {
    return false;
  }
  return true;
}

}  // namespace heddle::compiler
