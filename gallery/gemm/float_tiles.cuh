// SPDX-License-Identifier: Apache-2.0
// The tiles of step 9 that the front functions have, and which of them is best for a shape.
#pragma once

#include <cmath>

#include "async_copy.cuh"

namespace gemm {

using LargeTile = AsyncTile<128, 256, 8, 64, 32, 3, 1>;
using MediumTile = AsyncTile<128, 128, 8, 64, 64, 4, 2>;
using WideTile = AsyncTile<128, 128, 8, 64, 32, 3, 1>;
using SmallTile = AsyncTile<64, 128, 8, 32, 64, 4, 2>;
// For few columns, and few rows.
using TallTile = AsyncTile<128, 32, 8, 32, 32, 4, 4>;
using LowTile = AsyncTile<32, 128, 8, 32, 32, 4, 4>;

enum class TileChoice { kLarge, kMedium, kWide, kSmall, kTall, kLow };

struct Choice {
  TileChoice tile;
  int splits;
  int whole;   // tiles before the last round, when that is cut
  int k_long;  // when not 0, where the last round is cut, or of every part of k but a short last
               // one
  double cycles = 0;  // what the model says of it
};

// Several parts of k, and places that they leave: a short last part of each tile goes there, and
// the others have less to do. extra: what a block costs beside its k, in k. 0: no gain.
inline int k_of_long_parts(int k, int step, int count, int splits, int places, double extra) {
  const int left = places - count * splits;
  if (splits == 1 || left <= 0) return 0;
  const int each = tiles(count, left);  // short parts of a place, one after the other
  const int k_long =
      int(std::ceil((each * (k + extra) - extra) / (each * splits + 1) / step)) * step;
  return k_long < k / splits && k_long * splits < k ? k_long : 0;
}

// The time of a shape is that of the multiprocessor with most work: so many blocks one after the
// other (or side by side), each BM x BN x k at the tile's rate; parts are written, read and added.
// allowed: a bit for each TileChoice. products: of that size, each whole.
constexpr unsigned kAnyTile = ~0u;
constexpr unsigned tile_bit(TileChoice tile) {
  return 1u << int(tile);
}
inline Choice choose(int m, int n, int k, int processors, unsigned allowed = kAnyTile,
                     int products = 1) {
  // Multiply-adds a cycle of a multiprocessor with one, two and more blocks, and what a block that
  // comes last costs beside its k (several at a time hide each other's), measured on an H200.
  struct Candidate {
    TileChoice tile;
    int bm, bn;
    double one, two, more, extra;
  };
  const Candidate candidates[] = {{TileChoice::kLarge, 128, 256, 99, 99, 99, 75},
                                  {TileChoice::kMedium, 128, 128, 78, 96, 96, 25},
                                  {TileChoice::kWide, 128, 128, 80, 80, 80, 75},
                                  {TileChoice::kSmall, 64, 128, 68, 78, 92, 25},
                                  {TileChoice::kTall, 128, 32, 50, 70, 80, 25},
                                  {TileChoice::kLow, 32, 128, 50, 70, 80, 25}};
  Choice best{TileChoice::kSmall, 1, 0, 0};
  double least = 1e300;
  for (const Candidate& c : candidates) {
    if ((allowed & tile_bit(c.tile)) == 0) continue;
    const double count = double(tiles(m, c.bm)) * tiles(n, c.bn) * products;
    for (int splits = 1; splits <= (products == 1 ? 32 : 1) && (splits == 1 || k / splits >= 128);
         ++splits) {
      const double rounds = std::ceil(count * splits / processors);
      const auto consider = [&](double k_of_block, int parts, int k_long) {
        const double block = double(c.bm) * c.bn * (k_of_block + 60);
        double cycles = rounds * block / (rounds == 1 ? c.one : rounds == 2 ? c.two : c.more);
        if (parts > 1) cycles += 5000 + double(m) * n * (parts + 1) * 4 / 1500;
        if (cycles >= least) return;
        least = cycles;
        best = {c.tile, splits, 0, k_long, cycles};
      };
      consider(double(k) / splits, splits, 0);
      const int k_long =
          k_of_long_parts(k, LargeTile::BK, int(count), splits, int(rounds) * processors, c.extra);
      if (k_long != 0) consider(k_long, splits + 1, k_long);
    }
    // Several large tiles a multiprocessor and some left over.
    const int whole = int(count) / processors * processors;
    if (products > 1 || c.tile != TileChoice::kLarge || whole == 0 || whole == count) continue;
    const int k_long = cut_of_tail(k, LargeTile::BK, whole, int(count), processors, 75);
    const double cycles = c.bm * c.bn / c.one * (whole / processors * (k + 60.0) + k_long + 75);
    if (k_long > 0 && cycles < least) {
      least = cycles;
      best = {c.tile, 1, whole, k_long, cycles};
    }
  }
  return best;
}

constexpr unsigned kTilesForOddC =
    tile_bit(TileChoice::kLarge) | tile_bit(TileChoice::kMedium) | tile_bit(TileChoice::kSmall);

}  // namespace gemm
