// SPDX-License-Identifier: Apache-2.0
// Rows of words, one a lane, as vectors of lanes and back.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

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

  using Vectors = llvm::SmallVector<llvm::Value*, 16>;
  // Of `load`: 16 bytes of a lane from a part on. Returns the parts.
  Vectors load(llvm::IRBuilderBase& b,
               llvm::function_ref<llvm::Value*(unsigned lane, unsigned part)> load) const;
  void store(
      llvm::IRBuilderBase& b, llvm::ArrayRef<llvm::Value*> values,
      llvm::function_ref<void(llvm::Value* chunk, unsigned lane, unsigned part)> store) const;
};

}  // namespace heddle::compiler
