// SPDX-License-Identifier: Apache-2.0
// DeferredAdditions: puts off what blocks add to device memory until the worker that runs them has
// no block left: `if (threadIdx.x == 0) atomicAdd(total, sum)`, a block's histogram added to that
// of the grid.
//
// No thread of the grid may tell. So it is an addition without a result, relaxed, not of system
// scope, by the kernel itself; behind it the thread does nothing that others' writes could be
// ordered by, or that its own could be seen by: no fence, no barrier, no access to device memory
// but such additions of the same kind. Nobody in the kernel looks at the place: no volatile or
// atomic load and no atomic operation with a result may be there (two parameters may point into one
// array unless both are __restrict__), and no plain load through the same pointer. And the kernel
// must not wait for other threads. The address has no block index in it but a rank in the cluster,
// for then several blocks add at one place. Sums of floating-point numbers are formed in another
// order, as within a warp. The host and other kernels that look meanwhile see the additions late.
//
// The worker keeps a few places (abi::DeferredAddition). The first addition at a place is done at
// once, as if there were none, so that a bad address is found where it is used.
#pragma once

#include "compiler/compilation.h"
#include "image/kernel_abi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Finds and marks them in the one-thread view of the kernel. Returns how many.
unsigned defer_additions(Compilation& c);
bool is_deferred_addition(const llvm::AtomicRMWInst& rmw);
// It is not one any more.
void do_at_once(llvm::AtomicRMWInst& rmw);

// Widened: the entry of one addition, of 32 lanes or of lane 0 alone.
class DeferredEntry {
 public:
  // `place`: the address of lane 0, the others' follow it. `lanes`: i32, those that add. `context`:
  // the BlockContext.
  DeferredEntry(llvm::IRBuilderBase& b, llvm::Value* context, llvm::Value* place, llvm::Type* type,
                llvm::Value* lanes);
  llvm::Value* is_there() const { return there_; }  // i1: it is the one of this place
  // Where it is: value, a number or 32 of them, is added to the sums.
  void add(llvm::IRBuilderBase& b, llvm::Value* value) const;
  // Where it is not: will be, next time.
  void claim(llvm::IRBuilderBase& b) const;

 private:
  llvm::Value *context_, *place_, *kind_, *lanes_, *entry_, *there_;
};

// Those of all lanes at one place, which until now were one marked atomicrmw of their sum.
unsigned lower_deferred_additions(llvm::Module& module);

}  // namespace heddle::compiler
