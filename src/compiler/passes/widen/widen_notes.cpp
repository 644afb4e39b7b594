// SPDX-License-Identifier: Apache-2.0
// Accesses that code notes by itself, where all tools but the last one need not be told and that
// one takes notes: rows of cells in global memory (probes/row_notes.h), and rows of any kind in
// shared memory, which are only written down (abi::SharedNote). All else goes to that tool alone.
#include "compiler/ir/calling_convention.h"
#include "compiler/passes/widen/lane_rows.h"
#include "image/kernel_abi.h"

namespace heddle::compiler {

using namespace llvm;

// i1: the access has been noted, and nobody needs to be told.
Value* Widener::note(CallInst& i, const LaneRows& rows, ArrayRef<Value*> arguments,
                     const Notable& of) {
  const auto ask = [&] { return note_access(i, arguments); };
  if (of.cell == 0) return ask();
  if (of.shared) return is_fixed(rows) ? note_shared(rows, arguments, of.site, ask) : ask();
  if (!is_solid_row(rows, of.cell)) return ask();
  const auto row = [&] {
    return either(note_row(rows, of.site, of.cell), [&]() -> Value* { return b_.getTrue(); }, ask);
  };
  return either(b_.CreateICmpEQ(mask_bits(), b_.getInt32(~0u)), row, ask);
}

// The lanes lie side by side.
bool Widener::is_solid_row(const LaneRows& rows, std::uint32_t cell) {
  if (rows.known_stride() != cell) return false;
  if (rows.width == kLanes) return true;
  const auto* pitch = dyn_cast<ConstantInt>(rows.pitch);
  return pitch && pitch->getZExtValue() == std::uint64_t{cell} * rows.width;
}

// How far apart the lanes lie is a part of the code.
bool Widener::is_fixed(const LaneRows& rows) {
  const auto fits = [](const Value* distance) {
    const auto* known = dyn_cast<ConstantInt>(distance);
    return known && isInt<32>(known->getSExtValue());
  };
  return fits(rows.stride) && fits(rows.pitch);
}

// i1: the tool that wants to note has been told, and no other needs to be.
Value* Widener::note_access(CallInst& i, ArrayRef<Value*> in_rows) {
  SmallVector<Value*, 9> arguments{warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument),
                                   scalar(i.getArgOperand(0)), mask_bits()};
  arguments.append(in_rows.begin(), in_rows.end());
  auto* call = probe_call("heddle_rt_note_access", b_.getInt32Ty(), arguments);
  changes_nothing(*call);
  return b_.CreateICmpNE(call, b_.getInt32(0));
}

// i1: the same of lanes anywhere.
Value* Widener::note_lanes(CallInst& i) {
  auto* rows = probe_rows({i.getArgOperand(1), i.getArgOperand(2)});
  auto* call = probe_call("heddle_rt_note_lanes", b_.getVoidTy(),
                          {warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument),
                           scalar(i.getArgOperand(0)), mask_bits(), rows});
  changes_nothing(*call);
  return b_.getTrue();
}

// i1: the engine has noted that all lanes touch the row.
Value* Widener::note_row(const LaneRows& rows, std::uint32_t site, std::uint32_t cell) {
  auto* call = probe_call("heddle_rt_note_row", b_.getInt32Ty(),
                          {warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument),
                           b_.getInt32(site), rows.first, b_.getInt32(Log2_32(cell))});
  changes_nothing(*call);
  return b_.CreateICmpNE(call, b_.getInt32(0));
}

// The next abi::SharedNote, where there is room for it; else `full` makes the answer.
Value* Widener::note_shared(const LaneRows& rows, ArrayRef<Value*> arguments, std::uint32_t site,
                            function_ref<Value*()> full) {
  using abi::CodeNotes;
  using abi::SharedNote;
  Type *ptr = b_.getPtrTy(), *i64 = b_.getInt64Ty(), *i8 = b_.getInt8Ty();
  const auto field = [&](std::uint64_t offset) {
    return b_.CreateConstInBoundsGEP1_64(i8, code_notes(), offset);
  };
  // Calls take what has been noted; LLVM takes them to change nothing that code can see.
  auto* place = field(offsetof(CodeNotes, next_shared));
  auto* next = b_.CreateAlignedLoad(ptr, place, Align(8), true);
  auto* end = b_.CreateAlignedLoad(ptr, field(offsetof(CodeNotes, end_shared)), Align(8), true);
  const auto write = [&]() -> Value* {
    // Two fields are one word.
    const auto store = [&](std::uint64_t offset, Value* word) {
      auto* at = b_.CreateConstInBoundsGEP1_64(i8, next, offset);
      b_.CreateAlignedStore(word, at, Align(8));
    };
    const auto both = [&](Value* low, Value* high) {
      return b_.CreateOr(b_.CreateZExt(low, i64), b_.CreateShl(b_.CreateZExt(high, i64), 32));
    };
    const auto known = [](const Value* distance) {
      return static_cast<std::uint32_t>(cast<ConstantInt>(distance)->getZExtValue());
    };
    static_assert(offsetof(SharedNote, site) == 0 && offsetof(SharedNote, active) == 4);
    store(0, both(b_.getInt32(site), mask_bits()));
    static_assert(offsetof(SharedNote, clock) == 8 && offsetof(SharedNote, warp) == 12 &&
                  offsetof(SharedNote, width_log2) == 14);
    auto* clock = b_.CreateAlignedLoad(b_.getInt32Ty(), clock_of_warp(), Align(4), true);
    auto* width = b_.CreateShl(arguments[4], 16);
    store(8, both(clock, b_.CreateOr(warp_.getArg(kWarpArgument), width)));
    store(offsetof(SharedNote, first), rows.first);
    static_assert(offsetof(SharedNote, stride) == 24 && offsetof(SharedNote, pitch) == 28);
    store(24, both(b_.getInt32(known(rows.stride)), b_.getInt32(known(rows.pitch))));
    auto* behind = b_.CreateConstInBoundsGEP1_64(i8, next, sizeof(SharedNote));
    b_.CreateAlignedStore(behind, place, Align(8), true);
    return b_.getTrue();
  };
  return either(b_.CreateICmpULT(next, end), write, full);
}

}  // namespace heddle::compiler
