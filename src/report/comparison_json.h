// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/comparison.h"
#include "report/profile_json.h"

namespace heddle::report {

// Of kernels only those that changed.
Json comparison_to_json(const profiler::Comparison& comparison, std::string_view before,
                        std::string_view after);

}  // namespace heddle::report
