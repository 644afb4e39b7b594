// SPDX-License-Identifier: Apache-2.0
// What -v and --dryrun print. Build systems read it as nvcc's: CMake takes from it where the
// toolkit is, the default architecture, and how to link.
#pragma once

#include <vector>

#include "frontend/options.h"
#include "frontend/process.h"

namespace heddle::frontend {

// The settings that stand before the commands.
void print_settings(const std::vector<Target>& targets);

void print_command(const Command& command);

}  // namespace heddle::frontend
