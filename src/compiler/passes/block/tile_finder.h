// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/analysis/warp_stride.h"
#include "compiler/passes/block/transpose_tiles.h"

namespace heddle::compiler {

// Tiles in shared memory that the patterned accesses of a step make when warps are jammed.
class TileFinder {
 public:
  TileFinder(llvm::Function& step, const WarpVariance& variance, const Isa& isa)
      : step_(step), isa_(isa), strides_(step, variance) {}

  std::optional<Tiles> find(const PatternedAccess& access, unsigned warps);
  // How far apart the warps' bases are.
  std::optional<std::int64_t> stride(const PatternedAccess& access);
  // The widest tile of `warps` warps, 0 for none.
  unsigned widest(unsigned warps);

 private:
  llvm::Function& step_;
  const Isa& isa_;
  WarpStride strides_;
};

}  // namespace heddle::compiler
