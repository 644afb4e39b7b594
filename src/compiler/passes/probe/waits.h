// SPDX-License-Identifier: Apache-2.0
// What code waits for without computing (probes::WaitKind): loops that look at a clock until it is
// late enough, or at memory until another thread has written, and __nanosleep.
//
// How often such a loop goes round is a matter of the machine that it runs on. Where it begins, it
// is known how long it waits by a clock, or that it looks at least once.
#pragma once

#include <optional>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "probes/counted.h"

namespace heddle::compiler {

struct Wait {
  probes::WaitKind kind;
  // By a clock: an integer that the loop does not change, the time or the reading at its end.
  llvm::Value* until = nullptr;
  bool is_signed = false;
  // The clock that reaches `until`; null: `until` is how long it takes.
  llvm::Instruction* reading = nullptr;
};

// Of a loop that does nothing else. Needs canonical loops, and yields in those that poll
// (insert_yields.h).
std::optional<Wait> wait_of(const llvm::Loop& loop);

// Of one instruction.
std::optional<Wait> wait_of(const llvm::Instruction& instruction);

// i64: how long a thread waits that comes to `builder`'s place. Null: that is not known.
llvm::Value* how_long(llvm::IRBuilderBase& builder, const Wait& wait);

}  // namespace heddle::compiler
