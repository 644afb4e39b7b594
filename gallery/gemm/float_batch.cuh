// SPDX-License-Identifier: Apache-2.0
// Batches of fp32, a step apart or by pointers: one launch of step 17, or of step 9, which numbers
// the products by its grid's third dimension.
#pragma once

#include "choice_table.h"
#include "fastest.h"
#include "float_tiles.cuh"
#include "many_products.cuh"
#include "orders.h"
#include "small_multiply.cuh"

namespace gemm {

// Of step 9, for C in rows.
template <class Products>
cudaError_t tile_products(const FloatProblem& p, Choice choice, const Products& products, int count,
                          cudaStream_t stream) {
  return with_orders(p.a.order, p.b.order, [&](auto a, auto b) {
    const auto with = [&](auto tile, auto vector) {
      using T = decltype(tile);
      using Part = TilesOfMany<Products>;
      return each_launch(products, count, [&](const Products& of_launch, int number) {
        const dim3 grid(tiles(p.m, T::BM) * tiles(p.n, T::BN), 1, number);
        Part part;
        part.k_of_split = p.k, part.products = of_launch;
        return launch(sgemm_async_copy<T, a(), b(), vector(), vector(), false, Part>,
                      shape(grid, T::THREADS, T::template SHARED_BYTES<false>, stream), p, part);
      });
    };
    constexpr std::integral_constant<int, 4> fours;
    constexpr std::integral_constant<int, 1> ones;
    const bool vectors = p.c.in_fours(p.n) && (a() == Order::kRow || p.a.in_fours(p.m)) &&
                         (b() == Order::kColumn || p.b.in_fours(p.n));
    if (!vectors) return with(SmallTile(), ones);
    return choice.tile == TileChoice::kMedium ? with(MediumTile(), fours)
                                              : with(SmallTile(), fours);
  });
}

// In rows.
template <class Batch>
cudaError_t gemm_floats(const Batch& given, cudaStream_t stream) {
  bool done = false;
  const cudaError_t wrong = check_batch(given, &done);
  if (wrong != cudaSuccess || done) return wrong;
  const Batch batch = given.with_c_in_rows();
  ManyPlan<float, float> plan(batch.as_aligned_as_all(), batch.count);
  if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
  const FloatProblem& p = plan.p;
  const unsigned small = tile_bit(TileChoice::kSmall);
  const unsigned allowed = plan.shape.in_fours ? small | tile_bit(TileChoice::kMedium) : small;
  const Choice tile = choose(p.m, p.n, p.k, plan.machine.processors, allowed, batch.count);
  plan.shape.cycles[0] = tile.cycles;
  const Way way = fastest(plan.model(), kFloatCosts, [&](auto use) {
    each_step_17_way(plan.shape, use);
    if (plan.has_products()) use(Way{Kernel::kTiles, 1});
  });
  if (way.kernel == Kernel::kTiles)
    return tile_products(p, tile, batch.products(), batch.count, stream);
  return small_products<MultiplyFloats>(p, way, batch.products(), batch.count, stream);
}

inline cudaError_t gemm_batch(const Batch<float>& batch, cudaStream_t stream) {
  return gemm_floats(batch, stream);
}
inline cudaError_t gemm_pointers(const PointerBatch<float>& batch, cudaStream_t stream) {
  return gemm_floats(batch, stream);
}

}  // namespace gemm
