// SPDX-License-Identifier: Apache-2.0
// Batches of TF32, a step apart or by pointers: through tensor maps as in batch.cuh where the copy
// engine can read the matrices, else one launch of step 17.
#pragma once

#include "batch_maps.cuh"
#include "many_products.cuh"
#include "tensor_gemm.cuh"

namespace gemm {

// C in rows or columns, A in rows.
template <class Tile, Order B_ORDER, class Batch>
cudaError_t launch_tf32_batch(const Batch& batch, cudaStream_t stream) {
  using T = BatchTile<Tile, Batch>;
  const FloatProblem& p = batch.first;
  constexpr CUtensorMapDataType kType = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
  CUtensorMap map_a, map_b, map_c{};
  cudaError_t error = make_map_of_all(&map_a, batch, p.a, batch.step_a, p.m, p.k, T::BM, kType);
  if (error == cudaSuccess)
    error = make_map_of_all(&map_b, batch, p.b, batch.step_b, p.k, p.n,
                            B_ORDER == Order::kRow ? 32 : T::BN, kType);
  int processors = 0;
  if (error == cudaSuccess) error = count_multiprocessors(&processors);
  if (error != cudaSuccess) return error;
  const auto walk =
      walk_of(batch, {tiles(p.m, T::BM), tiles(p.n, T::BN), tiles(p.k, T::BK), batch.count, 8});
  const int pieces = walk.order.count();
  return launch(sgemm_tf32<Tf32Store::kWrites, T, B_ORDER, Plain, WalkOf<Batch>>,
                shape(pieces < processors ? pieces : processors, T::THREADS,
                      StageMemory<T>::BYTES + T::STAGING_BYTES, stream),
                p, map_a, map_b, map_c, false, walk, Plain{});
}
template <class Tile, class Batch>
cudaError_t launch_tf32_batch(const Batch& batch, cudaStream_t stream) {
  return batch.first.b.order == Order::kRow
             ? launch_tf32_batch<Tile, Order::kRow>(batch, stream)
             : launch_tf32_batch<Tile, Order::kColumn>(batch, stream);
}

// The batch or that of the transposes, whichever has A in rows; nothing is copied.
template <class Batch>
bool as_tf32_wants(const Batch& batch, Batch* tensor) {
  *tensor = batch.first.a.order == Order::kRow ? batch : batch.transposed();
  return tensor->first.a.order == Order::kRow && tensor->fits_maps();
}

template <class Batch>
cudaError_t tf32_products(const Batch& given, cudaStream_t stream) {
  bool done = false;
  const cudaError_t wrong = check_batch(given, &done);
  if (wrong != cudaSuccess || done) return wrong;
  const Batch batch = given.with_c_in_rows();
  ManyPlan<float, float> plan(batch.as_aligned_as_all(), batch.count);
  if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
  Batch tensor = batch;
  const bool by_maps = as_tf32_wants(batch, &tensor) && plan.has_products() && has_few_tiles(batch);
  const Way way = fastest(plan.model(kTf32Tiles), kTf32Costs, [&](auto use) {
    each_step_17_way(plan.shape, use);
    if (!by_maps) return;
    for (const Kernel kernel : {Kernel::kMedium, Kernel::kSmall, Kernel::kNarrow})
      use(Way{kernel, 1});
  });
  if (way.kernel == Kernel::kMedium) return launch_tf32_batch<MediumTf32>(tensor, stream);
  if (way.kernel == Kernel::kSmall) return launch_tf32_batch<SmallTf32>(tensor, stream);
  if (way.kernel == Kernel::kNarrow) return launch_tf32_batch<NarrowTf32>(tensor, stream);
  return small_products<MultiplyTf32>(plan.p, way, batch.products(), batch.count, stream);
}
inline cudaError_t gemm_tf32_batch(const Batch<float>& batch, cudaStream_t stream) {
  return tf32_products(batch, stream);
}
inline cudaError_t gemm_tf32_pointers(const PointerBatch<float>& batch, cudaStream_t stream) {
  return tf32_products(batch, stream);
}

}  // namespace gemm
