// SPDX-License-Identifier: Apache-2.0
// heddle profile --compare OLD NEW: what changed between two reports. Nothing is run.
#include <fmt/format.h>

#include "cli/commands.h"
#include "report/comparison.h"
#include "support/option_words.h"
#include "tools/profile/deliver.h"

namespace heddle::cli {
namespace {

using support::OptionError;

std::string html_of(const profiler::Comparison& comparison, const tools::ReportFile& before,
                    const tools::ReportFile& after) {
  const report::Compared compared{before.name, &before.report, &after.report, comparison};
  return report::report_as_html(report::json_of_report(after.text), {&compared, 1});
}

std::string text_of(const profiler::Comparison& comparison, const tools::ReportFile& before,
                    const tools::ReportFile& after, const profiler::Options& options) {
  if (options.format == "json") {
    return report::comparison_as_json(comparison, before.name, after.name);
  }
  if (options.output.ends_with(".html")) return html_of(comparison, before, after);
  return report::comparison_as_text(comparison, before.name, after.name);
}

}  // namespace

int compare(profiler::Options options, std::span<const std::string> words) {
  // Options may stand behind the files, too.
  const auto behind = words.empty() ? 0 : profiler::read_options(words.subspan(1), options);
  if (words.size() != behind + 1) {
    throw OptionError("--compare takes two reports, the older one first");
  }
  if (!options.baselines.empty()) throw OptionError("--compare and --baseline are two ways");
  const auto before = tools::read_report_file(options.compare),
             after = tools::read_report_file(words[0]);
  const auto comparison = profiler::compare(before.report, after.report, options.threshold);
  const auto text = text_of(comparison, before, after, options);
  if (options.output.empty()) {
    fmt::print("{}", text);
  } else {
    tools::write_file(options.output, text);
  }
  return comparison.worse() == 0 ? 0 : 1;
}

}  // namespace heddle::cli
