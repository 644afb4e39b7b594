// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/analysis/warp_variance.h"
#include "compiler/target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Vector registers that are in use at once, at most: of one warp, and of all warps together.
class VectorPressure {
 public:
  VectorPressure(llvm::Function& step, const WarpVariance& variance, const Isa& isa);

  unsigned of(unsigned warps) const { return warps * own_ + common_; }

 private:
  unsigned registers(const llvm::Value& value) const;
  void find_live_out(llvm::Instruction& value);
  void scan(llvm::BasicBlock& block);

  const WarpVariance& variance_;
  const llvm::DataLayout& layout_;
  const unsigned vector_bytes_;
  const bool fuses_;  // multiplies and adds in one instruction
  llvm::DenseMap<llvm::BasicBlock*, llvm::DenseSet<llvm::Instruction*>> live_out_;
  unsigned own_ = 0, common_ = 0;
};

}  // namespace heddle::compiler
