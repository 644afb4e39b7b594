// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/share_subexpressions.h"

#include "compiler/passes/analyses.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

namespace heddle::compiler {

using namespace llvm;

unsigned share_subexpressions(Compilation& c) {
  if (!c.warp_loops) return 0;
  Analyses analyses(*c.machine);
  unsigned changed = 0;
  for (auto* step : {&c.full_warp, &c.last_warp}) {
    if (*step && !EarlyCSEPass(true).run(**step, analyses.functions).areAllPreserved()) ++changed;
  }
  return changed;
}

}  // namespace heddle::compiler
