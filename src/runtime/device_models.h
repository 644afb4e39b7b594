// SPDX-License-Identifier: Apache-2.0
// The GPUs that HEDDLE_GPU chooses.
#pragma once

#include <vector>

#include "engine/types.h"
#include "support/settings.h"

namespace heddle::runtime {

// One entry per model named in `settings.gpu`, in order. An unknown name is one sentence on stderr
// and exit status 2.
std::vector<engine::DeviceLimits> chosen_devices(const support::Settings& settings);

}  // namespace heddle::runtime
