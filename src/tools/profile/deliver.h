// SPDX-License-Identifier: Apache-2.0
// The end of a profile: what was counted, on the GPUs that are asked for, as the report that is.
#pragma once

#include <string>
#include <vector>

#include "gpu/model.h"
#include "profiler/options.h"
#include "profiler/saved.h"
#include "report/profile_report.h"

namespace heddle::tools {

// A report that was written down.
struct ReportFile {
  std::string name, text;
  profiler::SavedReport report;
};
// Throws support::OptionError: it cannot be read, or is no report.
ReportFile read_report_file(const std::string& path);

// What the options name, so that a wrong name is said before anything runs. Throws
// support::OptionError: no such GPU or metric; the nearest names.
struct Asked {
  std::vector<gpu::Model> gpus;
  std::vector<const profiler::Metric*> metrics;
  std::vector<ReportFile> baselines;
};
Asked asked_for(const profiler::Options& options);

// Writes to the output file, else to the descriptor `otherwise`. Throws support::OptionError when
// that cannot be done.
void deliver(profiler::Run run, std::vector<std::string> command, const profiler::Options& options,
             Asked asked, int otherwise);

// Writes text to the file, which it makes or replaces. Throws support::OptionError.
void write_file(const std::string& path, const std::string& text);

}  // namespace heddle::tools
