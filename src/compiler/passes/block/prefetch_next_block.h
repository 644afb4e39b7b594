// SPDX-License-Identifier: Apache-2.0
// PrefetchNextBlock: the first loads of a next block of the row, with addresses that are known when
// it begins, are asked for while this one runs (prefetch_loads.h): in front of each warp, or behind
// it where warps are fibers (a scan's tile, whose lines no prefetcher of a CPU follows while warps
// wait for each other). In front of warps on AMD's Zen not where blocks load one behind the other:
// that CPU asks for such lines by itself, and asking twice took a fifth of a saxpy's time, in the
// caches and from memory.
#pragma once

#include "compiler/compilation.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// Before warps are jammed. Sets WarpTurns::next_block. Returns how many lines a warp asks for.
unsigned prefetch_next_block(Compilation& c);

// Calls it, in the entry point, if it is there.
class NextBlockPrefetch {
 public:
  // At the builder's place, which comes once a block, `block` is the context.
  NextBlockPrefetch(llvm::IRBuilderBase& b, llvm::Value* block, const WarpTurns& turns);
  // At the builder's place the block's warps from the i32 `warp` on run, `count` of them.
  void add(llvm::IRBuilderBase& b, llvm::Value* warp, unsigned count) const;

 private:
  llvm::Value* block_;
  llvm::Function* ahead_;
  llvm::Value* has_next_ = nullptr;  // i1
};

}  // namespace heddle::compiler
