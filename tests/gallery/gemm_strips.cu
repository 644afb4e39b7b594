// SPDX-License-Identifier: Apache-2.0
// Step 20 at every way that its operands can lie: lines along k and across it, at multiples of 16
// bytes and anywhere, views with NaN between their lines, k whole and in parts (up to eight
// columns; edges_tensor.cu has more, by night). And what the choice asks the GPU of clusters.
#include "gemm/edges.h"
#include "gemm/machine.cuh"
#include "gemm/strip.cuh"

namespace gemm {

template <class In, class Out>
void check(gallery::Program& program, Precision precision, const std::vector<int>& all_parts) {
  gallery::DeviceArray<float> workspace(16);
  const Selection selection{"all", true};
  Edges<In, Out> edges(program, selection, precision, workspace);
  for (const int parts : all_parts) {
    const Function<In, Out> f{
        "strip x" + std::to_string(parts), [&](const Problem<In, Out>& problem, float*, size_t) {
          const Problem<In, Out> p = problem.with_c_in_rows();
          return by_blas_rules(p, 0, [&] { return strip(p, parts, Plain{}, 0); });
        }};
    edges.views(f,
                parts == 1 ? std::vector<std::string>{"rrr", "crr"}
                           : std::vector<std::string>{"rcr", "ccc"},
                {{3, 150, 131}, {133, 7, 70}});
  }
}

// Of one block a multiprocessor, as an H200 answered (2026-11-28): a cluster lies within a group.
void check_machine(gallery::Program& program) {
  Machine machine;
  std::string all;
  const bool known = know_machine(&machine) == cudaSuccess;
  for (const int blocks : {1, 2, 3, 4, 8, 16})
    all += std::to_string(machine.filled_by_clusters_of(blocks)) + " ";
  program.row("filled by clusters of 1, 2, 3, 4, 8, 16", all,
              gallery::check_that(known && all == "132 132 120 120 120 112 ", "as an H200's"));
}

}  // namespace gemm

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gemm_strips", "a matrix times a few columns");
  program.start();
  gemm::check_machine(program);
  gemm::check<gemm::bf16, float>(program, gemm::kBf16ToFloat, {1, 8});
  gemm::check<float, float>(program, gemm::kTf32, {8});
  return program.finish();
}
