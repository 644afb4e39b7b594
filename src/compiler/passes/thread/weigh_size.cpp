// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/weigh_size.h"

#include "compiler/passes/thread/keep_in_step.h"
#include "compiler/passes/thread/weigh_kernel.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace heddle::compiler {

using namespace llvm;

// Seconds for an instruction of one thread to become one of vectors, at the least: 27,000 of them
// are 2 s, the usual budget. Code without loops is simplified faster, but is no cheaper as vectors.
static constexpr double kSecondsEach = 75e-6;
// Each loop that is turned around or unrolled changes the dominator tree, where all the code that
// follows stands below it: seconds for a loop and a block of its function.
static constexpr double kSecondsEachLoopAndBlock = 1.5e-6;

static double seconds_of_loops(Function& function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  const auto count = loops.getLoopsInPreorder().size();
  return kSecondsEachLoopAndBlock * static_cast<double>(count) *
         static_cast<double>(function.size());
}

Expected<unsigned> weigh_size(Compilation& c) {
  if (c.request.budget <= 0) return 0;
  double seconds = kSecondsEach * static_cast<double>(instruction_count(*c.module));
  for (auto& function : *c.module) {
    if (!function.isDeclaration()) seconds += seconds_of_loops(function);
  }
  if (seconds < c.request.budget || has_loops_in_step(*c.module)) return 0;
  return hurry(c, seconds);
}

}  // namespace heddle::compiler
