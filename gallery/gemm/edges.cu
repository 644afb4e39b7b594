// SPDX-License-Identifier: Apache-2.0
// Tests of the ladder where it is easily wrong: edges.h says what. Built from two files that
// include the same headers, and edges_tensor.cu with -DGEMM_TENSOR for sm_90a, so that they must
// link:
//
//   heddle cc -o edges gallery/gemm/edges.cu gallery/gemm/edges_steps.cu
//   nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a -DGEMM_TENSOR -o edges
//     gallery/gemm/edges.cu gallery/gemm/edges_steps.cu gallery/gemm/edges_tensor.cu
//
// -DGEMM_FEW: of this file alone, which compiles in half of the time.
#include "edges.h"
#include "gemm.cuh"
#ifdef GEMM_TENSOR
#include "tensor_gemm.cuh"
#endif

namespace gemm {

void check_steps(Edges<float, float>& edges, bool few);  // edges_steps.cu
void check_tensor(gallery::Program& program, const Selection& selection,
                  gallery::DeviceArray<float>& workspace);  // edges_tensor.cu

// The last round cut, which happens by itself only with more tiles than multiprocessors.
static cudaError_t gemm_cut(const FloatProblem& p, float* workspace, size_t room) {
  const int count = tiles(p.m, LargeTile::BM) * tiles(p.n, LargeTile::BN);
  const Choice choice{TileChoice::kLarge, 1, count / 2, p.k / 16 * 8 + 8};
  const Workspace memory(workspace, room);
  if (memory.room < size_t(count) * 2 * LargeTile::BM * LargeTile::BN + kArrivals)
    return gemm(p, workspace, room, 0);
  return run(p, choice, memory.data, 0);
}

// A tile of the front function's, whatever the shape.
template <TileChoice TILE, int SPLITS>
cudaError_t chosen(const FloatProblem& problem, float* workspace, size_t room) {
  const FloatProblem p = problem.with_c_in_rows();
  const Workspace memory(workspace, room);
  return run(p, {TILE, p.k < 1000 ? 1 : SPLITS, 0, 0}, memory.data, 0);
}

static void check_tiles(Edges<float, float>& edges) {
  using F = Function<float, float>;
  for (const F& f : {F{"9 large tile", chosen<TileChoice::kLarge, 2>},
                     F{"9 medium tile", chosen<TileChoice::kMedium, 3>},
                     F{"9 wide tile", chosen<TileChoice::kWide, 2>},
                     F{"9 small tile", chosen<TileChoice::kSmall, 1>},
                     F{"9 tall tile", chosen<TileChoice::kTall, 2>},
                     F{"9 low tile", chosen<TileChoice::kLow, 3>}}) {
    edges.views(f, kAllOrders);
    edges.offsets(f, kAllOrders);
  }
}

// A way that the front function may never choose at sizes as small as these.
template <Kernel KERNEL, int PARTS = 1>
cudaError_t gemm_by(const FloatProblem& p, float* workspace, size_t room) {
  FloatPlan plan(p, workspace, room);
  return by_blas_rules(plan.p, 0, [&] {
    const cudaError_t error = plan.prepare();
    if (error != cudaSuccess) return error;
    bool can = KERNEL != Kernel::kCopied && KERNEL != Kernel::kBand;  // all problems
    plan.each_way([&](Way way) { can = can || (way.kernel == KERNEL && way.parts == PARTS); });
    return plan.launch(can ? Way{KERNEL, PARTS} : Way{Kernel::kTiles, 1}, 0);
  });
}

}  // namespace gemm

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gemm_edges", "views, offsets, zeros, workspaces, errors");
  const gemm::Selection selection{
      program.text("only", "all", "views, offsets, zeros, workspace, errors, or all"),
      program.integer("few", 0, 0, 1, "1: fewer kernels, orders and sizes") == 1};
  program.start();
  gallery::DeviceArray<float> workspace(2 << 20);

  gemm::Edges<float, float> edges(program, selection, gemm::kFp32, workspace);
  const gemm::Function<float, float> front{
      "gemm", [](const gemm::FloatProblem& p, float* memory, size_t room) {
        return gemm::gemm(p, memory, room, 0);
      }};
  edges.views(front, gemm::kAllOrders);
  edges.offsets(front, gemm::kAllOrders);
  for (const gemm::Function<float, float>& f :
       {gemm::Function<float, float>{"gemm by step 9", gemm::gemm_by<gemm::Kernel::kTiles>},
        {"gemm by step 9, copied", gemm::gemm_by<gemm::Kernel::kCopied>},
        {"gemm by step 17", gemm::gemm_by<gemm::Kernel::kSquare>},
        {"gemm by step 18", gemm::gemm_by<gemm::Kernel::kDot>},
        {"gemm by step 18, along", gemm::gemm_by<gemm::Kernel::kAlong>},
        {"gemm by step 18, along, k in parts", gemm::gemm_by<gemm::Kernel::kAlong, 2>},
        {"gemm by step 21", gemm::gemm_by<gemm::Kernel::kBand>},
        {"gemm by step 21, k in parts", gemm::gemm_by<gemm::Kernel::kBand, 2>}}) {
    edges.views(f, gemm::kAllOrders);
    edges.offsets(f, gemm::kAllOrders);
  }
  edges.views({"gemm by step 18, short k", gemm::gemm_by<gemm::Kernel::kShortK>}, gemm::kAllOrders,
              edges.sizes_of_short_k());
  edges.views({"gemm by step 18, short k, spread", gemm::gemm_by<gemm::Kernel::kShortK, 2>},
              gemm::kAllOrders, edges.sizes_of_short_k());
  edges.workspace({"gemm by step 9", gemm::gemm_by<gemm::Kernel::kTiles>});
  edges.workspace({"gemm by step 9, copied", gemm::gemm_by<gemm::Kernel::kCopied>});
  edges.zeros(front);
  edges.errors(front);
#ifndef GEMM_FEW
  gemm::check_steps(edges, selection.few);
#endif
  if (!selection.few) gemm::check_tiles(edges);
#ifdef GEMM_TENSOR
  gemm::check_tensor(program, selection, workspace);
#endif
  // Behind the others, which have left something in the workspace.
  edges.workspace({"gemm, last round cut", gemm::gemm_cut});
  edges.workspace(front);
  return program.finish();
}
