// SPDX-License-Identifier: Apache-2.0
// The front function of fp32: any size, order, alignment. choose() (float_tiles.cuh) says which
// tile of step 9 and how many parts of k are best, choice.h whether that is better than the kernels
// of steps 17 and 18.
#pragma once

#include "band.cuh"
#include "blas_rules.cuh"
#include "choice_table.h"
#include "fastest.h"
#include "float_copies.cuh"
#include "float_tiles.cuh"
#include "small_multiply.cuh"
#include "small_ways.cuh"
#include "workspace.h"

namespace gemm {

// VECTOR: 4 where operands can be read in fours, else 1; VECTOR_OF_C as well.
template <Order A_ORDER, Order B_ORDER, int VECTOR, int VECTOR_OF_C = VECTOR>
cudaError_t run_tiles(const FloatProblem& p, Choice choice, float* workspace, cudaStream_t stream) {
  const SplitK split{choice.splits, workspace + kArrivals, choice.whole != 0 ? 0 : choice.k_long};
  const auto with = [&](auto tile) {
    return launch_async_copy<decltype(tile), A_ORDER, B_ORDER, VECTOR, VECTOR_OF_C>(p, split,
                                                                                    stream);
  };
  if (choice.tile == TileChoice::kLarge) {
    if (choice.whole == 0) return with(LargeTile());
    const int count = tiles(p.m, LargeTile::BM) * tiles(p.n, LargeTile::BN);
    const CutTiles cut{choice.whole, count - choice.whole, choice.k_long, workspace + kArrivals,
                       reinterpret_cast<unsigned*>(workspace)};
    return launch_rounds<LargeTile, A_ORDER, B_ORDER, VECTOR, VECTOR_OF_C>(p, cut, stream);
  }
  if (choice.tile == TileChoice::kMedium) return with(MediumTile());
  if constexpr (VECTOR == VECTOR_OF_C) {  // kTilesForOddC has none of the others
    if (choice.tile == TileChoice::kTall) return with(TallTile());
    if (choice.tile == TileChoice::kLow) return with(LowTile());
    if constexpr (VECTOR == 4)
      if (choice.tile == TileChoice::kWide) return with(WideTile());
  }
  return with(SmallTile());
}
template <Order A_ORDER, Order B_ORDER>
cudaError_t run_choice(const FloatProblem& p, Choice choice, float* workspace,
                       cudaStream_t stream) {
  if (p.c.in_fours(p.n) && (A_ORDER == Order::kRow || p.a.in_fours(p.m)) &&
      (B_ORDER == Order::kColumn || p.b.in_fours(p.n)))
    return run_tiles<A_ORDER, B_ORDER, 4>(p, choice, workspace, stream);
  return run_tiles<A_ORDER, B_ORDER, 1>(p, choice, workspace, stream);
}

// The same for operands that have been copied so that one at most is not read in fours; C may not.
inline cudaError_t run_copied(const FloatProblem& p, Choice choice, float* workspace,
                              cudaStream_t stream) {
  const auto with_c = [&](auto a, auto b) {
    return p.c.in_fours(p.n) ? run_tiles<a(), b(), 4>(p, choice, workspace, stream)
                             : run_tiles<a(), b(), 4, 1>(p, choice, workspace, stream);
  };
  constexpr std::integral_constant<Order, Order::kRow> row;
  constexpr std::integral_constant<Order, Order::kColumn> column;
  if (p.a.order == Order::kRow) return with_c(row, row);
  return p.b.order == Order::kRow ? with_c(column, row) : with_c(column, column);
}

// For C in rows, sizes and alpha that are not 0, and a workspace at a multiple of 16 bytes that has
// room for the choice.
inline cudaError_t run(const FloatProblem& p, Choice choice, float* workspace,
                       cudaStream_t stream) {
  const bool a_rows = p.a.order == Order::kRow, b_rows = p.b.order == Order::kRow;
  if (a_rows && b_rows) return run_choice<Order::kRow, Order::kRow>(p, choice, workspace, stream);
  if (a_rows) return run_choice<Order::kRow, Order::kColumn>(p, choice, workspace, stream);
  if (b_rows) return run_choice<Order::kColumn, Order::kRow>(p, choice, workspace, stream);
  return run_choice<Order::kColumn, Order::kColumn>(p, choice, workspace, stream);
}

// All that a product is launched with, and what could be taken instead.
struct FloatPlan {
  FloatProblem p;  // C in rows
  Workspace memory;
  FloatCopies copies;
  Machine machine;
  // Where not all can be read in fours, the tiles that lose least by that, a medium and a large
  // one. Behind them that for operands that are copied.
  static constexpr int kOfCopies = 3;
  Choice choices[4] = {};
  ProblemShape shape{};

  FloatPlan(const FloatProblem& problem, float* workspace, size_t room)
      : p(problem.with_c_in_rows()), memory(workspace, room), copies(FloatCopies::of(p)) {}

  cudaError_t prepare() {
    if (const cudaError_t error = know_machine(&machine); error != cudaSuccess) return error;
    shape = ProblemShape::of(p);
    shape.float_copies = copies.count(), shape.floats_in_lines = copies.in_lines();
    shape.floats_turned = copies.turned(), shape.then_by_floats = copies.by_floats;
    const unsigned medium = tile_bit(TileChoice::kMedium), large = tile_bit(TileChoice::kLarge);
    const unsigned allowed[3] = {
        shape.in_fours ? kAnyTile : kAnyTile & ~(medium | large | tile_bit(TileChoice::kWide)),
        medium, large};
    for (int i = 0; i < number_of_choices(); ++i) choose_tile(i, allowed[i], memory.room);
    if (may_copy())
      choose_tile(kOfCopies, shape.c_in_fours ? kAnyTile : kTilesForOddC,
                  memory.room - copies.floats());
    shape.reads_one_by_one = shape.reads_c && !shape.c_in_fours &&
                             choices[kOfCopies].tile == TileChoice::kLarge &&
                             choices[kOfCopies].splits == 1;
    return cudaSuccess;
  }
  Model model() const { return {shape, shape, machine, nullptr}; }
  bool may_copy() const { return copies.any() && copies.floats() <= memory.room; }
  template <class Use>
  void each_way(Use use) const {
    each_small_way(shape, use);
    each_band_way(shape, memory.room, use);
    for (int i = 0; i < number_of_choices(); ++i) use(Way{Kernel::kTiles, i + 1});
    if (may_copy()) use(Way{Kernel::kCopied, 1});
  }
  cudaError_t launch(Way way, cudaStream_t stream) const {
    if (way.kernel == Kernel::kTiles) return run(p, choices[way.parts - 1], memory.data, stream);
    if (way.kernel == Kernel::kBand) return band(p, way.parts, Plain{}, memory, stream);
    if (way.kernel != Kernel::kCopied)
      return launch_small_way<MultiplyFloats>(p, way, Plain{}, stream);
    FloatProblem copied = p;
    Workspace left = memory;
    const cudaError_t error = copies.make(&copied, &left, stream);
    return error != cudaSuccess ? error : run_copied(copied, choices[kOfCopies], left.data, stream);
  }

 private:
  int number_of_choices() const { return shape.in_fours ? 1 : 3; }
  void choose_tile(int i, unsigned allowed, size_t room) {
    Choice& choice = choices[i];
    choice = choose(p.m, p.n, p.k, machine.processors, allowed);
    if (!has_room(choice, room)) choice = {choice.tile, 1, 0, 0, choice.cycles * choice.splits};
    shape.cycles[i] = choice.cycles;
    // Measured, not understood (an H200, 2026-11-28: five products, 26 to 44%): copied float by
    // float, many parts of few rows take longer.
    if (i < kOfCopies && !shape.in_fours && choice.tile == TileChoice::kLow && choice.splits >= 8)
      shape.cycles[i] *= 1.35;
  }
  bool has_room(const Choice& choice, size_t room) const {
    const int parts = choice.splits + (choice.splits > 1 && choice.k_long != 0);
    const size_t room_of_tail =
        size_t(machine.processors) * 2 * LargeTile::BM * LargeTile::BN + kArrivals;
    return choice.splits > 1 ? size_of_part(p.m, p.n) * parts + kArrivals <= room
                             : machine.processors <= kArrivals && room_of_tail <= room;
  }
};

// workspace: of `room` floats with any contents, for the parts of a split k; none is right, too.
inline cudaError_t gemm(const FloatProblem& problem, float* workspace, size_t room,
                        cudaStream_t stream) {
  FloatPlan plan(problem, workspace, room);
  return by_blas_rules(plan.p, stream, [&] {
    if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
    const auto each = [&](auto use) { plan.each_way(use); };
    return plan.launch(fastest(plan.model(), kFloatCosts, plan.memory.room, each), stream);
  });
}

}  // namespace gemm
