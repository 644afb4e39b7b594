// SPDX-License-Identifier: Apache-2.0
// heddle profile --compare OLD NEW: what changed between two reports. Nothing is run.
#include <fmt/format.h>

#include "cli/commands.h"
#include "report/comparison.h"
#include "support/option_words.h"
#include "support/read_file.h"
#include "tools/profile/deliver.h"

namespace heddle::cli {
namespace {

using support::OptionError;

profiler::SavedReport read(const std::string& path) {
  const auto text = support::read_file(path);
  if (!text) throw OptionError(fmt::format("cannot read {}", path));
  return report::saved_report(path, *text);
}

}  // namespace

int compare(profiler::Options options, std::span<const std::string> words) {
  // Options may stand behind the files, too.
  const auto behind = words.empty() ? 0 : profiler::read_options(words.subspan(1), options);
  if (words.size() != behind + 1) {
    throw OptionError("--compare takes two reports, the older one first");
  }
  const auto before = read(options.compare), after = read(words[0]);
  const auto comparison = profiler::compare(before, after, options.threshold);
  const auto write =
      options.format == "json" ? report::comparison_as_json : report::comparison_as_text;
  const auto text = write(comparison, options.compare, words[0]);
  if (options.output.empty()) {
    fmt::print("{}", text);
  } else {
    tools::write_file(options.output, text);
  }
  return comparison.worse() == 0 ? 0 : 1;
}

}  // namespace heddle::cli
