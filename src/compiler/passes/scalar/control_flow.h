// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/Transforms/Utils/SimplifyCFGOptions.h"

namespace heddle::compiler {

// Merging the tails of branches or hoisting their heads would move memory operations between
// blocks that different lanes run: fine for one thread, no gain for a warp.
inline llvm::SimplifyCFGOptions control_flow() {
  return llvm::SimplifyCFGOptions()
      .convertSwitchRangeToICmp(true)
      .convertSwitchToLookupTable(false)
      .needCanonicalLoops(true)
      .hoistCommonInsts(false)
      .sinkCommonInsts(false);
}

}  // namespace heddle::compiler
