// SPDX-License-Identifier: Apache-2.0
// The front functions of FP8 and int8: the kernels of bf16 with twice the k in a line of 128 bytes.
// The tensor cores want the k of both operands side by side (rows of A, columns of B); others are
// turned first. choice.h says which tile, as of a product in bf16 of half the k: the same bytes
// move, in the same steps, each of which takes the tensor cores as long.
#pragma once

#include "blas_rules.cuh"
#include "choice_table.h"
#include "copy_operand.cuh"
#include "fp8.cuh"
#include "plain_tiles.cuh"
#include "tensor_parts.cuh"

namespace gemm {

template <class In, bool PROMOTED>
struct ByteTiles {
  template <int BM, int BN, int STAGES, int DOWN, int ACROSS = 1>
  struct Tile : TensorTile<BM, BN, STAGES, DOWN, false, ACROSS, In> {
    static constexpr bool PROMOTES = PROMOTED;
  };
  using Medium = Tile<128, 128, 6, 2>;
  using Alone = Tile<64, 128, 8, 1>;
  using Narrow = Tile<128, 64, 8, 1>;
  using MediumFour = Tile<128, 128, 6, 2, 2>;
  // Sums of a step beside sums of all leave no registers for these.
  using Large = Tile<128, 256, 4, 2>;
  using Wide = Tile<128, 192, 4, 2>;
};
// In the order of Kernel, from kLarge on, with k in pairs of bytes.
inline constexpr TileSize kByteTiles[] = {
    {128, 256, 64, 2, 1}, {128, 128, 64, 2, 1}, {}, {64, 128, 64, 1, 1}, {128, 64, 64, 1, 1},
    {128, 192, 64, 2, 1}, {128, 128, 64, 2, 2}};

template <class In, class Out, bool PROMOTES>
struct BytePlan {
  Problem<In, Out> p;  // C in rows
  Workspace memory;
  int processors = 0;
  ProblemShape shape, halves;

  BytePlan(const Problem<In, Out>& problem, float* workspace, size_t room)
      : p(problem.with_c_in_rows()), memory(workspace, room), shape(ProblemShape::of(p)) {
    halves = shape;
    halves.k = tiles(p.k, 2), halves.bytes = 2;
    halves.a_rows = true, halves.b_rows = false;  // as they are, or will be
  }
  cudaError_t prepare() { return count_multiprocessors(&processors); }
  Model model() const { return {halves, halves, processors, kByteTiles}; }
  bool has_room() const { return shape.floats_of_copies() <= memory.room; }

  template <class Use>
  void each_way(Use use) const {
    const size_t left = memory.room - shape.floats_of_copies();
    for (const Kernel kernel : {Kernel::kMedium, Kernel::kAlone, Kernel::kNarrow,
                                Kernel::kMediumFour, Kernel::kLarge, Kernel::kWide}) {
      if (PROMOTES && (kernel == Kernel::kLarge || kernel == Kernel::kWide)) continue;
      use(Way{kernel, 1});
      for (const int parts : {2, 3, 4, 6, 8, 12, 16, 24, 32})
        if (p.k / parts >= 256 && size_of_part(p.m, p.n) * parts <= left) use(Way{kernel, parts});
    }
  }

  template <class Finish>
  cudaError_t launch(Way way, Finish finish, cudaStream_t stream) const {
    if (!has_room()) return plain_tiles(p, finish, stream);
    Problem<In, Out> q = p;
    Workspace left = memory;
    if (const cudaError_t error = copy_operands(&q, shape, &left, stream); error != cudaSuccess)
      return error;
    using Tiles = ByteTiles<In, PROMOTES>;
    const auto with = [&](auto tile) {
      return launch_parts<decltype(tile), Order::kRow, Order::kColumn>(q, way.parts, finish, left,
                                                                       stream);
    };
    if constexpr (!PROMOTES) {
      if (way.kernel == Kernel::kLarge) return with(typename Tiles::Large());
      if (way.kernel == Kernel::kWide) return with(typename Tiles::Wide());
    }
    if (way.kernel == Kernel::kAlone) return with(typename Tiles::Alone());
    if (way.kernel == Kernel::kNarrow) return with(typename Tiles::Narrow());
    if (way.kernel == Kernel::kMediumFour) return with(typename Tiles::MediumFour());
    return with(typename Tiles::Medium());
  }
  template <class Finish>
  cudaError_t run(Finish finish, cudaStream_t stream) {
    const auto product = [&] {
      if (const cudaError_t error = prepare(); error != cudaSuccess) return error;
      if (!has_room()) return plain_tiles(p, finish, stream);
      const auto each = [&](auto use) { each_way(use); };
      return launch(fastest(model(), kBf16Costs, each), finish, stream);
    };
    return by_blas_rules(p, stream, product, finish);
  }
};

// C = alpha scale_a scale_b A B + beta C; In: e4m3 or e5m2, Out: bf16 or float.
template <class In, class Out>
cudaError_t gemm_fp8(const Problem<In, Out>& p, Fp8Scales scales, Fp8Sums sums, float* workspace,
                     size_t room, cudaStream_t stream) {
  const Scaled finish{scales};
  if (sums == Fp8Sums::kPromoted)
    return BytePlan<In, Out, true>(p, workspace, room).run(finish, stream);
  return BytePlan<In, Out, false>(p, workspace, room).run(finish, stream);
}

// In whole numbers, which wrap around as ints do.
inline cudaError_t gemm_int8(const Problem<int8, int>& p, float* workspace, size_t room,
                             cudaStream_t stream) {
  return BytePlan<int8, int, false>(p, workspace, room).run(Plain{}, stream);
}

}  // namespace gemm
