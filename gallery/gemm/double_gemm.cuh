// SPDX-License-Identifier: Apache-2.0
// The front function of double: any size, order, alignment, any view of a larger matrix. A small
// model says which tile and how many parts of k; operands that the copy engine cannot read are
// copied first.
#pragma once

#include <cmath>

#include "blas_rules.cuh"
#include "copy_operand.cuh"
#include "dmma.cuh"
#include "orders.h"
#include "plain_tiles.cuh"
#include "split_k.cuh"
#include "workspace.h"

namespace gemm {

using LargeDouble = DoubleTileOf<128, 128, 6>;
using MediumDouble = DoubleTileOf<128, 64, 8>;
using SmallDouble = DoubleTileOf<64, 64, 8>;
using DoubleProblem = Problem<double>;

enum class DoubleTile { kLarge, kMedium, kSmall };
struct DoubleWay {
  DoubleTile tile;
  int parts;
};

// The tensor cores of a multiprocessor do 128 multiply-adds a cycle; few warps wait for each other.
inline DoubleWay choose_double(const DoubleProblem& p, int processors, size_t room) {
  struct Candidate {
    DoubleTile tile;
    int bm, bn;
    double a_cycle;
  };
  DoubleWay best{DoubleTile::kLarge, 1};
  double least = 1e300;
  for (const Candidate& c : {Candidate{DoubleTile::kLarge, 128, 128, 120},
                             {DoubleTile::kMedium, 128, 64, 110},
                             {DoubleTile::kSmall, 64, 64, 90}}) {
    const double count = double(tiles(p.m, c.bm)) * tiles(p.n, c.bn);
    for (const int parts : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32}) {
      if (parts > 1 && (p.k / parts < 64 || size_of_part(p.m, p.n) * 2 * parts > room)) break;
      const double rounds = std::ceil(count * parts / processors);
      const double k_of_part = tiles(tiles(p.k, parts), 16) * 16;
      double cycles = rounds * (c.bm * c.bn / c.a_cycle * k_of_part + 3000);
      if (parts > 1) cycles += 5000 + double(p.m) * p.n * (parts + 1) * 8 / 1500;
      if (cycles < least) least = cycles, best = {c.tile, parts};
    }
  }
  return best;
}

struct DoublePlan {
  DoubleProblem p;  // C in rows
  Workspace memory;
  int processors = 0;
  ProblemShape shape;

  DoublePlan(const DoubleProblem& problem, float* workspace, size_t room)
      : p(problem.with_c_in_rows()), memory(workspace, room), shape(ProblemShape::of(p)) {}

  cudaError_t prepare() { return count_multiprocessors(&processors); }
  bool has_room() const { return shape.floats_of_copies() <= memory.room; }
  size_t room_for_parts() const { return memory.room - shape.floats_of_copies(); }

  cudaError_t launch(DoubleWay way, cudaStream_t stream) const {
    DoubleProblem q = p;
    Workspace left = memory;
    if (const cudaError_t error = copy_operands(&q, shape, &left, stream); error != cudaSuccess)
      return error;
    return with_orders(q.a.order, q.b.order, [&](auto a, auto b) {
      if (way.tile == DoubleTile::kLarge)
        return launch_parts<LargeDouble, a(), b()>(q, way.parts, left, stream);
      if (way.tile == DoubleTile::kMedium)
        return launch_parts<MediumDouble, a(), b()>(q, way.parts, left, stream);
      return launch_parts<SmallDouble, a(), b()>(q, way.parts, left, stream);
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

inline cudaError_t gemm_double(const DoubleProblem& problem, float* workspace, size_t room,
                               cudaStream_t stream) {
  DoublePlan plan(problem, workspace, room);
  return by_blas_rules(plan.p, stream, [&] {
    if (!plan.has_room()) return plain_tiles(plan.p, Plain{}, stream);
    if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
    return plan.launch(choose_double(plan.p, plan.processors, plan.room_for_parts()), stream);
  });
}

}  // namespace gemm
