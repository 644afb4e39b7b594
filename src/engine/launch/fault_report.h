// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/grid/grid.h"
#include "engine/module/code_source.h"

namespace heddle::engine {

// The one line that tells the user what stopped `grid`.
std::string describe_fault(const Grid& grid, CodeSource& source);

// Tells the tools that hear the grid, where a thread's fault is what stopped it.
void tell_fault(const Grid& grid, CodeSource& source);

}  // namespace heddle::engine
