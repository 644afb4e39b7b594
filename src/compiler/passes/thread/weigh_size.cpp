// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/weigh_size.h"

#include "compiler/passes/thread/keep_in_step.h"
#include "compiler/passes/thread/weigh_kernel.h"

namespace heddle::compiler {

using namespace llvm;

// Seconds for an instruction of one thread to become one of vectors, at the least: 27,000 of them
// are 2 s, the usual budget. Code without loops is simplified faster, but is no cheaper as vectors.
static constexpr double kSecondsEach = 75e-6;

Expected<unsigned> weigh_size(Compilation& c) {
  const double seconds = kSecondsEach * static_cast<double>(instruction_count(*c.module));
  if (seconds < c.request.budget || has_loops_in_step(*c.module)) return 0;
  return hurry(c, seconds);
}

}  // namespace heddle::compiler
