// SPDX-License-Identifier: Apache-2.0
// Time lines from the lines that processes wrote (tools/trace/event_lines.h).
#pragma once

#include <string>
#include <vector>

#include "profiler/timeline.h"

namespace heddle::tools {

// One for each process, in the order of their numbers.
std::vector<profiler::Timeline> read_timelines(const std::string& folder);

}  // namespace heddle::tools
