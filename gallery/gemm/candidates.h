// SPDX-License-Identifier: Apache-2.0
// Which ways can compute a problem of a shape, of those that need not be asked anything else.
#pragma once

#include <algorithm>

#include "problem_shape.h"
#include "way.h"

namespace gemm {

// Calls f(way) for what small.cuh can do; all problems are theirs, but bytes must lie along k.
template <class Use>
void each_step_17_way(const ProblemShape& s, Use f) {
  for (const Kernel kernel : {Kernel::kSquare, Kernel::kFlat, Kernel::kTiny})
    for (int parts = 1; parts <= 16 && (parts == 1 || s.k / parts >= 16); parts *= 2)
      f(Way{kernel, parts});
}
// Bytes in words alone.
template <class Use>
void each_dot_way(const ProblemShape& s, Use f) {
  if (s.elements_of_c() >= 1 << 28) return;
  for (const Kernel kernel : {Kernel::kDot, Kernel::kBlockDot}) f(Way{kernel, 1});
}
template <class Use>
void each_short_k_way(const ProblemShape& s, Use f) {
  if (!s.adds_another && s.k <= kShortK && s.n >= (s.k > 16 ? 16 : 1)) f(Way{Kernel::kShortK, 1});
}

// And direct.cuh.
template <class Use>
void each_small_way(const ProblemShape& s, Use f) {
  each_step_17_way(s, f);
  each_dot_way(s, f);
  const bool apart = (s.m < s.n ? s.step_b : s.step_a) != 1;  // the k of C's longer side
  if (apart && std::min(s.m, s.n) <= 16)
    for (int parts = 1; parts <= 16 && (parts == 1 || s.k / parts >= 128); parts *= 2)
      f(Way{Kernel::kAlong, parts});
  each_short_k_way(s, f);
}

// The k of C's longer side lie apart, and its lines begin at multiples of 16 bytes.
template <class Use>
void each_band_way(const ProblemShape& s, size_t room, Use f) {
  const bool apart = (s.m < s.n ? s.step_b : s.step_a) != 1;
  if (!apart || !s.long_straight || std::min(s.m, s.n) > 16) return;
  for (int parts = 1; parts <= 32 && (parts == 1 || s.k / parts >= 32); parts *= 2)
    if (tiles(s.k, parts) <= kBandK - 8 &&
        (parts == 1 || double(s.m) * (s.n + 3) * parts * (s.bytes == 8 ? 2 : 1) <= double(room)))
      f(Way{Kernel::kBand, parts});
}

// A vector in TF32 stays in fp32 (step 18), as cuBLAS keeps it.
template <class Use>
void each_strip_way(const ProblemShape& s, Use f) {
  const int columns = std::min(s.m, s.n);
  if (columns > kStripColumns || (s.bytes == 4 && columns == 1)) return;
  for (int parts = 1; parts <= 16 && (parts == 1 || s.k / parts >= 128); parts *= 2)
    f(Way{Kernel::kStrip, parts});
}

// f(width) for the tiles whose rows come in eights: for a C that the copy engine can store.
template <class Use>
void each_turned_width(const ProblemShape& s, bool along_k, Use f) {
  if (!along_k || !s.boxes || s.m <= 64) return;
  for (const int width : kWidths) f(width);
}

// Where more blocks than that would have a tile, step 15 is faster. Beyond what L2 keeps, the order
// in which its blocks walk over the tiles counts, and these have none.
template <class Use>
void each_cluster_way(const ProblemShape& s, Use use) {
  if (s.straight && s.elements_of_ab() * s.bytes > 60e6) return;
  if (double(tiles(s.m, 64)) * tiles(s.n, 64) > 4096) return;
  for (const Kernel kernel : {Kernel::kClusterLarge, Kernel::kClusterMedium, Kernel::kClusterSmall})
    for (const int parts : {1, 2, 4})
      if (parts == 1 || s.k / parts >= 64) use(Way{kernel, parts});
}

}  // namespace gemm
