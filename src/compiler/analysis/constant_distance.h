// SPDX-License-Identifier: Apache-2.0
// How far two addresses lie apart, where that is the same number in each thread.
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Value.h"

namespace heddle::compiler {

// An address as a pointer, indices that nobody knows, and bytes.
class SplitAddress {
 public:
  SplitAddress(llvm::Value* address, llvm::ScalarEvolution& evolution,
               const llvm::DataLayout& layout);

  // Bytes from `other` to this one, if the code computes with both addresses.
  std::optional<std::int64_t> distance_from(const SplitAddress& other) const;

 private:
  struct Index {
    llvm::Value* value;
    unsigned extension;  // the opcode, 0: none
    std::int64_t scale;
    bool operator==(const Index&) const = default;
  };
  void peel(Index index);

  llvm::ScalarEvolution* evolution_;
  const llvm::SCEV* scev_;
  llvm::Value* base_;
  llvm::SmallVector<Index, 2> indices_;
  std::int64_t bytes_ = 0;
};

}  // namespace heddle::compiler
