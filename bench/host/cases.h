// SPDX-License-Identifier: Apache-2.0
// The cases of the host worker: hand-written OpenMP SIMD loops, and OpenBLAS.
#pragma once

#include <string>

#include "bench/common/worker.h"

namespace bench {

int worker_threads();

CaseEntry sgemm_case();
std::string openblas_description();
std::vector<CaseEntry> stream_cases();
std::vector<CaseEntry> small_copy_cases();
std::vector<CaseEntry> nbody_cases();
std::vector<CaseEntry> transpose_cases();
std::vector<CaseEntry> counting_cases();
std::vector<CaseEntry> half_cases();
std::vector<CaseEntry> warp_cases();
std::vector<CaseEntry> region_cases();
std::vector<CaseEntry> bilinear_cases();

}  // namespace bench
