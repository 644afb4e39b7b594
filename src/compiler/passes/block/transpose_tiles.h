// SPDX-License-Identifier: Apache-2.0
// TransposeTiles: what jammed warps access together at patterned addresses: tiles of n x n elements
// whose rows are in the lanes of the warps, and whose columns are contiguous in memory.
//
//     tile[lane][warp] = x      32 lanes, n warps: n x 32 scattered elements,
//                               or 32 vectors of n, after the rows are transposed in registers
#pragma once

#include "compiler/compilation.h"
#include "compiler/ir/patterned_access.h"

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

// Marks the accesses of jammed warps, the last one's first, whose bases are `warp_stride` bytes
// apart.
void mark_as_tiles(llvm::ArrayRef<llvm::Instruction*> accesses, std::int64_t warp_stride);

// Makes vectors of what is marked. Returns how many accesses of several warps it replaced.
unsigned transpose_tiles(Compilation& c);

}  // namespace heddle::compiler
