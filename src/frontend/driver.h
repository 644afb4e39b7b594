// SPDX-License-Identifier: Apache-2.0
// `heddle cc`: from a command line to objects, libraries and programs.
#pragma once

#include "frontend/options.h"

namespace heddle::frontend {

// Does what the options ask for. Throws Failure (exit 2) or StepFailed (exit 1).
void drive(const Options& options);

}  // namespace heddle::frontend
