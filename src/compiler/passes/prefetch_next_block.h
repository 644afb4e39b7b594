// SPDX-License-Identifier: Apache-2.0
// PrefetchNextBlock: asks for a next block's first loads while this block runs.
//
// A GPU keeps several blocks on a multiprocessor, so that one can load while others compute or wait
// at barriers. Here a block runs alone from its first to its last barrier; what it loads first,
// with addresses that are known when it begins, would be waited for each time.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

class NextBlockPrefetch {
 public:
  // `function` is what a full warp runs: warp or step function (of a state that is a constant by
  // now). At the builder's place, which comes once a block, `block` is the context.
  NextBlockPrefetch(llvm::IRBuilderBase& b, llvm::Value* block, llvm::Function& function);

  // Do the first loads have addresses that are known when the block begins?
  explicit operator bool() const { return ahead_ != nullptr; }
  // At the builder's place the block's warps from the i32 `warp` on run, `count` of them.
  void add(llvm::IRBuilderBase& b, llvm::Value* warp, unsigned count) const;

 private:
  llvm::Value* block_;
  llvm::Function* ahead_;            // void (block, warp): of that warp in a later block
  llvm::Value* has_next_ = nullptr;  // i1
};

}  // namespace heddle::compiler
