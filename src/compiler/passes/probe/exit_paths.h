// SPDX-License-Identifier: Apache-2.0
// Where a kernel decides that a thread ends: the branches from which a path leads to the return
// without doing anything more.
//
//   work:   %left = select i1 %returns, i1 true, i1 %last    a branch joins a return in a loop
//           br i1 %left, label %out, label %work             with the loop's end, as clang does
//   out:    %r = phi i1 [ %returns, %work ]                  what lies behind decides on values
//           br i1 %r, label %end, label %rest                that `work` knows: the path is
//           followed
//   end:    ret void
//
// `work` is where it is decided, for threads of which %left and %returns are true. In most kernels
// (`if (i < n) y[i] = ...`, and nothing behind it) that need not be known before all of them
// return: their warp ends whole.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

class ExitPaths {
 public:
  // A kernel with one return (unify_exits).
  explicit ExitPaths(llvm::Function& kernel);

  // Which of the threads that come to the block's end end there, as an i1 that is made in front of
  // its terminator: null where none does, or where it was decided before. Each thread that ends is
  // told once.
  llvm::Value* ended_behind(llvm::IRBuilder<>& builder, llvm::BasicBlock& block);

  // The only return, if threads may as well end there: when the first of them ends, all have come
  // by a place behind which they meet no other thread, so nobody can tell when it has ended. Else
  // null. For kernels that nothing but whole barriers and warp operations orders.
  llvm::BasicBlock* end_of_all(llvm::Function& kernel) const;

 private:
  using Values = llvm::DenseMap<const llvm::Value*, llvm::Value*>;

  bool is_choice(const llvm::BasicBlock& block) const;
  bool leads_back(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const;
  llvm::Value* on_edge(llvm::IRBuilder<>& builder, llvm::BasicBlock& from, llvm::BasicBlock& to,
                       const Values& known);

  llvm::BasicBlock* last_ = nullptr;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> empty_;    // blocks that only lead to the return
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> choices_;  // that only decide whether to go there
};

}  // namespace heddle::compiler
