// SPDX-License-Identifier: Apache-2.0
// The end of a time line: what all processes wrote, as the file that was asked for.
#pragma once

#include <string>
#include <vector>

#include "profiler/options.h"
#include "tools/profile/deliver.h"

namespace heddle::tools {

// Says on stderr what the file holds. Throws support::OptionError when it cannot be written.
void deliver_trace(const std::string& folder, std::vector<std::string> command,
                   const profiler::Options& options, const Asked& asked);

}  // namespace heddle::tools
