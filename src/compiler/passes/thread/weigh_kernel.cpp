// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/weigh_kernel.h"

#include "compiler/analysis/code_cost.h"
#include "compiler/behind_pointers.h"
#include "compiler/ir/pointer_calls.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/scalar/let_lanes_pass.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr double kForFibers = 1.25;

bool is_plain_barrier(const CallInst& call) {
  return pseudo::is(&call, pseudo::kBarrier) && all_of(call.args(), [](const Use& argument) {
           const auto* number = dyn_cast<ConstantInt>(argument);
           return number && number->isZero();
         });
}

// As threads_in_turn.h will find it.
bool needs_fibers(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  if (!call || !call->getCalledFunction() || is_plain_barrier(*call)) return false;
  return pseudo::is(call, pseudo::kYield) || pseudo::is(call, pseudo::kYieldAtTimes) ||
         pseudo::is(call, pseudo::kBarrier) ||
         (call->getCalledFunction()->isIntrinsic() && call->isConvergent() &&
          call->getCalledFunction()->getName().starts_with("llvm.nvvm."));
}

Expected<bool> can_hurry(const Compilation& c) {
  if (c.request.probes || c.single_threads || c.keeps_warps) return false;
  if (!c.is_kernel() || !calls_pointers(*c.module)) return true;
  auto wait = lanes_wait_behind_pointers(c.request);
  if (!wait) return wait.takeError();
  if (*wait) return false;  // single threads already, but not in step
  auto meet = lanes_meet_behind_pointers(c.request);
  if (!meet) return meet.takeError();
  return !*meet;
}

}  // namespace

bool exceeds_budget(const Compilation& c, double seconds) {
  const double budget = c.request.budget * (c.threads_meet ? kForFibers : 1);
  return budget > 0 && seconds >= budget;
}

Expected<unsigned> hurry(Compilation& c, double seconds) {
  if (!exceeds_budget(c, seconds)) return 0;
  auto possible = can_hurry(c);
  if (!possible) return possible.takeError();
  if (!*possible) return 0;
  c.single_threads = true;
  c.hurried = !c.module->getNamedMetadata(kLanesPass);  // those are in step
  c.log.note_given_up(formatv("vectors (they would take {0:f1} s)", seconds));
  return 1;
}

void keep_warps(Compilation& c) {
  c.keeps_warps = true;
  c.single_threads = c.hurried = false;
  c.log.note_given_up("single threads (they need their warps)");
}

Expected<unsigned> weigh_kernel(Compilation& c) {
  if (c.request.budget <= 0) return 0;
  c.threads_meet = any_of(*c.module, [](const Function& function) {
    return any_of(instructions(function), needs_fibers);
  });
  return hurry(c, warp_code_seconds(*c.module, c.request.isa));
}

}  // namespace heddle::compiler
