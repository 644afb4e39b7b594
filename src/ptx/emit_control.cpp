// SPDX-License-Identifier: Apache-2.0
// bra, exit, trap, brkpt, griddepcontrol, setmaxnreg. Guards are the business of translate.cpp.
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

void emit_bra(Emitter& e) {
  e.take("uni");
  e.expect_operands(1, 1);
  const auto& target = e.operand(0);
  if (target.kind != Operand::Kind::kLabel) return e.fail("a label is needed");
  auto* rest = e.new_block("ptx.behind");
  e.b.CreateBr(e.statement().labels[target.index]);
  e.b.SetInsertPoint(rest);
}

void emit_exit(Emitter& e) {
  e.expect_operands(0, 0);
  if (e.function().getCallingConv() != CallingConv::PTX_Kernel) {
    return e.fail("exit in a function that is no kernel is not yet supported");
  }
  auto* rest = e.new_block("ptx.behind");
  e.b.CreateRetVoid();
  e.b.SetInsertPoint(rest);
}

void emit_trap(Emitter& e) {
  e.expect_operands(0, 0);
  e.intrinsic(e.instruction().opcode == "trap" ? Intrinsic::trap : Intrinsic::debugtrap, {});
}

// The launch before has ended; under a tool it may count as not having.
void emit_griddepcontrol(Emitter& e) {
  e.expect_operands(0, 0);
  if (e.need_any({"wait", "launch_dependents"}) == "wait") {
    tell_async(e, probes::AsyncOp::kLaunchBefore);
  }
}

// What asks the hardware for something that every launch here has anyway.
void emit_nothing(Emitter& e) {
  e.take_any({"inc", "dec"});
  e.take("sync");
  e.take("aligned");
  e.take_type();
}

}  // namespace heddle::ptx
