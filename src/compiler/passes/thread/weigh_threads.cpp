// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/weigh_threads.h"

#include "compiler/analysis/code_cost.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::compiler {

using namespace llvm;

// Of the budget. The rest is for what was done before, and for simplifying the code.
static constexpr double kShareOfCode = 0.5;

unsigned weigh_threads(Compilation& c) {
  const double seconds = code_seconds(*c.module, c.request.isa, c.log.instructions_in());
  if (c.request.budget <= 0 || seconds < kShareOfCode * c.request.budget) return 0;
  c.quick_code = true;
  c.log.note_given_up(formatv("optimised code ({0:f1} s)", seconds));
  return 1;
}

}  // namespace heddle::compiler
