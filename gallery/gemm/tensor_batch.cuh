// SPDX-License-Identifier: Apache-2.0
// Batches in bf16, in any order, a step apart or by pointers.
#pragma once

#include "batch.cuh"
#include "tensor_gemm.cuh"

namespace gemm {

// C in rows; the copy engine can read the matrices.
template <class Batch>
cudaError_t launch_halves_of(const Batch& batch, int processors, cudaStream_t stream) {
  const BatchWay way = choose_for_batch(batch, processors, true, true);
  return with_orders(batch.first.a.order, batch.first.b.order, [&](auto a, auto b) {
    if (way == BatchWay::kLarge)
      return launch_batch<TensorTile<128, 256, 4>, a(), b()>(batch, Plain{}, stream);
    if (way == BatchWay::kLargePair)
      return launch_batch<LargeBf16, a(), b()>(batch, Plain{}, stream);
    if (way == BatchWay::kMediumPair)
      return launch_batch<MediumBf16, a(), b()>(batch, Plain{}, stream);
    if (way == BatchWay::kMedium)
      return launch_batch<TensorTile<128, 128, 6>, a(), b()>(batch, Plain{}, stream);
    return launch_batch<TensorTile<128, 64, 8>, a(), b()>(batch, Plain{}, stream);
  });
}

template <class Out>
cudaError_t gemm_batch(const Batch<bf16, Out>& given, float* workspace, size_t room,
                       cudaStream_t stream) {
  const Batch<bf16, Out> batch = given.with_c_in_rows();
  const auto all = [&](int processors) { return launch_halves_of(batch, processors, stream); };
  return run_batch(batch, true, all,
                   [&](const Problem<bf16, Out>& p) { return gemm(p, workspace, room, stream); });
}

template <class Out>
cudaError_t gemm_pointers(const PointerBatch<bf16, Out>& given, cudaStream_t stream) {
  return pointed_products<MultiplyBf16>(given.with_c_in_rows(), Plain{}, kBf16Costs, stream,
                                        [&](const PointerBatch<bf16, Out>& batch, int processors) {
                                          return launch_halves_of(batch, processors, stream);
                                        });
}

}  // namespace gemm
