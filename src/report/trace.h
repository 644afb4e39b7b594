// SPDX-License-Identifier: Apache-2.0
// Time lines in the Trace Event Format, which Perfetto (ui.perfetto.dev) and chrome://tracing show.
#pragma once

#include <string>
#include <vector>

#include "profiler/timeline.h"

namespace heddle::report {

struct TraceReport {
  std::string version;               // of Heddle
  std::vector<std::string> command;  // that was run
  std::vector<std::string> gpus;     // by number of the device: their names
  std::vector<profiler::Timeline> timelines;
};

std::string trace_as_json(const TraceReport& report);

}  // namespace heddle::report
