// SPDX-License-Identifier: Apache-2.0
// The order in which the blocks of a grid run.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/base/types.h"

namespace heddle::engine {

// Blocks that are near each other in x and y run near each other in time: they share rows and
// columns of what they read, and pages of what they write. The blocks of a plane fall into tiles,
// which follow each other row by row, as the blocks in them do. CUDA leaves the order open; where
// blocks wait for each other, the order of their numbers is the one that programs count on.
class BlockWalk {
 public:
  static constexpr std::uint32_t kTileColumns = 64, kTileRows = 16;

  BlockWalk(const Dim3& grid, bool by_number)
      : grid_(grid), tile_rows_(by_number ? 1 : kTileRows) {}

  // index[3] of block `number` of this order, 0 .. grid.count() - 1.
  void place(std::uint64_t number, std::uint32_t* index) const {
    if (one_row_ && number < grid_.x) {  // of a small grid the divisions are a part of its time
      index[0] = static_cast<std::uint32_t>(number);
      index[1] = index[2] = 0;
      return;
    }
    const std::uint64_t plane = std::uint64_t{grid_.x} * grid_.y;
    const std::uint64_t band = std::uint64_t{grid_.x} * tile_rows_;
    const std::uint64_t in_plane = number % plane;
    const std::uint64_t top = in_plane / band * tile_rows_;
    const std::uint64_t rows = std::min<std::uint64_t>(tile_rows_, grid_.y - top);
    const std::uint64_t left = in_plane % band / (rows * kTileColumns) * kTileColumns;
    const std::uint64_t columns = std::min<std::uint64_t>(kTileColumns, grid_.x - left);
    const std::uint64_t in_tile = in_plane % band - left * rows;
    index[0] = static_cast<std::uint32_t>(left + in_tile % columns);
    index[1] = static_cast<std::uint32_t>(top + in_tile / columns);
    index[2] = static_cast<std::uint32_t>(number / plane);
  }

  // How many blocks in a row begin with this one: until next() does more than count x up. At
  // least 1.
  std::uint32_t run_length(const std::uint32_t* index) const {
    const std::uint32_t row = grid_.x - index[0];
    return one_row_ ? row : std::min(row, kTileColumns - index[0] % kTileColumns);
  }

  // From block number - 1 to block `number`.
  void next(std::uint64_t number, std::uint32_t* index) const {
    const std::uint32_t x = index[0] + 1;
    if (x == grid_.x || (!one_row_ && x % kTileColumns == 0)) return place(number, index);
    index[0] = x;
  }

 private:
  Dim3 grid_;
  std::uint32_t tile_rows_;
  bool one_row_ = tile_rows_ == 1 || grid_.y == 1;  // of blocks in a tile: it does not end
};

}  // namespace heddle::engine
