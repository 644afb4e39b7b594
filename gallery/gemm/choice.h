// SPDX-License-Identifier: Apache-2.0
// Which kernel computes a product soonest: a model of the machine. What a kernel takes is a sum of
// terms that follow from the shape (rounds of blocks, steps along k, bytes), each times a number of
// microseconds that `tune` has fitted to measured products (choice_table.h). fastest.h takes the
// way of the least sum.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "candidates.h"
#include "machine.cuh"
#include "problem_shape.h"
#include "way.h"

namespace gemm {

constexpr int kTerms = 20;
using Terms = std::array<double, kTerms>;

// Rows of the table: a kernel can have several, for shapes that it treats differently.
enum Row {
  kSquareRow,
  kSquareCrooked,
  kFlatRow,
  kFlatCrooked,
  kTinyRow,
  kTinyCrooked,
  kDotRow,
  kDotVector,
  kBlockDotRow,
  kBlockDotVector,
  kShortKRow,
  kStripRow,
  kStripCrooked,
  kStripAcrossRow,
  kStripAcrossCrooked,
  kAlongRow,
  kBandRow,
  kMmaSyncRow,
  kTilesRow,
  kTilesCrooked,
  kTilesCrookedMedium,
  kTilesCrookedLarge,
  kCopiedRow,
  kCopiedCrooked,
  kLargeRow,  // in the order of Kernel, each with parts of k behind it
  kLargeParts,
  kMediumRow,
  kMediumParts,
  kSmallRow,
  kSmallParts,
  kAloneRow,
  kAloneParts,
  kNarrowRow,
  kNarrowParts,
  kWideRow,
  kWideParts,
  kMediumFourRow,
  kMediumFourParts,
  kWideFourRow,
  kWideFourParts,
  kTallRow,
  kTallParts,
  kTallestRow,
  kTallestParts,
  kBigRow,
  kBigParts,
  kTurnedRow,
  kTurnedParts,
  kClusterLargeRow,
  kClusterMediumRow,
  kClusterSmallRow,
  kRows
};
struct CostTable {
  double microseconds[kRows][kTerms];
};

class Model {
 public:
  // tensor: the problem as the kernels of tensor_gemm.cuh take it.
  Model(const ProblemShape& s, const ProblemShape& tensor, const Machine& machine,
        const TileSize* tile_sizes)
      : s_(s), tensor_(tensor), machine_(machine), tile_sizes_(tile_sizes) {}

  // What the way takes is the sum of these, each times the row's number.
  Terms terms(Way way, Row* row) const {
    switch (way.kernel) {
      case Kernel::kSquare:
        *row = s_.straight ? kSquareRow : kSquareCrooked;
        return small(64, 64, 128, way.parts);
      case Kernel::kFlat:
        *row = s_.straight ? kFlatRow : kFlatCrooked;
        return small(64, 16, 256, way.parts);
      case Kernel::kTiny:
        *row = s_.straight ? kTinyRow : kTinyCrooked;
        return small(16, 16, 512, way.parts);
      case Kernel::kStrip:
        *row = step_of_long() == 1 ? s_.straight ? kStripRow : kStripCrooked
               : s_.straight       ? kStripAcrossRow
                                   : kStripAcrossCrooked;
        return strip(way.parts);
      case Kernel::kDot:
        *row = short_side() == 1 ? kDotVector : kDotRow;
        return dot(1);
      case Kernel::kBlockDot:
        *row = short_side() == 1 ? kBlockDotVector : kBlockDotRow;
        return dot(8);
      case Kernel::kAlong: {
        *row = kAlongRow;
        const int columns = short_side() == 1 ? 1 : 4;
        const double blocks =
            double(tiles(long_side(), 32)) * tiles(short_side(), columns) * way.parts;
        const double mine = rounds_of(blocks, machine_.filled_by_clusters_of(way.parts));
        const double steps = tiles(tiles(s_.k, way.parts), 32);
        return {1,
                rounds_of(mine, 2) * steps,
                mine * steps,
                mine,
                mine * steps * (columns - 1),
                rounds_of(mine, 2),
                s_.reads_c * mine,
                beyond_l2(s_),
                double(way.parts > 1),
                double(way.parts > 8),
                way.parts > 1 ? way.parts * mine : 0};
      }
      case Kernel::kBand: {
        *row = kBandRow;
        const int columns = short_side() == 1 ? 1 : kBandColumns;
        const double mine = per_processor(double(tiles(long_side(), 512 / s_.bytes)) *
                                          tiles(short_side(), columns) * way.parts);
        const double steps = tiles(tiles(s_.k, way.parts), 8), c = s_.elements_of_c() / 1e6;
        const double read = double(long_side()) * s_.k * s_.bytes / 1e6;
        return {1,
                double(way.parts > 1),
                rounds_of(mine, 3) * steps,
                mine * steps,
                mine,
                mine * steps * (columns - 1),
                way.parts > 1 ? way.parts * c : 0,
                read,
                read * (tiles(short_side(), columns) - 1),
                beyond_l2(s_),
                s_.reads_c * c};
      }
      case Kernel::kShortK: {
        *row = kShortKRow;
        const double c = s_.elements_of_c() / 1e6;
        const double fours = s_.c_in_fours ? c : 0, ones = c - fours;
        const int k = padded_short_k(s_.k);
        return {1, fours, s_.reads_c * fours, fours * k, ones, s_.reads_c * ones, ones * k,
                double(k), fours * std::max(0, k - 16), ones * std::max(0, k - 16),
                // A thread reads B element by element, and its neighbours elsewhere.
                double(!s_.b_rows), s_.b_rows ? 0.0 : k, s_.b_rows ? 0 : c * k};
      }
      case Kernel::kTiles: {
        *row = s_.in_fours ? kTilesRow : Row(kTilesCrooked + way.parts - 1);
        const double c = s_.elements_of_c() / 1e6;
        const double cycles = s_.cycles[way.parts - 1] / 1e3;
        // Operands whose k lie side by side are copied float by float.
        const int by_floats = s_.a_rows + !s_.b_rows;
        return {1,
                cycles,
                c,
                s_.reads_c * c,
                s_.elements_of_ab() / 1e6,
                by_floats * cycles,
                s_.c_in_fours ? 0 : c,
                beyond_l2(s_)};
      }
      case Kernel::kCopied: {
        *row = s_.c_in_fours ? kCopiedRow : kCopiedCrooked;
        const double c = s_.elements_of_c() / 1e6, cycles = s_.cycles[3] / 1e3;
        return {1,
                cycles,
                c,
                s_.reads_c * c,
                s_.elements_of_ab() / 1e6,
                s_.then_by_floats * cycles,
                double(s_.float_copies > 0),
                s_.floats_in_lines / 1e6,
                s_.floats_turned / 1e6,
                beyond_l2(s_),
                s_.reads_one_by_one * c};
      }
      case Kernel::kMmaSync: {
        *row = kMmaSyncRow;
        const double rounds = per_processor(blocks(128, 128));
        return {1,
                rounds * tiles(s_.k, 128 / s_.bytes),
                rounds,
                s_.straight ? 0 : rounds * tiles(s_.k, 128 / s_.bytes),
                s_.reads_c * rounds,
                strewn(),
                s_.a_rows ? 0 : rounds * tiles(s_.k, 128 / s_.bytes),
                s_.b_rows ? 0 : rounds * tiles(s_.k, 128 / s_.bytes),
                s_.c_in_ones ? rounds * filled(s_, 128, 128) : 0,
                s_.c_in_ones && s_.reads_c ? rounds * filled(s_, 128, 128) : 0};
      }
      case Kernel::kClusterLarge:
        *row = kClusterLargeRow;
        return cluster({128, 128, 128 / tensor_.bytes}, 1, way.parts);
      case Kernel::kClusterMedium:
        *row = kClusterMediumRow;
        return cluster({128, 64, 128 / tensor_.bytes}, tensor_.bytes == 8 ? 1 : 2, way.parts);
      case Kernel::kClusterSmall:
        *row = kClusterSmallRow;
        return cluster({64, 64, 128 / tensor_.bytes}, 2, way.parts);
      case Kernel::kTurned: {
        *row = way.parts > 1 ? kTurnedParts : kTurnedRow;
        Terms t = tensor({way.width, 128, 128 / tensor_.bytes, 1, 2}, way.parts);
        for (int i = 1; i < 4; ++i) t[i] *= way.width / 128.0;
        return t;
      }
      default:
        *row = Row(kLargeRow + 2 * (int(way.kernel) - int(Kernel::kLarge)) + (way.parts > 1));
        return tensor(tile_sizes_[int(way.kernel) - int(Kernel::kLarge)], way.parts);
    }
  }
  const ProblemShape& shape() const { return s_; }
  const ProblemShape& tensor_shape() const { return tensor_; }
  const Machine& machine() const { return machine_; }
  double microseconds(const CostTable& table, Way way) const {
    Row row;
    const Terms t = terms(way, &row);
    double sum = 0;
    for (int i = 0; i < kTerms; ++i) sum += t[i] * table.microseconds[row][i];
    return sum;
  }

 private:
  int short_side() const { return std::min(s_.m, s_.n); }
  int long_side() const { return std::max(s_.m, s_.n); }
  int columns_of_strip() const { return short_side() <= 8 ? 8 : short_side() <= 16 ? 16 : 32; }
  double blocks(int rows, int columns) const {
    return double(tiles(s_.m, rows)) * tiles(s_.n, columns) * s_.products;
  }
  double per_processor(double blocks) const { return rounds_of(blocks, machine_.processors); }
  static double rounds_of(double blocks, int at_once) { return std::ceil(blocks / at_once); }
  // Three blocks share a multiprocessor; C's longer side lies along the tile's rows.
  Terms small(int rows, int columns, int bytes_of_step, int parts) const {
    const double count =
        double(tiles(long_side(), rows)) * tiles(short_side(), columns) * parts * s_.products;
    const double mine = rounds_of(count, machine_.filled_by_clusters_of(parts));
    const double steps = tiles(tiles(tiles(s_.k, parts), 16) * 16, bytes_of_step / s_.bytes);
    return {1,
            double(parts > 1),
            double(parts > 8),
            rounds_of(mine, 3) * steps,
            mine * steps,
            mine,
            s_.reads_c * s_.elements_of_c() / 1e6,
            s_.elements_of_ab() / 1e6,
            beyond_l2(s_),
            s_.elements_of_c() / 1e6,
            step_of_long() == 1 ? 0 : mine * steps,
            step_of_short() == 1 ? 0 : mine * steps,
            parts * mine};
  }
  // Of step 20: a step has 32 KiB of the operand with C's longer side, in tiles that follow how its
  // lines lie. What more columns cost is their own loads and multiply-adds.
  Terms strip(int parts) const {
    const bool along = step_of_long() == 1;
    const int columns = columns_of_strip(), rows = along ? 32 : s_.straight ? 64 : 128;
    const int at_once = columns == 32 || (along && !s_.straight) ? 1 : 2;
    const double across = tiles(short_side(), columns);
    const double count = tiles(long_side(), rows) * across * parts;
    const double mine = rounds_of(count, machine_.filled_by_clusters_of(parts));
    const double steps = tiles(tiles(s_.k, parts), (32 << 10) / rows / s_.bytes);
    const double eights = mine * steps * columns / 8, c = s_.elements_of_c() / 1e6;
    return {1,
            double(parts > 1),
            double(parts > 8),
            rounds_of(mine, at_once) * steps,
            mine * steps,
            eights,
            step_of_short() == 1 ? 0 : eights,
            rounds_of(mine, at_once),
            parts * mine * columns / 8,
            s_.reads_c * c,
            c,
            double(long_side()) * s_.k * s_.bytes / 1e6 * across,
            beyond_l2(s_)};
  }
  // From one k to the next, in the operand with C's longer side, and in the other.
  size_t step_of_long() const { return s_.m < s_.n ? s_.step_b : s_.step_a; }
  size_t step_of_short() const { return s_.m < s_.n ? s_.step_a : s_.step_b; }
  // `warps` for a row and one or four columns; a load of a warp touches up to 32 sectors.
  Terms dot(int warps) const {
    const int columns = short_side() == 1 ? 1 : 4;
    const double groups = double(long_side()) * tiles(short_side(), columns);
    const double mine = per_processor(warps == 1 ? (groups + 7) / 8 : groups);
    const double steps = tiles(s_.k, (s_.bytes == 1 ? 128 : 32) * warps);
    const auto sectors = [&](size_t step) { return double(std::min<size_t>(32, step * s_.bytes)); };
    // Columns whose k lie apart are neighbours, and lie in the same sectors.
    const double touched =
        sectors(step_of_long()) + (step_of_short() == 1 ? columns : 1) * sectors(step_of_short());
    const double rounds = rounds_of(mine, 8) * steps;
    return {1,
            rounds,
            mine * steps,
            mine * steps * touched,
            mine,
            s_.reads_c * s_.elements_of_c() / 1e6,
            rounds * touched,
            mine * steps * columns,
            beyond_l2(s_)};
  }
  // Which part of a tile of that size C fills, at most.
  static double filled(const ProblemShape& s, int rows, int columns) {
    return std::min(1.0, double(s.m) / rows) * std::min(1.0, double(s.n) / columns);
  }
  // Megabytes of operands, copies and C beyond what L2 keeps from one kernel to the next.
  static double beyond_l2(const ProblemShape& s, double parts_of_c = 0) {
    const double copied = (s.copies_a * double(s.m) + s.copies_b * double(s.n)) * s.k;
    const double bytes = (s.elements_of_ab() + copied + s.elements_of_c()) * s.bytes;
    return std::max(0.0, (bytes + parts_of_c * s.elements_of_c() * 4) / 1e6 - 30);
  }
  // Millions of elements that are stored one by one from registers, beyond what L2 gathers.
  double strewn() const { return s_.c_in_ones ? std::max(0.0, s_.elements_of_c() / 1e6 - 10) : 0; }
  Terms tensor(const TileSize& t, int parts) const {
    const ProblemShape& s = tensor_;
    const double rows = double(tiles(tiles(s.m, t.m), t.down)) * t.down;
    const double columns = double(tiles(tiles(s.n, t.n), t.across)) * t.across;
    const double count = rows * columns * parts * s.products,
                 rounds = rounds_of(count, machine_.filled_by_clusters_of(t.down * t.across));
    const double steps = tiles(tiles(s.k, t.k), parts), c = s.elements_of_c() / 1e6;
    const double copied = (s.copies_a * double(s.m) + s.copies_b * double(s.n)) * s.k / 1e6;
    return {1,
            rounds * steps,
            rounds,
            s.boxes && parts == 1 ? 0 : rounds,
            s.c_in_ones && parts == 1 ? rounds * filled(s, t.m, t.n) : 0,
            s.reads_c * (parts == 1 ? rounds : c),
            s.reads_c && s.c_in_ones && parts == 1 ? rounds * filled(s, t.m, t.n) : 0,
            parts > 1 ? c * parts : 0,
            double(s.copies_a + s.copies_b),
            copied,
            s.elements_of_ab() / 1e6,
            (s.ragged_a + s.ragged_b) * rounds * steps,
            parts == 1 ? strewn() : 0,
            beyond_l2(s, parts > 1 ? parts : 0),
            s.a_rows ? 0 : rounds * steps,
            s.b_rows ? rounds * steps : 0,
            s.c_in_ones && parts == 1 ? c : 0,
            s.reads_c && s.c_in_ones && parts == 1 ? c : 0,
            rounds * steps * waits_for_lines(t, std::min(1.0, count / machine_.processors)),
            rounds * steps * std::min(1.0, beyond_l2(s) / 60)};
  }
  // Microseconds of a step in which the tensor cores, at 1.7 GHz, wait for lines of 128 bytes. L2
  // sends a block one in some 1.3 ns where all multiprocessors ask; those that begin anywhere lie
  // in two of its own.
  double waits_for_lines(const TileSize& t, double busy) const {
    const double lines = double(t.m) / t.across * (1 + tensor_.ragged_a) +
                         double(t.n) / t.down * (1 + tensor_.ragged_b);
    return std::max(0.0, 1.3 * busy * lines - t.m * t.n / 32 / 1.7) / 1e3;
  }

  // Of step 19, with so many blocks on a multiprocessor.
  Terms cluster(const TileSize& t, int at_once, int parts) const {
    const ProblemShape& s = tensor_;
    const double count = double(tiles(s.m, t.m)) * tiles(s.n, t.n) * parts;
    const double mine = rounds_of(count, machine_.filled_by_clusters_of(parts)),
                 steps = tiles(tiles(s.k, t.k), parts);
    const double copied = (s.copies_a * double(s.m) + s.copies_b * double(s.n)) * s.k / 1e6;
    return {1,
            double(parts > 1),
            s.elements_of_ab() / 1e6,
            rounds_of(mine, at_once) * steps,
            mine * steps,
            mine,
            s.reads_c * mine,
            double(s.copies_a + s.copies_b),
            copied,
            (s.ragged_a + s.ragged_b) * mine * steps,
            beyond_l2(s),
            s.a_rows ? 0 : mine * steps,
            s.b_rows ? mine * steps : 0,
            s.elements_of_c() / 1e6};
  }

  const ProblemShape &s_, &tensor_;
  Machine machine_;
  const TileSize* tile_sizes_;
};

}  // namespace gemm
