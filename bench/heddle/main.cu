// SPDX-License-Identifier: Apache-2.0
// The CUDA worker: an ordinary CUDA program, compiled with `heddle cc`. HEDDLE_THREADS sets its
// worker threads.
#include "bench/heddle/cases.h"

int main() {
  std::vector<bench::CaseEntry> cases;
  for (const auto& more : {bench::matmul_cases(), bench::stream_cases(), bench::reduce_cases(),
                           bench::nbody_cases(), bench::launch_cases(), bench::stream_use_cases(),
                           bench::counting_cases(), bench::half_cases(), bench::warp_cases(),
                           bench::cublas_cases(), bench::pattern_cases(), bench::texture_cases()}) {
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return bench::serve("heddle", "", cases);
}
