// SPDX-License-Identifier: Apache-2.0
// The cases of the CUDA worker, a table a concern.
#pragma once

#include <vector>

#include "bench/common/worker.h"

namespace bench {

std::vector<CaseEntry> matmul_cases();
std::vector<CaseEntry> cublas_cases();
std::vector<CaseEntry> stream_cases();
std::vector<CaseEntry> reduce_cases();
std::vector<CaseEntry> nbody_cases();
std::vector<CaseEntry> launch_cases();
std::vector<CaseEntry> stream_use_cases();
std::vector<CaseEntry> counting_cases();
std::vector<CaseEntry> half_cases();
std::vector<CaseEntry> warp_cases();
std::vector<CaseEntry> pattern_cases();
std::vector<CaseEntry> texture_cases();

}  // namespace bench
