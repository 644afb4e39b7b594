// SPDX-License-Identifier: Apache-2.0
// A transform as work of a stream.
#pragma once

#include "cufft/plan.h"

namespace heddle::cufft {

// `forward`: the sign of a complex transform; others have theirs.
cufftResult execute(const Plan& plan, const char* name, const void* in, void* out, bool forward);

// What is worth to be computed when the plan is made. False: there is no memory.
bool prepare(const Plan& plan);

}  // namespace heddle::cufft
