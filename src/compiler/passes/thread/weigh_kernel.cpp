// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/weigh_kernel.h"

#include "compiler/analysis/code_cost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// A volatile access is a promise on what lanes see of each other; code behind pointers is warps'.
bool keeps_warps(const Instruction& i) {
  if (i.isVolatile() && i.mayReadOrWriteMemory()) return true;
  const auto* call = dyn_cast<CallInst>(&i);
  return call && !call->getCalledFunction() && !call->isInlineAsm();
}

}  // namespace

bool can_hurry(const Compilation& c) {
  if (c.request.budget <= 0 || !c.is_kernel() || c.request.probes) return false;
  return none_of(*c.module, [](const Function& function) {
    return any_of(instructions(function), keeps_warps);
  });
}

void hurry(Compilation& c, double seconds) {
  c.single_threads = c.hurried = true;
  c.log.note_given_up(formatv("vectors (they would take {0:f1} s)", seconds));
}

unsigned weigh_kernel(Compilation& c) {
  c.may_hurry = !c.single_threads && can_hurry(c);
  if (!c.may_hurry) return 0;
  const double seconds = warp_code_seconds(*c.module, c.request.isa);
  if (seconds < c.request.budget) return 0;
  hurry(c, seconds);
  return 1;
}

}  // namespace heddle::compiler
