// SPDX-License-Identifier: Apache-2.0
// How a matrix is shared among threads: as a grid of tiles, whose sides together are as short as
// can be, since each thread packs the rows and columns that its tile needs.
#pragma once

#include <algorithm>

#include "cublas/call.h"

namespace heddle::cublas {

struct Tile {
  i64 row, rows, column, columns;
};

struct Grid {
  i64 m, n;
  i64 down = 1, across = 1;

  // Of at most `count` tiles.
  static Grid of(i64 m, i64 n, i64 count) {
    Grid best{m, n};
    double least = -1;
    for (i64 down = 1; down <= count; ++down) {
      const i64 across = count / down;
      if (down * across != count || down > (m + 7) / 8 || across > (n + 7) / 8) continue;
      const double sides = double(m) / down + double(n) / across;
      if (least >= 0 && sides >= least) continue;
      least = sides;
      best.down = down;
      best.across = across;
    }
    return best;
  }
  // Tiles of at most `side` rows and columns.
  static Grid of_side(i64 m, i64 n, i64 side) {
    return {m, n, (m + side - 1) / side, (n + side - 1) / side};
  }
  i64 count() const { return down * across; }
  Tile tile(i64 number) const {
    const i64 i = number % down, j = number / down;
    const i64 row = boundary(i, down, m, 8), column = boundary(j, across, n, 8);
    return {row, boundary(i + 1, down, m, 8) - row, column, boundary(j + 1, across, n, 8) - column};
  }
};

}  // namespace heddle::cublas
