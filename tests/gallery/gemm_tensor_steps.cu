// SPDX-License-Identifier: Apache-2.0
// Steps 10 to 16 of the ladder on tensor cores for operands in rows, and a tile whose rows come in
// eights, without the functions that choose among many kernels: gallery/gemm/tensor.cu and edges.cu
// have those, and take ten times as long to compile.
#include "gemm/edges.h"
#include "gemm/tensor_steps.h"

template <class Out>
static void run_steps(gallery::Program& program, const gemm::Settings& settings,
                      gemm::Precision precision, int first) {
  using gemm::Order;
  gemm::Harness<gemm::bf16, Out> harness(program, settings, precision);
  gemm::mma_sync_step(harness);
  gemm::wgmma_steps<Order::kRow, Order::kRow>(harness, harness.problem(), first);
}

// A C that the copy engine cannot write: lines of any length and at any address.
template <class Out>
static void check_lines(gallery::Program& program, gemm::Precision precision) {
  using namespace gemm;
  gallery::DeviceArray<float> workspace(1);
  Edges<bf16, Out> edges(program, {"all", false}, precision, workspace);
  const auto call = [](const Problem<bf16, Out>& p, float*, size_t) {
    if (!fits_tensor_map(p.a) || !fits_tensor_map(p.b)) return mma_sync(p, 0);
    using Store = LineStore<Plain>;
    return launch_warp_specialised<TensorTile<128, 64, 4>, Order::kRow, Order::kRow, PersistentWalk,
                                   Store>(p, Plain{}, 1, 0);
  };
  edges.views({"lines", call}, {"rrr"}, {{100, 137, 64}, {137, 67, 72}, {257, 2, 8}});
  edges.offsets({"lines", call}, {"rrr"});
}
static void check_tf32_lines(gallery::Program& program) {
  using namespace gemm;
  gallery::DeviceArray<float> workspace(1);
  Edges<float, float> edges(program, {"all", false}, kTf32, workspace);
  const auto call = [](const FloatProblem& p, float*, size_t) {
    if (!fits_tensor_map(p.a) || !fits_tensor_map(p.b)) return mma_sync(p.with_c_in_rows(), 0);
    using T = Tf32Tile<128, 64, 4>;
    const bool lines = p.c.order == Order::kColumn && !fits_box_store(p);
    return p.b.order == Order::kRow ? launch_tf32_by<T, Order::kRow>(p, Plain{}, 1, lines, 0)
                                    : launch_tf32_by<T, Order::kColumn>(p, Plain{}, 1, lines, 0);
  };
  edges.views({"lines", call}, {"rrr", "rcr", "rrc", "rcc"}, {{100, 137, 64}, {257, 67, 40}});
  edges.offsets({"lines", call}, {"rrr", "rcc"});
}

// C, and what lies around it, with and without beta.
template <class Out>
static void check_turned(gallery::Program& program, gemm::Precision precision) {
  using namespace gemm;
  gallery::DeviceArray<float> workspace(1);
  Edges<bf16, Out> edges(program, {"views", true}, precision, workspace);
  const auto call = [](const Problem<bf16, Out>& p, float*, size_t) {
    if (!fits_tensor_map(p.a) || !fits_tensor_map(p.b) || !fits_box_store(p)) return mma_sync(p, 0);
    return launch_turned<TensorTile<128, 96, 7, 2>, Order::kColumn>(p, 1, Plain{}, {nullptr, 0}, 0);
  };
  edges.views({"rows in eights", call}, {"rrr"}, {{100, 136, 64}, {67, 260, 72}});
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gemm_tensor_steps", "C = A B on tensor cores");
  const gemm::Settings settings(program);
  if (!settings.all_rows()) program.usage_error("A, B and C are in rows here");
  program.start();
  run_steps<gemm::bf16>(program, settings, gemm::kBf16, 11);
  run_steps<float>(program, settings, gemm::kBf16ToFloat, 16);
  check_lines<gemm::bf16>(program, gemm::kBf16);
  check_lines<float>(program, gemm::kBf16ToFloat);
  check_tf32_lines(program);
  check_turned<gemm::bf16>(program, gemm::kBf16);
  check_turned<float>(program, gemm::kBf16ToFloat);
  gemm::Harness<float, float> tf32(program, settings, gemm::kTf32);
  gemm::mma_sync_step(tf32);
  return program.finish();
}
