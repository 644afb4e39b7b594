// SPDX-License-Identifier: Apache-2.0
// The front functions of FP8 and int8: the kernels of bf16 with twice the k in a line of 128 bytes.
// The tensor cores want the k of both operands side by side (rows of A, columns of B); others are
// turned first. choice.h says which kernel is the fastest.
#pragma once

#include "blas_rules.cuh"
#include "choice_table_types.h"
#include "cluster_k.cuh"
#include "copy_operand.cuh"
#include "fastest.h"
#include "fp8.cuh"
#include "plain_tiles.cuh"
#include "small_multiply_mma.cuh"
#include "small_ways.cuh"
#include "tensor_parts.cuh"
#include "turned_store.cuh"

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
  using Wide = Tile<128, 192, 4, 2>;
  using WideFour = Tile<128, 192, 4, 2, 2>;
  using Tall = Tile<192, 128, 5, 2>;
  // Sums of a step beside sums of all leave no registers for these.
  using Large = Tile<128, 256, 4, 2>;
  using Tallest = Tile<256, 128, 4, 2>;
  using Big = Tile<192, 192, 4, 2>;
  // Of step 19, where all threads have as many: 128 rows alone on a multiprocessor then, too.
  using ClusterLarge = ClusterTileOf<Tile<128, 128, 6, 1>, 1>;
  using ClusterMedium = ClusterTileOf<Tile<128, 64, 4, 1>, PROMOTED ? 1 : 2>;
  using ClusterSmall = ClusterTileOf<Tile<64, 64, 6, 1>, 2>;
};
// For tests, which compile in less time without those that are for many tiles.
#ifdef GEMM_SMALL_SIZES
inline constexpr bool kAllTiles = false;
#else
inline constexpr bool kAllTiles = true;
#endif

// In the order of Kernel, from kLarge on.
inline constexpr TileSize kByteTiles[] = {
    {128, 256, 128, 2, 1}, {128, 128, 128, 2, 1}, {},
    {64, 128, 128, 1, 1},  {128, 64, 128, 1, 1},  {128, 192, 128, 2, 1},
    {128, 128, 128, 2, 2}, {128, 192, 128, 2, 2}, {192, 128, 128, 2, 1},
    {256, 128, 128, 2, 1}, {192, 192, 128, 2, 1}};

template <class In, bool PROMOTES>
const CostTable& costs_of_bytes() {
  if constexpr (std::is_same_v<In, int8>) return kInt8Costs;
  return PROMOTES ? kFp8Costs : kFp8FastCosts;
}

template <class In, class Out, bool PROMOTES>
struct BytePlan {
  Problem<In, Out> p;
  Workspace memory;
  Machine machine;
  ProblemShape shape;

  // For C in rows.
  BytePlan(const Problem<In, Out>& problem, float* workspace, size_t room)
      : p(problem), memory(workspace, room), shape(ProblemShape::of(p)) {}
  cudaError_t prepare() { return know_machine(&machine); }
  Model model() const { return {shape, shape, machine, kByteTiles}; }
  bool has_room() const { return shape.floats_of_copies() <= memory.room; }

  // Whether there is more than plain_tiles.
  bool has_ways() const { return has_room() || !(shape.turns_a || shape.turns_b); }

  template <class Use>
  void each_way(Use use) const {
    if (!(shape.turns_a || shape.turns_b)) {
      each_step_17_way(shape, use);
      if (shape.in_words) each_dot_way(shape, use);
      each_short_k_way(shape, use);
    }
    if (!has_room()) return;
    const size_t left = memory.room - shape.floats_of_copies();
    each_cluster_way(shape, [&](Way way) {
      if (!kAllTiles && way.kernel != Kernel::kClusterSmall) return;
      if (!PROMOTES || way.kernel != Kernel::kClusterLarge) use(way);
    });
    for (const Kernel kernel :
         {Kernel::kMedium, Kernel::kAlone, Kernel::kNarrow, Kernel::kMediumFour, Kernel::kLarge,
          Kernel::kWide, Kernel::kWideFour, Kernel::kTall, Kernel::kTallest, Kernel::kBig}) {
      if (PROMOTES && (kernel == Kernel::kLarge || kernel > Kernel::kTall)) continue;
      if (!kAllTiles && kernel != Kernel::kMedium && kernel != Kernel::kAlone &&
          kernel != Kernel::kNarrow)
        continue;
      use(Way{kernel, 1});
      each_number_of_parts(left, [&](int parts) { use(Way{kernel, parts}); });
    }
    if (!kAllTiles) return;
    each_turned_width(shape, true, [&](int width) {
      if (!shape.adds_another) use(Way{Kernel::kTurned, 1, width});
      each_number_of_parts(left, [&](int parts) { use(Way{Kernel::kTurned, parts, width}); });
    });
  }

  // With the parts of k for which there is room.
  template <class Use>
  void each_number_of_parts(size_t left, Use use) const {
    for (const int parts : {2, 3, 4, 6, 8, 12, 16, 24, 32})
      if (p.k / parts >= 256 && size_of_part(p.m, p.n) * parts <= left) use(parts);
  }

  template <class Finish>
  cudaError_t launch(Way way, Finish finish, cudaStream_t stream) const {
    if (way.kernel == Kernel::kShortK) return short_k(p, way.parts == 2, finish, stream);
    if (way.kernel == Kernel::kDot || way.kernel == Kernel::kBlockDot)
      return dot(p, way.kernel == Kernel::kDot ? 1 : 8, finish, stream);
    if (way.kernel < Kernel::kDot)
      return small<MultiplyBytes<In>::template Tile>(
          p, SmallTiles(int(way.kernel) - int(Kernel::kSquare)), way.parts, finish, stream);
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
    const auto with_cluster = [&](auto tile) {
      return launch_cluster_k<decltype(tile), Order::kRow, Order::kColumn>(q, way.parts, finish,
                                                                           stream);
    };
    if (way.kernel == Kernel::kClusterSmall) return with_cluster(typename Tiles::ClusterSmall());
    if (way.kernel == Kernel::kAlone) return with(typename Tiles::Alone());
    if (way.kernel == Kernel::kNarrow) return with(typename Tiles::Narrow());
    if (way.kernel == Kernel::kMedium) return with(typename Tiles::Medium());
#ifdef GEMM_SMALL_SIZES
    return cudaErrorNotSupported;
#else
    if constexpr (!PROMOTES) {
      if (way.kernel == Kernel::kLarge) return with(typename Tiles::Large());
      if (way.kernel == Kernel::kTallest) return with(typename Tiles::Tallest());
      if (way.kernel == Kernel::kBig) return with(typename Tiles::Big());
      if (way.kernel == Kernel::kClusterLarge) return with_cluster(typename Tiles::ClusterLarge());
    }
    if (way.kernel == Kernel::kTurned) {
      using OfTurned = ByteTiles<Turned<In>, PROMOTES>;
      const auto with_turned = [&](auto tile) {
        return launch_turned<decltype(tile), Order::kRow>(q, way.parts, finish, left, stream);
      };
      if (way.width == 96) return with_turned(typename OfTurned::template Tile<128, 96, 7, 2>());
      return way.width == 144 ? with_turned(typename OfTurned::template Tile<128, 144, 5, 2>())
                              : with_turned(typename OfTurned::template Tile<128, 160, 5, 2>());
    }
    if (way.kernel == Kernel::kClusterMedium) return with_cluster(typename Tiles::ClusterMedium());
    if (way.kernel == Kernel::kTall) return with(typename Tiles::Tall());
    if (way.kernel == Kernel::kWide) return with(typename Tiles::Wide());
    if (way.kernel == Kernel::kWideFour) return with(typename Tiles::WideFour());
    return with(typename Tiles::MediumFour());
#endif
  }
  template <class Finish>
  cudaError_t run(Finish finish, cudaStream_t stream) {
    const auto product = [&] {
      if (const cudaError_t error = prepare(); error != cudaSuccess) return error;
      if (!has_ways()) return plain_tiles(p, finish, stream);
      const auto each = [&](auto use) { each_way(use); };
      return launch(fastest(model(), costs_of_bytes<In, PROMOTES>(), memory.room, each), finish,
                    stream);
    };
    return by_blas_rules(p, stream, product, finish);
  }
};

// PROMOTED: sums of FP8.
template <bool PROMOTED, class In, class Out, class Finish>
cudaError_t gemm_bytes(const Problem<In, Out>& problem, Finish finish, float* workspace,
                       size_t room, cudaStream_t stream) {
  return by_rows_of_c(problem, [&](const auto& p) {
    return BytePlan<InOf<decltype(p)>, Out, PROMOTED>(p, workspace, room).run(finish, stream);
  });
}

template <class In, class Out, class Finish>
cudaError_t gemm_fp8_bytes(const Problem<In, Out>& p, Finish finish, Fp8Sums sums, float* workspace,
                           size_t room, cudaStream_t stream) {
  if (sums == Fp8Sums::kPromoted) return gemm_bytes<true>(p, finish, workspace, room, stream);
#ifdef GEMM_SMALL_SIZES
  return cudaErrorNotSupported;
#else
  return gemm_bytes<false>(p, finish, workspace, room, stream);
#endif
}

// C = alpha scale_a scale_b A B + beta C; In: e4m3, e5m2 or Formats of both, Out: bf16 or float.
template <class In, class Out>
cudaError_t gemm_fp8(const Problem<In, Out>& p, Fp8Scales scales, Fp8Sums sums, float* workspace,
                     size_t room, cudaStream_t stream) {
  const Scaled finish{scales};
  return gemm_fp8_bytes(p, finish, sums, workspace, room, stream);
}

// In whole numbers, which wrap around as ints do.
inline cudaError_t gemm_int8(const Problem<int8, int>& p, float* workspace, size_t room,
                             cudaStream_t stream) {
  return gemm_bytes<false>(p, Plain{}, workspace, room, stream);
}

}  // namespace gemm
