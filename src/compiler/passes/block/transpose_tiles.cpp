// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/transpose_tiles.h"

#include "compiler/passes/widen/lanes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral kMark = "heddle.tiles";
constexpr unsigned kChunkBytes = 16;  // what x86 shuffles keep together

using Vectors = SmallVector<Value*, 16>;

// The elements of both in turn, `unit` at a time, of each chunk: its first half or its second.
Value* interleave(IRBuilderBase& b, Value* x, Value* y, unsigned chunk, unsigned unit, bool high) {
  const auto n = cast<FixedVectorType>(x->getType())->getNumElements();
  SmallVector<int, 16> order;
  for (unsigned at = 0; at < n; at += chunk) {
    for (unsigned i = 0; i < chunk / 2; i += unit) {
      for (const unsigned from : {0u, n}) {
        for (unsigned k = 0; k < unit; ++k) {
          order.push_back(static_cast<int>(from + at + (high ? chunk / 2 : 0) + i + k));
        }
      }
    }
  }
  return b.CreateShuffleVector(x, y, order);
}

// The even or the odd chunks of both.
Value* every_other(IRBuilderBase& b, Value* x, Value* y, unsigned chunk, bool odd) {
  const auto n = cast<FixedVectorType>(x->getType())->getNumElements();
  SmallVector<int, 16> order;
  for (unsigned at = odd ? chunk : 0; at < 2 * n; at += 2 * chunk) {
    for (unsigned k = 0; k < chunk; ++k) order.push_back(static_cast<int>(at + k));
  }
  return b.CreateShuffleVector(x, y, order);
}

// n vectors of n. First the chunks of 16 bytes, in log2 of their elements steps, then chunks as
// wholes.
Vectors transpose(IRBuilderBase& b, Vectors rows, unsigned bytes) {
  const auto n = static_cast<unsigned>(rows.size());
  const unsigned chunk = kChunkBytes / bytes;
  for (unsigned unit = 1; unit < chunk; unit *= 2) {
    // Rows whose numbers differ by `unit`; each pair's results stay in its two places, such that
    // place j of a group of `chunk` ends up with the columns j.
    Vectors next(n);
    for (unsigned group = 0; group < n; group += 2 * unit) {
      for (unsigned i = 0; i < unit; ++i) {
        auto *x = rows[group + i], *y = rows[group + unit + i];
        next[group + 2 * i] = interleave(b, x, y, chunk, unit, false);
        next[group + 2 * i + 1] = interleave(b, x, y, chunk, unit, true);
      }
    }
    rows = std::move(next);
  }
  const unsigned chunks = n / chunk;
  Vectors columns(n);
  for (unsigned j = 0; j < chunk; ++j) {
    Vectors v;
    for (unsigned i = 0; i < chunks; ++i) v.push_back(rows[chunk * i + j]);
    for (unsigned step = 1; step < chunks; step *= 2) {
      Vectors next(chunks);
      for (unsigned k = 0; k < chunks / 2; ++k) {
        next[k] = every_other(b, v[2 * k], v[2 * k + 1], chunk, false);
        next[k + chunks / 2] = every_other(b, v[2 * k], v[2 * k + 1], chunk, true);
      }
      v = std::move(next);
    }
    for (unsigned i = 0; i < chunks; ++i) columns[chunk * i + j] = v[i];
  }
  return columns;
}

std::optional<Tiles> find_tiles_of(const PatternedAccess& access, std::int64_t warp_stride,
                                   unsigned warps, unsigned n) {
  const std::int64_t bytes = access.bytes();
  Tiles result{n, {}, {}};
  const auto& offsets = access.offsets;
  for (unsigned j = 0; j < n; ++j) result.columns.push_back(offsets[j] - offsets[0]);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (offsets[lane] - offsets[lane / n * n] != result.columns[lane % n]) return {};
  }
  auto sorted = result.columns;
  llvm::sort(sorted);
  for (unsigned j = 1; j < n; ++j) {
    if (sorted[j] - sorted[j - 1] < n * bytes) return {};  // columns overlap
  }
  SmallVector<std::pair<std::int64_t, Tiles::Row>, 64> rows;
  for (unsigned warp = 0; warp < warps; ++warp) {
    for (unsigned lane = 0; lane < kLanes; lane += n) {
      rows.push_back({warp * warp_stride + offsets[lane], {warp, lane}});
    }
  }
  llvm::sort(rows, less_first());
  for (unsigned i = 0; i < rows.size(); ++i) {
    if (i % n == 0) {
      result.tiles.push_back({rows[i].first, {}});
    } else if (rows[i].first != rows[i - 1].first + bytes) {
      return {};
    }
    result.tiles.back().rows.push_back(rows[i].second);
  }
  return result;
}

Value* column_address(IRBuilderBase& b, const Tiles& tiles, const Tiles::Tile& tile, Value* base,
                      unsigned column) {
  return b.CreateConstGEP1_64(b.getInt8Ty(), base,
                              static_cast<std::uint64_t>(tile.offset + tiles.columns[column]));
}

// `base` is the first warp's. The values are those of the warps, 32 lanes each.
void store_tiles(IRBuilderBase& b, const PatternedAccess& access, const Tiles& tiles, Value* base,
                 ArrayRef<Value*> values) {
  for (const auto& tile : tiles.tiles) {
    Vectors rows;
    for (const auto& row : tile.rows) {
      rows.push_back(slice(b, values[row.warp], row.lane, tiles.n));
    }
    const auto columns = transpose(b, std::move(rows), access.bytes());
    for (unsigned j = 0; j < tiles.n; ++j) {
      b.CreateAlignedStore(columns[j], column_address(b, tiles, tile, base, j), access.align);
    }
  }
}

Vectors load_tiles(IRBuilderBase& b, const PatternedAccess& access, const Tiles& tiles, Value* base,
                   unsigned warps) {
  auto* type = FixedVectorType::get(access.element, tiles.n);
  SmallVector<Vectors, 16> pieces(warps, Vectors(kLanes / tiles.n));
  for (const auto& tile : tiles.tiles) {
    Vectors columns;
    for (unsigned j = 0; j < tiles.n; ++j) {
      columns.push_back(
          b.CreateAlignedLoad(type, column_address(b, tiles, tile, base, j), access.align));
    }
    const auto rows = transpose(b, std::move(columns), access.bytes());
    for (unsigned i = 0; i < tiles.n; ++i) {
      pieces[tile.rows[i].warp][tile.rows[i].lane / tiles.n] = rows[i];
    }
  }
  Vectors values;
  for (const auto& warp : pieces) values.push_back(concatenate(b, warp));
  return values;
}

// What jamming made of one access, side by side.
Vectors group_of(Instruction& first, const MDNode& mark) {
  Vectors group;
  for (auto* i = &first; i && i->getMetadata(kMark) == &mark; i = i->getNextNode()) {
    group.push_back(i);
  }
  return group;
}

void transpose(ArrayRef<Value*> group, std::int64_t stride, const Isa& isa) {
  const auto warps = static_cast<unsigned>(group.size());
  const auto access = *patterned_access(*cast<Instruction>(group[0]));
  const auto tiles = *find_tiles(access, stride, warps, isa.vector_bits);
  IRBuilder<> b(cast<Instruction>(group[0]));
  if (access.stored) {
    Vectors values;
    for (auto* store : group) {
      values.push_back(patterned_access(*cast<Instruction>(store))->stored);
    }
    store_tiles(b, access, tiles, access.base, values);
  } else {
    const auto loaded = load_tiles(b, access, tiles, access.base, warps);
    for (unsigned k = 0; k < warps; ++k) group[k]->replaceAllUsesWith(loaded[k]);
  }
  for (auto* old : group) cast<Instruction>(old)->eraseFromParent();
}

}  // namespace

std::optional<Tiles> find_tiles(const PatternedAccess& access, std::int64_t warp_stride,
                                unsigned warps, unsigned vector_bits) {
  const auto bytes = access.bytes();
  if ((bytes != 4 && bytes != 8) || access.offsets.size() != kLanes) return {};
  for (unsigned n = vector_bits / 8 / bytes; n >= kChunkBytes / bytes; n /= 2) {
    if (warps * kLanes % (n * n) != 0) continue;
    if (auto tiles = find_tiles_of(access, warp_stride, warps, n)) return tiles;
  }
  return {};
}

void mark_as_tiles(ArrayRef<Instruction*> accesses, std::int64_t warp_stride) {
  auto& context = accesses[0]->getContext();
  auto* stride = ConstantInt::getSigned(Type::getInt64Ty(context), warp_stride);
  auto* mark = MDNode::getDistinct(context, ConstantAsMetadata::get(stride));
  for (auto* access : accesses) access->setMetadata(kMark, mark);
}

unsigned transpose_tiles(Compilation& c) {
  unsigned replaced = 0;
  for (const auto& region : c.turns.regions) {
    std::vector<Vectors> groups;
    for (auto& block : *region.step) {
      for (auto i = block.begin(); i != block.end();) {
        const auto* mark = i->getMetadata(kMark);
        if (mark) groups.push_back(group_of(*i, *mark));
        std::advance(i, mark ? groups.back().size() : 1);
      }
    }
    for (const auto& group : groups) {
      const auto* mark = cast<Instruction>(group[0])->getMetadata(kMark);
      const auto* stride = mdconst::extract<ConstantInt>(mark->getOperand(0));
      transpose(group, stride->getSExtValue(), c.request.isa);
    }
    replaced += groups.size();
  }
  return replaced;
}

}  // namespace heddle::compiler
