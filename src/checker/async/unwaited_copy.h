// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "checker/finding.h"
#include "probes/site.h"

namespace heddle::checker {

// The finding of an access, `use` by `access`, to what a copy may still write. `offset`: in the
// block's shared memory. Of which kernel it is, the caller says.
Finding unwaited_copy(Side use, Side copy, const probes::Site& access, std::uint64_t offset);

}  // namespace heddle::checker
