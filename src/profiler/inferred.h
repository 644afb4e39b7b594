// SPDX-License-Identifier: Apache-2.0
// Which numbers of a launch rest on blocks that were not looked at (block_sample.h).
#pragma once

#include <optional>

#include "profiler/profile.h"

namespace heddle::profiler {

// The same launch with other numbers wherever they are inferred: what is computed from both and
// differs is an estimate. Nothing: nothing was inferred.
std::optional<Profile> with_other_inferred(const Profile& profile);

}  // namespace heddle::profiler
