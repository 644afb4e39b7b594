// SPDX-License-Identifier: Apache-2.0
// The steps of the ladder in fp32 under the tests of edges.h.
#include "coalesced.cuh"
#include "double_buffer.cuh"
#include "edges.h"
#include "gemm.cuh"
#include "naive.cuh"
#include "shared_tile.cuh"
#include "thread_tile_1d.cuh"
#include "thread_tile_2d.cuh"
#include "vector_loads.cuh"
#include "warp_tile.cuh"

namespace gemm {

// More blocks than a grid can have are an error that is returned, and does no harm.
static cudaError_t too_tall(const FloatProblem& p, float*, size_t) {
  FloatProblem tall = p;
  tall.m = 65536 * 8;
  tall.a.ld = tall.m, tall.a.order = Order::kColumn;
  const cudaError_t error = coalesced(tall, 0);
  return error == cudaSuccess ? cudaErrorUnknown : coalesced(p, 0);
}

void check_steps(Edges<float, float>& edges, bool few) {
  using F = Function<float, float>;
  const auto step = [](cudaError_t (*launch)(const FloatProblem&, cudaStream_t)) {
    return [launch](const FloatProblem& p, float*, size_t) { return launch(p, 0); };
  };
  const F steps[] = {{"1 naive; row from x", step(naive<true>)},
                     {"6 vector loads", step(vector_loads)},
                     {"1 naive; row from y", step(naive<false>)},
                     {"2 coalesced", step(coalesced)},
                     {"3 shared tile", step(shared_tile)},
                     {"4 1-D thread tile", step(thread_tile_1d)},
                     {"5 2-D thread tile", step(thread_tile_2d)},
                     {"7 double buffer", step(double_buffer)},
                     {"8 warp tile", step(warp_tile)}};
  for (const F& f : steps) {
    const bool compiled = !few || &f - steps < 2;  // the others cost the CPU seconds each
    if (compiled) edges.views(f, kAllOrders);
    if (compiled) edges.offsets(f, kAllOrders);
    edges.zeros(f);
    if (compiled) edges.errors(f);
  }
  edges.errors({"2 coalesced; too tall", too_tall});
}

}  // namespace gemm
