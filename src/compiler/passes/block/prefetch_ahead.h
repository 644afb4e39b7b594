// SPDX-License-Identifier: Apache-2.0
// Prefetches what device memory is asked for later, while something else is computed.
//
// A GPU keeps several blocks and warps on a multiprocessor, so that one can load while others
// compute or wait at barriers. Here a block runs alone, its warps one after the other; what they
// load first would be waited for each time.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

inline constexpr unsigned kPrefetchLine = 64;   // bytes
inline constexpr unsigned kMinPrefetched = 32;  // bytes of a load that is worth it

// Asks for the lines of `bytes` bytes. `locality` as of llvm.prefetch.
void prefetch_lines(llvm::IRBuilderBase& b, llvm::Value* address, unsigned bytes,
                    unsigned locality);

// The first loads of a next block, with addresses that are known when it begins.
class NextBlockPrefetch {
 public:
  // `function` is what a full warp runs: warp or step function (of a state that is a constant by
  // now). At the builder's place, which comes once a block, `block` is the context. `blocks` run
  // as one, `warps` in all.
  NextBlockPrefetch(llvm::IRBuilderBase& b, llvm::Value* block, llvm::Function& function,
                    unsigned warps, unsigned blocks = 1);

  // Do the first loads have addresses that are known when the block begins?
  explicit operator bool() const { return ahead_ != nullptr; }
  // At the builder's place the block's warps from the i32 `warp` on run, `count` of them.
  void add(llvm::IRBuilderBase& b, llvm::Value* warp, unsigned count) const;

 private:
  llvm::Value* block_;
  llvm::Function* ahead_ = nullptr;  // void (block, frame, warp): of that warp in a later block
  llvm::Value* has_next_ = nullptr;  // i1
};

// void (block, frame, warp), to be called when `step` has run from a state on: asks for what it
// will load the next time from there, with addresses that it makes of what it left in the warp's
// frame (the next tile of a loop over tiles). Null if it loads nothing at such addresses.
llvm::Function* prefetch_next_round(llvm::Function& step);

}  // namespace heddle::compiler
