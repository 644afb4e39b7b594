// SPDX-License-Identifier: Apache-2.0
#include <omp.h>

#include "bench/host/cases.h"

namespace bench {
int worker_threads() {
  return omp_get_max_threads();
}
}  // namespace bench

int main() {
  std::vector<bench::CaseEntry> cases = {bench::sgemm_case()};
  for (const auto& more : {bench::stream_cases(), bench::small_copy_cases(), bench::nbody_cases(),
                           bench::transpose_cases(), bench::counting_cases(), bench::half_cases(),
                           bench::warp_cases(), bench::region_cases(), bench::bilinear_cases()}) {
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return bench::serve("host", "g++ " __VERSION__ ", OpenBLAS " + bench::openblas_description(),
                      cases);
}
