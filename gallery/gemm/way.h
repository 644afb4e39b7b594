// SPDX-License-Identifier: Apache-2.0
// The ways in which the front functions can compute a product: a kernel, and the parts of k.
#pragma once

namespace gemm {

enum class Kernel {
  kSquare,
  kFlat,
  kTiny,  // small.cuh
  kDot,
  kBlockDot,
  kAlong,
  kShortK,   // direct.cuh
  kStrip,    // strip.cuh
  kBand,     // band.cuh
  kMmaSync,  // mma_sync.cuh
  kTiles,    // gemm.cuh: the tile and the parts that choose() says
  kCopied,   // the same for operands that are copied first
  kLarge,
  kMedium,
  kSmall,
  kAlone,
  kNarrow,
  kWide,
  kMediumFour,
  kWideFour,
  kTall,
  kTallest,
  kBig,     // tensor_gemm.cuh
  kTurned,  // turned_store.cuh, of Way::width rows
  kClusterLarge,
  kClusterMedium,
  kClusterSmall  // cluster_k.cuh
};
struct Way {
  Kernel kernel;
  int parts;  // of k
  int width = 0;
};
constexpr int kWidths[] = {96, 144, 160};  // of Kernel::kTurned

// The longest k of Kernel::kShortK, and what it makes of a k: there is a kernel for each.
constexpr int kShortK = 48;
inline int padded_short_k(int k) {
  for (const int padded : {4, 8, 16, 32})
    if (k <= padded) return padded;
  return kShortK;
}

// C's shorter side for Kernel::kStrip, at most.
constexpr int kStripColumns = 128;

// Columns of a block of Kernel::kBand, where there are several; and the longest part of k.
constexpr int kBandColumns = 4, kBandK = 2048;

// A tile of the tensor-core kernels: rows, columns and k of a step; blocks that share B, and A.
struct TileSize {
  int m, n, k, down = 1, across = 1;
};

}  // namespace gemm
