// SPDX-License-Identifier: Apache-2.0
// Many products of one size in one launch of step 17, which numbers them by its grid's second
// dimension: of any order and alignment, a step apart (Batch) or by pointers (PointerBatch).
#pragma once

#include "batch_problem.h"
#include "fastest.h"
#include "small.cuh"

namespace gemm {

// What the model knows of them.
template <class In, class Out>
struct ManyPlan {
  Problem<In, Out> p;  // C in rows; its pointers are aligned as those of all products
  Machine machine;
  ProblemShape shape;

  ManyPlan(const Problem<In, Out>& problem, int count) : p(problem), shape(ProblemShape::of(p)) {
    shape.products = count;
    shape.boxes = false;  // with tensor maps of A and B alone
    shape.copies_a = shape.copies_b = false;
  }
  cudaError_t prepare() { return know_machine(&machine); }
  Model model(const TileSize* sizes = nullptr) const { return {shape, shape, machine, sizes}; }
  bool has_products() const { return p.k > 0 && p.alpha != 0; }
};

// C = beta C, too, where there is nothing to add. Multiply: of step 17.
template <template <class, bool, bool> class Multiply, class In, class Out, class Products,
          class Finish = Plain>
cudaError_t small_products(Problem<In, Out> p, Way way, const Products& products, int count,
                           cudaStream_t stream, Finish finish = {}) {
  if (p.k == 0 || p.alpha == 0) p.k = 0, p.alpha = 0;
  return each_launch(products, count, [&](const Products& of_launch, int number) {
    return small<Multiply>(p, SmallTiles(int(way.kernel) - int(Kernel::kSquare)), way.parts, finish,
                           stream, of_launch, number);
  });
}

// What BLAS says of a batch before anything is multiplied; *done: that is all.
template <class Batch>
cudaError_t check_batch(const Batch& batch, bool* done) {
  *done = batch.first.m == 0 || batch.first.n == 0 || batch.count == 0;
  return batch.count < 0 ? cudaErrorInvalidValue : check_problem(batch.first);
}

// By pointers, whatever the type, with C in rows: by_tiles(batch, multiprocessors) where the copy
// engine can read the matrices, else step 17.
template <template <class, bool, bool> class Multiply, class In, class Out, class Finish,
          class ByTiles>
cudaError_t pointed_products(const PointerBatch<In, Out>& batch, Finish finish,
                             const CostTable& costs, cudaStream_t stream, ByTiles by_tiles) {
  bool done = false;
  const cudaError_t wrong = check_batch(batch, &done);
  if (wrong != cudaSuccess || done) return wrong;
  ManyPlan<In, Out> plan(batch.as_aligned_as_all(), batch.count);
  if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
  if (plan.has_products() && batch.fits_maps() && has_few_tiles(batch))
    return by_tiles(batch, plan.machine.processors);
  const auto each = [&](auto use) { each_step_17_way(plan.shape, use); };
  return small_products<Multiply>(plan.p, fastest(plan.model(), costs, each), batch.products(),
                                  batch.count, stream, finish);
}

// Groups: batches by pointers, each of a size of its own, one launch a group. groups: in memory of
// the host; one(batch): a front function. Nothing is launched when a size is wrong.
template <class In, class Out, class One>
cudaError_t gemm_groups(const PointerBatch<In, Out>* groups, int count, One one) {
  if (count < 0) return cudaErrorInvalidValue;
  bool done = false;
  for (int i = 0; i < count; ++i)
    if (const cudaError_t error = check_batch(groups[i], &done); error != cudaSuccess) return error;
  for (int i = 0; i < count; ++i)
    if (const cudaError_t error = one(groups[i]); error != cudaSuccess) return error;
  return cudaSuccess;
}

}  // namespace gemm
