// SPDX-License-Identifier: Apache-2.0
// The cases of the OpenCL worker that have files of their own.
#pragma once

#include <vector>

#include "bench/common/worker.h"

namespace bench {

std::vector<CaseEntry> counting_cases();
std::vector<CaseEntry> half_cases();
std::vector<CaseEntry> warp_cases();

}  // namespace bench
