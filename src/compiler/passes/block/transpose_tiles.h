// SPDX-License-Identifier: Apache-2.0
// What several warps access together at patterned addresses: tiles of n x n elements whose rows are
// in the lanes of the warps, and whose columns are contiguous in memory.
//
//     tile[lane][warp] = x      32 lanes, n warps: n x 32 scattered elements,
//                               or 32 vectors of n, after the rows are transposed in registers
#pragma once

#include "compiler/ir/patterned_access.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

struct Tiles {
  struct Row {
    unsigned warp, lane;  // n lanes from this one on
  };
  struct Tile {
    std::int64_t offset;  // of its first element from the first warp's base, in bytes
    llvm::SmallVector<Row, 16> rows;
  };
  unsigned n;
  llvm::SmallVector<std::int64_t, 16> columns;  // where they begin, from the tile's first element
  llvm::SmallVector<Tile, 8> tiles;
};

// How the accesses of `warps` warps, whose bases are `warp_stride` bytes apart, fall into tiles
// that are as large as registers are wide, or smaller; nothing when they do not.
std::optional<Tiles> find_tiles(const PatternedAccess& access, std::int64_t warp_stride,
                                unsigned warps, unsigned vector_bits);

// `base` is the first warp's. The values are those of the warps, 32 lanes each.
void store_tiles(llvm::IRBuilderBase& b, const PatternedAccess& access, const Tiles& tiles,
                 llvm::Value* base, llvm::ArrayRef<llvm::Value*> values);
llvm::SmallVector<llvm::Value*, 16> load_tiles(llvm::IRBuilderBase& b,
                                               const PatternedAccess& access, const Tiles& tiles,
                                               llvm::Value* base, unsigned warps);

}  // namespace heddle::compiler
