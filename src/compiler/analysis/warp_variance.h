// SPDX-License-Identifier: Apache-2.0
// Which values of a warp's function may differ between the warps of a block.
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// What warps may make of one address between two barriers.
enum class Loads : std::uint8_t {
  kSame,    // the same value: they run in no particular order, and there are no races
  kDiffer,  // they may load at different times
};

class WarpVariance {
 public:
  // `function` is (block, context or frame, warp, ..).
  WarpVariance(llvm::Function& function, Loads loads);

  bool contains(const llvm::Value* value) const { return variant_.contains(value); }
  bool differs(const llvm::Instruction& instruction) const;

 private:
  const Loads loads_;
  llvm::DenseSet<const llvm::Value*> variant_;
};

// All warps of a block take one way through the function, but for fast paths, which lead to the
// same barriers.
bool take_one_way(llvm::Function& function);

}  // namespace heddle::compiler
