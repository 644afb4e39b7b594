// SPDX-License-Identifier: Apache-2.0
// The GPUs that HEDDLE_GPU chooses.
#pragma once

#include <vector>

#include "gpu/model.h"
#include "support/settings.h"

namespace heddle::process {

// One model per name in `settings.gpu`, in order. An unknown name or a bad file is one sentence on
// stderr and exit status 2.
std::vector<gpu::Model> chosen_models(const support::Settings& settings);

}  // namespace heddle::process
