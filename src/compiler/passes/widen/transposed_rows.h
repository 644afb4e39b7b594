// SPDX-License-Identifier: Apache-2.0
// Rows of words, one a lane, as vectors of lanes and back.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// A shuffle of two vectors within each chunk of as many elements as `first` has: `first` for the
// first one.
llvm::Value* within_chunks(llvm::IRBuilderBase& b, llvm::Value* x, llvm::Value* y,
                           llvm::ArrayRef<int> first);

struct TransposedRows {
  // x86 shuffles quickly within 16 bytes.
  static constexpr unsigned kChunkBytes = 16;

  llvm::Type* element;
  unsigned parts;   // of a row
  unsigned bytes;   // of a part
  unsigned chunks;  // of 16 bytes that a register has

  unsigned columns() const { return kChunkBytes / bytes; }
  // Lanes that are transposed together.
  unsigned group() const { return columns() * chunks; }
  // Instructions for all lanes: their loads or stores, and shuffles.
  unsigned cost() const;

  // The parts where the 16 bytes begin that a row is moved in: the last ones may overlap.
  llvm::SmallVector<unsigned, 8> starts() const;

  using Vectors = llvm::SmallVector<llvm::Value*, 16>;
  // Of `load`: 16 bytes of a lane from a part on. Returns the parts.
  Vectors load(llvm::IRBuilderBase& b,
               llvm::function_ref<llvm::Value*(unsigned lane, unsigned part)> load) const;
  void store(
      llvm::IRBuilderBase& b, llvm::ArrayRef<llvm::Value*> values,
      llvm::function_ref<void(llvm::Value* chunk, unsigned lane, unsigned part)> store) const;
  // The rows of lanes that lie side by side, as registers that do; `count`: a multiple of group().
  Vectors side_by_side(llvm::IRBuilderBase& b, llvm::ArrayRef<llvm::Value*> values, unsigned first,
                       unsigned count) const;
};

}  // namespace heddle::compiler
