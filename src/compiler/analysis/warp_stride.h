// SPDX-License-Identifier: Apache-2.0
// By how much a value grows from one warp of a block to the next.
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/analysis/warp_variance.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

class WarpStride {
 public:
  WarpStride(const llvm::Function& step, const WarpVariance& variance)
      : step_(step), variance_(variance) {}

  // In bytes for a pointer; nothing where it is not a constant.
  std::optional<std::int64_t> of(const llvm::Value* value);

 private:
  std::optional<std::int64_t> compute(const llvm::Instruction& value);
  std::optional<std::int64_t> of_phi(const llvm::PHINode& phi);
  std::optional<std::int64_t> of_address(const llvm::GetElementPtrInst& address);
  bool is_exact(const llvm::Value* value, bool sign) const;

  const llvm::Function& step_;
  const WarpVariance& variance_;
  llvm::DenseMap<const llvm::Value*, std::optional<std::int64_t>> known_;
};

}  // namespace heddle::compiler
