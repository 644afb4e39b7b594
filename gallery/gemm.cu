// SPDX-License-Identifier: Apache-2.0
// The ladder of gemm/README.md in fp32, a row a step: C = alpha A B + beta C for any size and order
// of the operands. With -DGEMM_CUBLAS -lcublas, cuBLAS is measured in the same process.
#include "gemm/coalesced.cuh"
#include "gemm/double_buffer.cuh"
#include "gemm/gemm.cuh"
#include "gemm/harness.h"
#include "gemm/naive.cuh"
#include "gemm/shared_tile.cuh"
#include "gemm/thread_tile_1d.cuh"
#include "gemm/thread_tile_2d.cuh"
#include "gemm/vector_loads.cuh"
#include "gemm/warp_tile.cuh"

// With half of the tiles cut, though all would run at once.
static void check_cut_tiles(gemm::Harness<float, float>& harness, float* workspace) {
  const gemm::FloatProblem p = harness.problem().with_c_in_rows();
  const int count = gemm::tiles(p.m, gemm::LargeTile::BM) * gemm::tiles(p.n, gemm::LargeTile::BN);
  const int k_long = p.k / 16 * 8 + 8;
  if (count < 2 || count > 264 || k_long >= p.k) return;
  const gemm::Choice choice{gemm::TileChoice::kLarge, 1, count / 2, k_long};
  harness.run({{"last round cut", [&] { return gemm::run(p, choice, workspace, 0); }}},
              gemm::Same{}, false);
}

// k in two parts, the second of which is shorter.
static void check_short_part(gemm::Harness<float, float>& harness, float* workspace, size_t room) {
  const gemm::FloatProblem p = harness.problem().with_c_in_rows();
  const int k_long = p.k / 16 * 8 + 8;
  if (k_long >= p.k || size_t(p.m) * p.n * 2 + gemm::kArrivals > room) return;
  const gemm::Choice choice{gemm::TileChoice::kMedium, 1, 0, k_long};
  harness.run({{"short last part", [&] { return gemm::run(p, choice, workspace, 0); }}},
              gemm::Same{}, false);
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gemm", "C = alpha A B + beta C, from naive to cp.async");
  const gemm::Settings settings(program);
  const int first = program.integer("first", 1, 1, 10, "step to begin with");
  const int last = program.integer("last", 10, 1, 10, "step to end with; 9 is always run");
  program.start();

  gemm::Harness<float, float> harness(program, settings, gemm::kFp32);
  const gemm::FloatProblem& p = harness.problem();
  const size_t room = 64 << 20;
  gallery::DeviceArray<float> workspace(room);

  struct Step {
    const char* name;
    cudaError_t (*launch)(const gemm::FloatProblem&, cudaStream_t);
  };
  const Step steps[] = {{"1 naive; row from x", gemm::naive<true>},
                        {"1 naive; row from y", gemm::naive<false>},
                        {"2 coalesced", gemm::coalesced},
                        {"3 shared tile", gemm::shared_tile},
                        {"4 1-D thread tile", gemm::thread_tile_1d},
                        {"5 2-D thread tile", gemm::thread_tile_2d},
                        {"6 vector loads", gemm::vector_loads},
                        {"7 double buffer", gemm::double_buffer},
                        {"8 warp tile", gemm::warp_tile}};
#ifdef GEMM_CUBLAS
  harness.run({harness.cublas("cuBLAS")});
#endif
  for (const Step& step : steps)
    if (step.name[0] - '0' >= first && step.name[0] - '0' <= last)
      harness.run(step.name, [&] { return step.launch(p, 0); });
  harness.run("9 asynchronous copies", [&] { return gemm::gemm(p, nullptr, 0, 0); });
  harness.run_beside("gemm", [&] { return gemm::gemm(p, workspace.get(), workspace.count(), 0); });
  if (last == 10) {
    check_cut_tiles(harness, workspace.get());
    check_short_part(harness, workspace.get(), room);
  }
  return program.finish();
}
