// SPDX-License-Identifier: Apache-2.0
#include "tools/trace/deliver_trace.h"

#include <fmt/format.h>

#include "report/trace.h"
#include "support/message.h"
#include "tools/trace/read_timelines.h"

namespace heddle::tools {

void deliver_trace(const std::string& folder, std::vector<std::string> command,
                   const profiler::Options& options, const Asked& asked) {
  report::TraceReport report;
  report.version = HEDDLE_VERSION;
  report.command = std::move(command);
  for (const auto& model : asked.gpus) report.gpus.push_back(model.name);
  report.timelines = read_timelines(folder);
  std::size_t calls = 0, works = 0, ranges = 0;
  for (const auto& timeline : report.timelines) {
    calls += timeline.calls.size();
    works += timeline.works.size();
    ranges += timeline.ranges.size() + timeline.spans.size() + timeline.marks.size();
    if (timeline.ended) continue;
    support::message(
        fmt::format("process {} ({}) did not come to its end: its last events may be "
                    "missing from the time line",
                    timeline.process, timeline.command));
  }
  write_file(options.trace, report::trace_as_json(report));
  support::message(
      fmt::format("{}: {} calls, {} kernels, copies and other work of streams, {} named ranges{}",
                  options.trace, calls, works, ranges,
                  calls + works == 0 ? " (no process called the runtime of Heddle)" : ""));
}

}  // namespace heddle::tools
