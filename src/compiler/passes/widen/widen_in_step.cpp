// SPDX-License-Identifier: Apache-2.0
// What tools leave out because all threads do it together (probes::Event::kInStep): operations that
// all 32 lanes of a warp come to are counted, and the end of a whole warp is told where something
// was out of step before (abi::CodeNotes). Barriers are the business of warp_loops.h.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/widener.h"
#include "image/kernel_abi.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

Value* Widener::code_notes() {
  return block_field(b_.getPtrTy(), offsetof(abi::BlockContext, notes));
}

// The address of the warp's word of CodeNotes::clocks.
Value* Widener::clock_of_warp() {
  static_assert(offsetof(abi::CodeNotes, clocks) == 0);
  return b_.CreateInBoundsGEP(b_.getInt32Ty(), code_notes(), warp_.getArg(kWarpArgument));
}

void Widener::tell_warp_op(CallInst& i, function_ref<void()> tell) {
  const auto& members = lanes_of(i.getArgOperand(1));
  if (in_step_ == 0 || !members.base || !members.shape.is_uniform()) return tell();
  auto* named = b_.CreateAnd(members.base, mask_bits());
  either(
      b_.CreateICmpEQ(named, b_.getInt32(~0u)),
      [&]() -> Value* {
        auto* at = clock_of_warp();
        // Calls look at it, and may set it: LLVM takes them to change nothing that code can see.
        auto* now = b_.CreateAlignedLoad(b_.getInt32Ty(), at, Align(4), true);
        b_.CreateAlignedStore(b_.CreateAdd(now, b_.getInt32(1)), at, Align(4), true);
        return nullptr;
      },
      [&]() -> Value* {
        tell();
        return nullptr;
      });
}

// It orders nobody, so nothing is counted where all lanes come.
void Widener::tell_matrix_op(CallInst&, function_ref<void()> tell) {
  if (in_step_ == 0) return tell();
  either(
      b_.CreateICmpEQ(mask_bits(), b_.getInt32(in_step_)), [&]() -> Value* { return nullptr; },
      [&]() -> Value* {
        tell();
        return nullptr;
      });
}

// `ended`: the lanes that end.
void Widener::tell_end(Value* ended, function_ref<void()> tell) {
  if (in_step_ == 0) return tell();
  auto* all = b_.CreateICmpEQ(ended, b_.getInt32(in_step_));
  auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), code_notes(),
                                           offsetof(abi::CodeNotes, tell_ends));
  auto* wanted = b_.CreateAlignedLoad(b_.getInt32Ty(), at, Align(4), true);
  auto* none = b_.CreateICmpEQ(ended, b_.getInt32(0));
  auto* untold = b_.CreateOr(none, b_.CreateAnd(all, b_.CreateICmpEQ(wanted, b_.getInt32(0))));
  either(
      untold, [&]() -> Value* { return nullptr; },
      [&]() -> Value* {
        tell();
        return nullptr;
      });
}

}  // namespace heddle::compiler
