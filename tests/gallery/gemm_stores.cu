// SPDX-License-Identifier: Apache-2.0
// Which way the tensor-core steps store C, where the CPU has no copy engine: a kernel that sums as
// the naive one does, and stores as they do. What the engine would write, in whole 16 bytes, is
// written here by threads; a pair at an address that a GPU would refuse is counted.
#include "gemm/blas_rules.cuh"
#include "gemm/copy_engine.h"
#include "gemm/edges.h"
#include "gemm/store_pair.cuh"

namespace gemm {

// A thread has two neighbours of a row.
template <class In, class Out>
__global__ void stores(Problem<In, Out> p, bool boxes, int* refused) {
  const int row = blockIdx.y, column = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  float sum[2] = {};
  for (int e = 0; e < 2; ++e)
    for (int k = 0; k < p.k && column + e < p.n; ++k)
      sum[e] += float(*p.a.at(row, k)) * float(*p.b.at(k, column + e));
  if (!boxes) {
    if (column + 1 < p.n && lies_in_pairs(p) &&
        reinterpret_cast<size_t>(p.c.at(row, column)) % sizeof(Pair<Out>) != 0)
      atomicAdd(refused, 1);
    store_pairs<1>(
        p, Plain{}, [&](int) { return make_int2(row, column); },
        [&](int) { return make_float2(sum[0], sum[1]); }, [](int) { return make_float2(0, 0); });
    return;
  }
  constexpr int kWhole = 16 / sizeof(Out);
  for (int e = 0; e < 2; ++e)
    if (column + e < (p.n + kWhole - 1) / kWhole * kWhole)
      *p.c.at(row, column + e) = Out(p.alpha * sum[e]);
}

template <class In, class Out>
void check(gallery::Program& program, Precision precision) {
  gallery::DeviceArray<float> workspace(16);
  gallery::DeviceArray<int> refused(1);
  const Selection selection{"all", true};
  Edges<In, Out> edges(program, selection, precision, workspace);
  int boxed = 0, paired = 0, others = 0;
  const Function<In, Out> f{
      "stores", [&](const Problem<In, Out>& problem, float*, size_t) {
        const Problem<In, Out> p = problem.with_c_in_rows();
        const bool boxes = p.beta == 0.0f && fits_box_store(p);  // others would be read first
        const bool pairs = p.c.ld % 2 == 0 && size_t(p.c.data) % (2 * sizeof(Out)) == 0;
        ++(boxes ? boxed : pairs ? paired : others);
        refused.zero();
        const cudaError_t error =
            launch(stores<In, Out>, shape(dim3(tiles(p.n, 64) + 1, p.m), 32, 0, 0), p, boxes,
                   refused.get());
        if (error != cudaSuccess) return error;
        return refused.to_host()[0] == 0 ? cudaSuccess : cudaErrorMisalignedAddress;
      }};
  edges.views(f, {"rrr", "ccc"});
  edges.offsets(f, {"rrr", "ccc"});
  program.row("all ways",
              std::to_string(boxed) + " " + std::to_string(paired) + " " + std::to_string(others),
              gallery::check_that(boxed > 20 && paired > 20 && others > 20, "taken often"));
}

}  // namespace gemm

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gemm_stores", "how tensor-core steps store C");
  program.start();
  gemm::check<float, float>(program, gemm::kFp32);
  gemm::check<gemm::bf16, gemm::bf16>(program, gemm::kBf16);
  gemm::check<gemm::bf16, float>(program, gemm::kBf16ToFloat);
  return program.finish();
}
