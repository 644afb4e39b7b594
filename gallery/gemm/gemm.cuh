// SPDX-License-Identifier: Apache-2.0
// The front function of fp32: any size, order, alignment; chooses the tile, and into how many parts
// k is split, by what the shape would cost.
#pragma once

#include <cmath>

#include "async_copy.cuh"

namespace gemm {

using LargeTile = AsyncTile<128, 256, 8, 64, 32, 3, 1>;
using MediumTile = AsyncTile<128, 128, 8, 64, 64, 4, 2>;
using WideTile = AsyncTile<128, 128, 8, 64, 32, 3, 1>;
using SmallTile = AsyncTile<64, 128, 8, 32, 64, 4, 2>;

enum class TileChoice { kLarge, kMedium, kWide, kSmall };

struct Choice {
  TileChoice tile;
  int splits;
};

// The time of a shape is that of the multiprocessor with most work: so many blocks one after the
// other (or side by side), each BM x BN x k at the tile's rate; parts are written, read and added.
inline Choice choose(int m, int n, int k, int processors) {
  // Multiply-adds a cycle of a multiprocessor with one, two and more blocks, measured on an H200.
  struct Candidate {
    TileChoice tile;
    int bm, bn;
    double one, two, more;
  };
  const Candidate candidates[] = {{TileChoice::kLarge, 128, 256, 99, 99, 99},
                                  {TileChoice::kMedium, 128, 128, 78, 96, 96},
                                  {TileChoice::kWide, 128, 128, 80, 80, 80},
                                  {TileChoice::kSmall, 64, 128, 68, 78, 92}};
  Choice best{TileChoice::kSmall, 1};
  double least = 1e300;
  for (const Candidate& c : candidates) {
    const double count = double(tiles(m, c.bm)) * tiles(n, c.bn);
    for (int splits = 1; splits <= 32 && (splits == 1 || k / splits >= 128); ++splits) {
      const double rounds = std::ceil(count * splits / processors);
      const double block = double(c.bm) * c.bn * (double(k) / splits + 60);
      double cycles = rounds * block / (rounds == 1 ? c.one : rounds == 2 ? c.two : c.more);
      if (splits > 1) cycles += 5000 + double(m) * n * (splits + 1) * 4 / 1500;
      if (cycles < least) {
        least = cycles;
        best = {c.tile, splits};
      }
    }
  }
  return best;
}

template <Order A_ORDER, Order B_ORDER>
void run_choice(const FloatProblem& p, Choice choice, float* workspace, cudaStream_t stream) {
  const SplitK split{choice.splits, workspace};
  if (!p.c.in_fours(p.n) || (A_ORDER == Order::kColumn && !p.a.in_fours(p.m)) ||
      (B_ORDER == Order::kRow && !p.b.in_fours(p.n)))
    return launch_async_copy<SmallTile, A_ORDER, B_ORDER, 1>(p, split, stream);
  switch (choice.tile) {
    case TileChoice::kLarge:
      return launch_async_copy<LargeTile, A_ORDER, B_ORDER, 4>(p, split, stream);
    case TileChoice::kMedium:
      return launch_async_copy<MediumTile, A_ORDER, B_ORDER, 4>(p, split, stream);
    case TileChoice::kWide:
      return launch_async_copy<WideTile, A_ORDER, B_ORDER, 4>(p, split, stream);
    case TileChoice::kSmall:
      return launch_async_copy<SmallTile, A_ORDER, B_ORDER, 4>(p, split, stream);
  }
}

// workspace: of `room` floats, for the parts of a split k.
inline void gemm(const FloatProblem& problem, float* workspace, size_t room, cudaStream_t stream) {
  const FloatProblem p = problem.with_c_in_rows();
  int device = 0, processors = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  Choice choice = choose(p.m, p.n, p.k, processors);
  if (size_t(p.m) * p.n * choice.splits > room) choice.splits = 1;
  const bool a_rows = p.a.order == Order::kRow, b_rows = p.b.order == Order::kRow;
  if (a_rows && b_rows) return run_choice<Order::kRow, Order::kRow>(p, choice, workspace, stream);
  if (a_rows) return run_choice<Order::kRow, Order::kColumn>(p, choice, workspace, stream);
  if (b_rows) return run_choice<Order::kColumn, Order::kRow>(p, choice, workspace, stream);
  return run_choice<Order::kColumn, Order::kColumn>(p, choice, workspace, stream);
}

}  // namespace gemm
