// SPDX-License-Identifier: Apache-2.0
// The front function of double: any size, order, alignment, any view of a larger matrix. choice.h
// says which kernel is the fastest; for tiles of step 12, operands that the copy engine cannot read
// are copied first.
#pragma once

#include "band.cuh"
#include "blas_rules.cuh"
#include "choice_table_types.h"
#include "cluster_k_doubles.cuh"
#include "copy_operand.cuh"
#include "fastest.h"
#include "orders.h"
#include "small_multiply_doubles.cuh"
#include "small_ways.cuh"
#include "split_k.cuh"
#include "workspace.h"

namespace gemm {

using LargeDouble = DoubleTileOf<128, 128, 6>;
using MediumDouble = DoubleTileOf<128, 64, 8>;
using SmallDouble = DoubleTileOf<64, 64, 8>;
// Of step 19: kClusterMedium and kClusterSmall.
using ClusterMediumDouble = MediumDouble;
using ClusterSmallDouble = DoubleTileOf<64, 64, 6>;
using DoubleProblem = Problem<double>;

// In the order of Kernel, from kLarge on.
inline constexpr TileSize kDoubleTiles[] = {{128, 128, 16}, {128, 64, 16}, {64, 64, 16}};

struct DoublePlan {
  DoubleProblem p;  // C in rows
  Workspace memory;
  Machine machine;
  ProblemShape shape;

  DoublePlan(const DoubleProblem& problem, float* workspace, size_t room)
      : p(problem.with_c_in_rows()), memory(workspace, room), shape(ProblemShape::of(p)) {
    const HalvedOperands halved = HalvedOperands::of(p);
    if (halved.a && shape.copies_a) shape.copies_a = false, shape.ragged_a = true;
    if (halved.b && shape.copies_b) shape.copies_b = false, shape.ragged_b = true;
  }

  cudaError_t prepare() { return know_machine(&machine); }
  Model model() const { return {shape, shape, machine, kDoubleTiles}; }
  template <class Use>
  void each_way(Use use) const {
    each_small_way(shape, use);
    each_band_way(shape, memory.room, use);
    const size_t copies = shape.floats_of_copies();
    if (copies > memory.room) return;
    for (const Kernel kernel : {Kernel::kLarge, Kernel::kMedium, Kernel::kSmall}) {
      use(Way{kernel, 1});
      for (const int parts : {2, 3, 4, 6, 8, 12, 16, 24, 32})
        if (p.k / parts >= 64 && size_of_part(p.m, p.n) * 2 * parts <= memory.room - copies)
          use(Way{kernel, parts});
    }
    if (double(tiles(p.m, 64)) * tiles(p.n, 64) > 1024) return;
    for (const Kernel kernel : {Kernel::kClusterMedium, Kernel::kClusterSmall})
      for (const int parts : {1, 2, 4, 8})
        if (parts == 1 || p.k / parts >= 32) use(Way{kernel, parts});
  }
  cudaError_t launch(Way way, cudaStream_t stream) const {
    if (way.kernel == Kernel::kBand) return band(p, way.parts, Plain{}, memory, stream);
    if (way.kernel < Kernel::kMmaSync)
      return launch_small_way<MultiplyDoubles>(p, way, Plain{}, stream);
    DoubleProblem q = p;
    Workspace left = memory;
    if (const cudaError_t error = copy_operands(&q, shape, &left, stream); error != cudaSuccess)
      return error;
    return with_orders(q.a.order, q.b.order, [&](auto a, auto b) {
      if (way.kernel == Kernel::kLarge)
        return launch_parts<LargeDouble, a(), b()>(q, way.parts, left, stream);
      if (way.kernel == Kernel::kMedium)
        return launch_parts<MediumDouble, a(), b()>(q, way.parts, left, stream);
      if (way.kernel == Kernel::kSmall)
        return launch_parts<SmallDouble, a(), b()>(q, way.parts, left, stream);
      if (way.kernel == Kernel::kClusterMedium)
        return launch_cluster_k_doubles<ClusterMediumDouble, 1, a(), b()>(q, way.parts, stream);
      return launch_cluster_k_doubles<ClusterSmallDouble, 2, a(), b()>(q, way.parts, stream);
    });
  }

 private:
  template <class T, Order A_ORDER, Order B_ORDER>
  static cudaError_t launch_parts(const DoubleProblem& q, int parts, Workspace left,
                                  cudaStream_t stream) {
    const SplitK split{parts, left.data};
    const int count = split.parts(q.k, T::BK);
    if (count == 1) return launch_doubles<T, A_ORDER, B_ORDER>(q, 1, stream);
    const cudaError_t error = launch_doubles<T, A_ORDER, B_ORDER>(split.partial(q), count, stream);
    return error != cudaSuccess ? error : split.finish(q, count, stream);
  }
};

// workspace: for operands that are copied and for the parts of a split k; none is right, too.
inline cudaError_t gemm_double(const DoubleProblem& problem, float* workspace, size_t room,
                               cudaStream_t stream) {
  DoublePlan plan(problem, workspace, room);
  return by_blas_rules(plan.p, stream, [&] {
    if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
    const auto each = [&](auto use) { plan.each_way(use); };
    return plan.launch(fastest(plan.model(), kDoubleCosts, plan.memory.room, each), stream);
  });
}

}  // namespace gemm
