// SPDX-License-Identifier: Apache-2.0
// The front functions of bf16 and TF32: any size, order, alignment, any view of a larger matrix.
// choice.h says which kernel is the fastest. What the copy engine cannot read (lines that do not
// start at multiples of 16 bytes) is copied into lines that it can, or is left to the kernels that
// take everything; what it cannot write is stored from registers.
#pragma once

#include <type_traits>

#include "band.cuh"
#include "blas_rules.cuh"
#include "choice_table.h"
#include "cluster_k.cuh"
#include "copy_operand.cuh"
#include "fastest.h"
#include "orders.h"
#include "small_multiply_mma.cuh"
#include "small_ways.cuh"
#include "strip.cuh"
#include "tensor_parts.cuh"
#include "tf32.cuh"
#include "turned_store.cuh"
#include "workspace.h"

namespace gemm {

using LargeBf16 = TensorTile<128, 256, 4, 2>;
using MediumBf16 = TensorTile<128, 128, 6, 2>;
using SmallBf16 = TensorTile<64, 128, 8, 2>;
// Two blocks that share B wait for each other; where there are few rows, the second has nothing to
// do.
using SmallBf16Alone = TensorTile<64, 128, 8, 1>;
using NarrowBf16 = TensorTile<128, 64, 8, 1>;
// Fills the last round where neither 128 nor 256 columns do.
using WideBf16 = TensorTile<128, 192, 4, 2>;
// Three consumers, and two of 128 rows: what fills the last round is a matter of a tile's shape.
using TallBf16 = TensorTile<192, 128, 5, 2>;
using TallestBf16 = TensorTile<256, 128, 4, 2>;
using BigBf16 = TensorTile<192, 192, 4, 2>;
// Clusters of two by two, which ask for the fewest lines of A and B.
using MediumBf16Four = TensorTile<128, 128, 6, 2, false, 2>;
using WideBf16Four = TensorTile<128, 192, 4, 2, false, 2>;

template <class T>
constexpr TileSize size_of_tile() {
  return {T::BM, T::BN, T::BK, T::DOWN, T::ACROSS};
}
// In the order of Kernel, from kLarge on.
inline constexpr TileSize kBf16Tiles[] = {
    size_of_tile<LargeBf16>(),      size_of_tile<MediumBf16>(),   size_of_tile<SmallBf16>(),
    size_of_tile<SmallBf16Alone>(), size_of_tile<NarrowBf16>(),   size_of_tile<WideBf16>(),
    size_of_tile<MediumBf16Four>(), size_of_tile<WideBf16Four>(), size_of_tile<TallBf16>(),
    size_of_tile<TallestBf16>(),    size_of_tile<BigBf16>()};

// Of step 19, in the order of Kernel from kClusterLarge on; of both precisions.
template <template <int, int, int, int> class Tile>
struct ClusterTiles {
  using Large = Tile<128, 128, 6, 1>;
  using Medium = Tile<128, 64, 4, 2>;
  using Small = Tile<64, 64, 6, 2>;
  // Calls f with the tile.
  template <class Function>
  static cudaError_t with(Kernel kernel, Function f) {
    if (kernel == Kernel::kClusterLarge) return f(Large());
    return kernel == Kernel::kClusterMedium ? f(Medium()) : f(Small());
  }
};

template <Order A_ORDER, Order B_ORDER, class Finish, class Out>
cudaError_t launch_tiles(const Problem<bf16, Out>& p, Way way, Finish finish, Workspace memory,
                         cudaStream_t stream) {
  if (way.kernel >= Kernel::kClusterLarge)
    return ClusterTiles<ClusterTile>::with(way.kernel, [&](auto tile) {
      return launch_cluster_k<decltype(tile), A_ORDER, B_ORDER>(p, way.parts, finish, stream);
    });
  switch (way.kernel) {
    case Kernel::kLarge:
      return launch_parts<LargeBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kMedium:
      return launch_parts<MediumBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kSmall:
      return launch_whole<SmallBf16, A_ORDER, B_ORDER>(p, finish, stream);
    case Kernel::kAlone:
      return launch_parts<SmallBf16Alone, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kWide:
      return launch_parts<WideBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kMediumFour:
      return launch_parts<MediumBf16Four, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kWideFour:
      return launch_parts<WideBf16Four, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kTall:
      return launch_parts<TallBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kTallest:
      return launch_parts<TallestBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kBig:
      return launch_parts<BigBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    default:
      return launch_parts<NarrowBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
  }
}

// Calls use(way) with the parts of k for which there is room behind the operands that are copied.
template <class Use>
void each_number_of_parts(const ProblemShape& s, Kernel kernel, size_t room, Use use) {
  for (const int parts : {2, 3, 4, 6, 8, 12, 16, 24, 32})
    if (s.k / parts >= 128 && size_of_part(s.m, s.n) * parts <= room) use(Way{kernel, parts});
}

// What a product is launched with, and the ways to compute it.
template <class Out>
struct Bf16Plan {
  Problem<bf16, Out> p;  // C in rows
  Workspace memory;
  Machine machine;
  ProblemShape shape;

  Bf16Plan(const Problem<bf16, Out>& problem, float* workspace, size_t room)
      : p(problem.with_c_in_rows()), memory(workspace, room), shape(ProblemShape::of(p)) {}

  cudaError_t prepare() { return know_machine(&machine); }
  Model model() const { return {shape, shape, machine, kBf16Tiles}; }
  template <class Use>
  void each_tensor_way(Use use) const {
    const size_t copies = shape.floats_of_copies();
    if (copies > memory.room) return;
    use(Way{Kernel::kSmall, 1});
    for (const Kernel kernel :
         {Kernel::kLarge, Kernel::kMedium, Kernel::kAlone, Kernel::kNarrow, Kernel::kWide,
          Kernel::kMediumFour, Kernel::kWideFour, Kernel::kTall, Kernel::kTallest, Kernel::kBig}) {
      if (kernel >= Kernel::kWide && shape.k <= kShortK) continue;  // made for many steps
      use(Way{kernel, 1});
      each_number_of_parts(shape, kernel, memory.room - copies, use);
    }
    each_turned_width(shape, shape.a_rows && shape.k > kShortK, [&](int width) {
      if (!shape.adds_another) use(Way{Kernel::kTurned, 1, width});
      each_number_of_parts(shape, Kernel::kTurned, memory.room - copies,
                           [&](Way way) { use(Way{way.kernel, way.parts, width}); });
    });
    each_cluster_way(shape, use);
  }
  template <class Use>
  void each_way(Use use) const {
    each_small_way(shape, use);
    each_strip_way(shape, use);
    each_band_way(shape, memory.room, use);
    use(Way{Kernel::kMmaSync, 1});
    each_tensor_way(use);
  }
  template <class Finish = Plain>
  cudaError_t launch(Way way, cudaStream_t stream, Finish finish = {}) const {
    if (way.kernel == Kernel::kMmaSync) return mma_sync(p, stream, finish);
    if (way.kernel == Kernel::kStrip) return strip(p, way.parts, finish, stream);
    if (way.kernel == Kernel::kBand) return band(p, way.parts, finish, memory, stream);
    if (way.kernel < Kernel::kMmaSync)
      return launch_small_way<MultiplyBf16>(p, way, finish, stream);
    Problem<bf16, Out> q = p;
    Workspace left = memory;
    if (const cudaError_t error = copy_operands(&q, shape, &left, stream); error != cudaSuccess)
      return error;
    if (way.kernel == Kernel::kTurned)
      return q.b.order == Order::kRow ? turned<Order::kColumn>(q, way, finish, left, stream)
                                      : turned<Order::kRow>(q, way, finish, left, stream);
    return with_orders(q.a.order, q.b.order, [&](auto a, auto b) {
      return launch_tiles<a(), b()>(q, way, finish, left, stream);
    });
  }
  template <class Finish = Plain>
  cudaError_t run(cudaStream_t stream, Finish finish = {}) {
    const auto product = [&] {
      if (const cudaError_t error = prepare(); error != cudaSuccess) return error;
      const auto each = [&](auto use) { each_way(use); };
      return launch(fastest(model(), kBf16Costs, memory.room, each), stream, finish);
    };
    return by_blas_rules(p, stream, product, finish);
  }

 private:
  // For rows of A. B_ORDER: of B's transpose.
  template <Order B_ORDER, class Finish>
  static cudaError_t turned(const Problem<bf16, Out>& q, Way way, Finish finish, Workspace left,
                            cudaStream_t stream) {
    const auto with = [&](auto tile) {
      return launch_turned<decltype(tile), B_ORDER>(q, way.parts, finish, left, stream);
    };
    if (way.width == 96) return with(TensorTile<128, 96, 7, 2>());
    return way.width == 144 ? with(TensorTile<128, 144, 5, 2>())
                            : with(TensorTile<128, 160, 5, 2>());
  }
};

template <class Out>
cudaError_t gemm(const Problem<bf16, Out>& problem, float* workspace, size_t room,
                 cudaStream_t stream) {
  return Bf16Plan<Out>(problem, workspace, room).run(stream);
}

using LargeTf32 = Tf32Tile<256, 128, 4>;
using MediumTf32 = Tf32Tile<128, 128, 6>;
using SmallTf32 = Tf32Tile<64, 128, 8>;
using NarrowTf32 = Tf32Tile<128, 64, 8>;
inline constexpr TileSize kTf32Tiles[] = {size_of_tile<LargeTf32>(), size_of_tile<MediumTf32>(),
                                          size_of_tile<SmallTf32>(), TileSize{},
                                          size_of_tile<NarrowTf32>()};  // and no others

// What the tensor cores compute, C or its transpose: they want A in rows, while B may lie in rows
// or columns. That of less to copy, where a copy that turns counts half more.
inline double copies_for_tf32(const FloatProblem& p) {
  const ProblemShape s = ProblemShape::of(p);
  return (s.copies_a ? double(p.m) * p.k * (s.turns_a ? 1.5 : 1) : 0) +
         (s.copies_b ? double(p.k) * p.n : 0);
}
inline FloatProblem as_tf32_wants(const FloatProblem& p) {
  return copies_for_tf32(p) <= copies_for_tf32(p.transposed()) ? p : p.transposed();
}

struct Tf32Plan {
  FloatProblem p;       // C in rows
  FloatProblem tensor;  // C in rows or columns
  Workspace memory;
  Machine machine;
  ProblemShape shape, tensor_shape;

  Tf32Plan(const FloatProblem& problem, float* workspace, size_t room)
      : p(problem.with_c_in_rows()),
        tensor(as_tf32_wants(p)),
        memory(workspace, room),
        shape(ProblemShape::of(p)),
        tensor_shape(ProblemShape::of(tensor)) {}

  cudaError_t prepare() { return know_machine(&machine); }
  Model model() const { return {shape, tensor_shape, machine, kTf32Tiles}; }
  template <class Use>
  void each_way(Use use) const {
    each_small_way(shape, use);
    each_strip_way(shape, use);
    each_band_way(shape, memory.room, use);
    use(Way{Kernel::kMmaSync, 1});
    const size_t copies = tensor_shape.floats_of_copies();
    if (copies > memory.room) return;
    for (const Kernel kernel : {Kernel::kLarge, Kernel::kMedium, Kernel::kSmall, Kernel::kNarrow})
      use(Way{kernel, 1});
    for (const Kernel kernel : {Kernel::kMedium, Kernel::kSmall, Kernel::kNarrow})
      each_number_of_parts(tensor_shape, kernel, memory.room - copies, use);
    each_cluster_way(tensor_shape, use);
  }
  cudaError_t launch(Way way, cudaStream_t stream) const {
    if (way.kernel == Kernel::kMmaSync) return mma_sync(p, stream);
    if (way.kernel == Kernel::kStrip) return strip(p, way.parts, Plain{}, stream);
    if (way.kernel == Kernel::kBand) return band(p, way.parts, Plain{}, memory, stream);
    if (way.kernel < Kernel::kMmaSync)
      return launch_small_way<MultiplyTf32>(p, way, Plain{}, stream);
    FloatProblem q = tensor;
    Workspace left = memory;
    if (const cudaError_t error = copy_operands(&q, tensor_shape, &left, stream);
        error != cudaSuccess)
      return error;
    if (way.kernel >= Kernel::kClusterLarge)
      return ClusterTiles<ClusterTileTf32>::with(way.kernel, [&](auto tile) {
        using Tile = decltype(tile);
        return q.b.order == Order::kRow
                   ? launch_cluster_k_tf32<Tile, Order::kRow>(q, way.parts, Plain{}, stream)
                   : launch_cluster_k_tf32<Tile, Order::kColumn>(q, way.parts, Plain{}, stream);
      });
    switch (way.kernel) {
      case Kernel::kLarge:
        return launch_parts<LargeTf32>(q, 1, left, stream);
      case Kernel::kMedium:
        return launch_parts<MediumTf32>(q, way.parts, left, stream);
      case Kernel::kSmall:
        return launch_parts<SmallTf32>(q, way.parts, left, stream);
      default:
        return launch_parts<NarrowTf32>(q, way.parts, left, stream);
    }
  }

 private:
  template <class T>
  static cudaError_t launch_parts(const FloatProblem& q, int parts, Workspace left,
                                  cudaStream_t stream) {
    const SplitK split{parts, left.data};
    const int count = split.parts(q.k, T::BK);
    if (count == 1) return launch_tf32<T>(q, Plain{}, 1, stream);
    const cudaError_t error = launch_tf32<T>(split.partial(q), Plain{}, count, stream);
    return error != cudaSuccess ? error : split.finish(q, count, stream);
  }
};

// workspace: for operands that are copied and for the parts of a split k; none is right, too.
inline cudaError_t gemm_tf32(const FloatProblem& problem, float* workspace, size_t room,
                             cudaStream_t stream) {
  Tf32Plan plan(problem, workspace, room);
  return by_blas_rules(plan.p, stream, [&] {
    if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
    const auto each = [&](auto use) { plan.each_way(use); };
    return plan.launch(fastest(plan.model(), kTf32Costs, plan.memory.room, each), stream);
  });
}

}  // namespace gemm
