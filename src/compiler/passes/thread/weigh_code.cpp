// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/weigh_code.h"

#include "compiler/analysis/code_cost.h"
#include "compiler/passes/block/describe_kernel.h"
#include "compiler/passes/thread/weigh_kernel.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::compiler {

using namespace llvm;

Expected<unsigned> weigh_code(Compilation& c) {
  if (c.request.reference) return 0;  // as plain as it is slow
  const double seconds = code_seconds(*c.module, c.request.isa, c.log.instructions_in());
  c.log.note_prediction(seconds);
  if (!exceeds_budget(c, seconds)) return 0;
  auto hurried = hurry(c, seconds);
  if (!hurried || *hurried) return hurried;
  // What a tool hears of is what it costs.
  if (c.request.probes) return 0;
  c.quick_code = true;
  describe_as_hurried(*c.module);
  c.log.note_given_up(formatv("optimised code ({0:f1} s)", seconds));
  return 1;
}

}  // namespace heddle::compiler
