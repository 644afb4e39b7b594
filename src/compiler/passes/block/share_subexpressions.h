// SPDX-License-Identifier: Apache-2.0
// ShareSubexpressions: computes and loads once what a step function does several times on one way:
// behind each barrier SplitAtBarriers computes addresses anew.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// For the step functions of loops over the warps. Returns how many it changed.
unsigned share_subexpressions(Compilation& c);

}  // namespace heddle::compiler
