// SPDX-License-Identifier: Apache-2.0
// Three words a lane, side by side (float3, points, pixels of floats), as vectors of lanes and
// back.
//
//     16 bytes each:  x0 y0 z0 x1      y1 z1 x2 y2      z2 x3 y3 z3       12 words of four lanes
//     of four lanes:  x0 x1 x2 x3      y0 y1 y2 y3      z0 z1 z2 z3
//
// Five shuffles within 16 bytes of a register, six back. LLVM takes the words of one large shuffle
// one by one.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

struct Triples {
  static constexpr unsigned kWordBytes = 4;
  static constexpr unsigned kLanesOfThree = 4;  // lanes whose words fill three times 16 bytes

  unsigned chunks;  // of 16 bytes that a register has: 2 or 4

  // Lanes that are moved together.
  unsigned group() const { return kLanesOfThree * chunks; }

  using Vectors = llvm::SmallVector<llvm::Value*, 3>;
  // Of `load`: 16 bytes of the three times that the words of `lane` and the next ones fill.
  Vectors load(llvm::IRBuilderBase& b,
               llvm::function_ref<llvm::Value*(unsigned lane, unsigned which)> load) const;
  // The words of lanes that lie side by side, as registers that do; `count`: a multiple of group().
  llvm::SmallVector<llvm::Value*, 16> side_by_side(llvm::IRBuilderBase& b,
                                                   llvm::ArrayRef<llvm::Value*> values,
                                                   unsigned first, unsigned count) const;
};

}  // namespace heddle::compiler
