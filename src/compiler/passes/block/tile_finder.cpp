// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/tile_finder.h"

#include "compiler/passes/block/block_memory.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

std::optional<Tiles> TileFinder::find(const PatternedAccess& access, unsigned warps) {
  const auto stride = strides_.of(access.base);
  if (!stride || *stride == 0 || !is_block_memory(access.base, step_)) return {};
  return find_tiles(access, *stride, warps, isa_.vector_bits);
}

std::optional<std::int64_t> TileFinder::stride(const PatternedAccess& access) {
  return strides_.of(access.base);
}

unsigned TileFinder::widest(unsigned warps) {
  unsigned n = 0;
  for (auto& instruction : instructions(step_)) {
    const auto access = patterned_access(instruction);
    const auto tiles = access ? find(*access, warps) : std::nullopt;
    if (tiles) n = std::max(n, tiles->n);
  }
  return n;
}

}  // namespace heddle::compiler
