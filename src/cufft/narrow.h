// SPDX-License-Identifier: Apache-2.0
// Transforms that are computed in memory of their own: of half and bfloat16 numbers, as float, and
// those whose result lies where other rows of the input are.
#pragma once

#include <functional>

#include "cufft/plan.h"

namespace heddle::cufft {

void run_elsewhere(const Task& task, Number number, const std::function<void(const Task&)>& run);

}  // namespace heddle::cufft
