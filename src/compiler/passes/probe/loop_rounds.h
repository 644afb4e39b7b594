// SPDX-License-Identifier: Apache-2.0
// How many rounds of a loop a GPU's compiler runs together, and whether their loads are under way
// together then.
#pragma once

#include <cstdint>

#include "compiler/passes/probe/store_order.h"
#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

struct LoopRounds {
  std::uint32_t together_log2 = 0;
  // Each round waits for its own loads, however many rounds stand behind one another.
  bool apart = true;
};

LoopRounds loop_rounds(const llvm::Loop& loop, StoreOrder& order);

}  // namespace heddle::compiler
