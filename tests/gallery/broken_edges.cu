// SPDX-License-Identifier: Apache-2.0
// Products that are wrong in one way each, beside their numbers; the tests of gallery/gemm/edges.h
// must see every one of them.
#include "gemm/blas_rules.cuh"
#include "gemm/edges.h"

namespace gemm {

enum Kind {
  kWritesWholeFours,
  kReadsPadding,
  kNeedsDenseC,
  kMultipliesByZero,
  kTrustsWorkspace,
  kTakesAnything,
  kTakesForeignErrors,
  kKinds
};

__global__ void product(FloatProblem p, int kind, const float* start) {
  const int row = blockIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (kind == kWritesWholeFours && column >= p.n && column < (p.n + 3) / 4 * 4)
    *p.c.at(row, column) = 0.0f;
  if (column >= p.n) return;
  const int k = kind == kReadsPadding ? (p.k + 3) / 4 * 4 : p.k;
  float sum = kind == kTrustsWorkspace ? *start : 0.0f;
  for (int i = 0; i < k; ++i) sum += *p.a.at(row, i) * (i < p.k ? *p.b.at(i, column) : 0.0f);
  if (kind == kNeedsDenseC) p.c.ld = p.n;
  store(p, row, column, sum);
}

cudaError_t wrong(const FloatProblem& problem, float* workspace, int kind) {
  const FloatProblem p = problem.with_c_in_rows();
  const auto launch_it = [&] {
    const dim3 blocks(tiles(p.n, 128) + 1, p.m);
    const cudaError_t error = launch(product, shape(blocks, 128, 0, 0), p, kind, workspace);
    return kind == kTakesForeignErrors ? cudaGetLastError() : error;
  };
  const bool sound = check_problem(p) == cudaSuccess;
  if (kind == kTakesAnything && !sound) return cudaSuccess;
  if (kind == kMultipliesByZero && sound && p.m * p.n * p.k != 0) return launch_it();
  return by_blas_rules(p, 0, launch_it);
}

}  // namespace gemm

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "broken_edges", "products that must fail");
  const int kind = program.integer("kind", 0, -1, gemm::kKinds - 1, "which one; -1: a right one");
  program.start();
  gallery::DeviceArray<float> workspace(1 << 16);
  workspace.zero();
  const gemm::Selection selection{"all", true};
  gemm::Edges<float, float> edges(program, selection, gemm::kFp32, workspace);
  const gemm::Function<float, float> f{
      "kind " + std::to_string(kind),
      [kind](const gemm::FloatProblem& p, float* memory, size_t room) {
        return gemm::wrong(p, memory, kind == gemm::kTrustsWorkspace && room == 0 ? -1 : kind);
      }};
  edges.views(f, {"rrr"});
  edges.offsets(f, {"rrr"});
  edges.zeros(f);
  edges.errors(f);
  edges.workspace(f);
  return program.finish();
}
