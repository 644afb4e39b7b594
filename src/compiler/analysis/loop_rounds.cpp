// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/loop_rounds.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

namespace heddle::compiler {

using namespace llvm;

static bool gets_past(const Loop& loop, const BasicBlock& from, const BasicBlock* through,
                      bool to_next_round) {
  SmallVector<const BasicBlock*, 16> work{&from};
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    for (const auto* next : successors(work.pop_back_val())) {
      if (next == through) continue;
      if (!loop.contains(next)) return true;
      if (next == loop.getHeader()) {
        if (to_next_round) return true;
        continue;
      }
      if (seen.insert(next).second) work.push_back(next);
    }
  }
  return false;
}

bool gets_out(const Loop& loop, const BasicBlock& from, const BasicBlock* through) {
  return gets_past(loop, from, through, false);
}

bool ends_round(const Loop& loop, const BasicBlock& from, const BasicBlock* through) {
  return gets_past(loop, from, through, true);
}

}  // namespace heddle::compiler
