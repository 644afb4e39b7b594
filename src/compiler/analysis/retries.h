// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Whether `swap`, a compare and swap in `loop`, expects the very value that was read last where it
// writes: it fails only where another thread has written, that is, has made progress. One that
// expects what was computed from that (the value without its lock bit) may fail for ever.
bool is_retried(const llvm::AtomicCmpXchgInst& swap, const llvm::Loop& loop);

}  // namespace heddle::compiler
