// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/loop_rounds.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

namespace heddle::compiler {

using namespace llvm;

bool ends_round(const Loop& loop, const BasicBlock& from, const BasicBlock* through) {
  SmallVector<const BasicBlock*, 16> work{&from};
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    for (const auto* next : successors(work.pop_back_val())) {
      if (next == through) continue;
      if (next == loop.getHeader() || !loop.contains(next)) return true;
      if (seen.insert(next).second) work.push_back(next);
    }
  }
  return false;
}

}  // namespace heddle::compiler
