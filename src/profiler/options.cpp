// SPDX-License-Identifier: Apache-2.0
#include "profiler/options.h"

#include <fmt/format.h>

#include <initializer_list>

namespace heddle::profiler {
namespace {

using support::number_in;
using support::OptionError;

constexpr std::uint64_t kMost = ~std::uint64_t{0};
constexpr std::uint64_t kMostRegisters = 255;
constexpr std::uint64_t kMostPercent = 1000;

std::string one_of(const std::string& value, std::initializer_list<const char*> known) {
  std::string names;
  for (const auto* name : known) {
    if (value == name) return value;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  throw OptionError(fmt::format("'{}' is none of {}", value, names));
}

std::vector<std::string> split_at_commas(const std::string& value) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= value.size();) {
    const auto end = std::min(value.find(',', begin), value.size());
    if (end == begin) throw OptionError("a name is missing");
    parts.push_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

using O = Options&;
using Value = const std::string&;
constexpr support::OptionRow<Options> kRows[] = {
    {"--gpu", "NAME[,NAME...]", "GPUs that the report speaks of (default: HEDDLE_GPU, h200)",
     [](O o, Value v) { o.gpus = v; }},
    {"--page", "details|source|raw|summary", "what is shown of each kernel (default: details)",
     [](O o, Value v) { o.page = one_of(v, {"details", "source", "raw", "summary"}); }},
    {"--csv", "", "as comma-separated values", [](O o, Value) { o.format = "csv"; }},
    {"--json", "", "all that is known, for other programs (docs/profile.md)",
     [](O o, Value) { o.format = "json"; }},
    {"--metrics", "NAME[,NAME...]", "only these metrics (--list-metrics)",
     [](O o, Value v) { o.metrics = split_at_commas(v); }},
    {"--list-metrics", "", "say which metrics there are, and what they mean",
     [](O o, Value) { o.list_metrics = true; }},
    {"--kernel-name", "REGEX", "only kernels in whose names this is found (without parameters)",
     [](O o, Value v) { o.kernel_name = v; }},
    {"--launch-skip", "N", "leave out the first N launches of these kernels",
     [](O o, Value v) { o.launch_skip = number_in(v, kMost); }},
    {"--launch-count", "N", "keep N launches of these kernels and no more (0: all)",
     [](O o, Value v) { o.launch_count = number_in(v, kMost); }},
    {"--registers", "N", "registers a thread of every kernel uses, instead of the estimate",
     [](O o, Value v) { o.registers = static_cast<int>(number_in(v, kMostRegisters)); }},
    {"--predict", "", "simulate the caches, and say how long each kernel takes, with a band",
     [](O o, Value) { o.predict = true; }},
    {"--cache-control", "all|none",
     "with --predict: empty L2 before each kernel, or keep what the launch before left there "
     "(default: all)",
     [](O o, Value v) { o.cache_control = one_of(v, {"all", "none"}); }},
    {"--exact", "", "take all blocks and lines of large launches, not a sample of them",
     [](O o, Value) { o.exact = true; }},
    {"--output", "FILE", "write the report there and not to stdout",
     [](O o, Value v) { o.output = v; }},
    {"-o", "FILE", "the same", [](O o, Value v) { o.output = v; }},
    {"--figures", "FOLDER", "write the pictures as SVG files there, beside the report",
     [](O o, Value v) { o.figures = v; }},
    {"--compare", "OLD", "say what changed from this report (of --json) to the one named next",
     [](O o, Value v) { o.compare = v; }},
    {"--baseline", "OLD",
     "show in the HTML report what changed from this one (several times: choose there)",
     [](O o, Value v) { o.baselines.push_back(v); }},
    {"--threshold", "PERCENT",
     "with --compare and --baseline: leave out smaller changes (default: 1)",
     [](O o, Value v) { o.threshold = static_cast<double>(number_in(v, kMostPercent)) / 100; }},
    {"--trace", "FILE",
     "write a time line for Perfetto and chrome://tracing there, and count nothing",
     [](O o, Value v) { o.trace = v; }},
    {"--records", "FOLDER", "write profiles there as they come, for another process to report",
     [](O o, Value v) { o.records = v; }},
    {"--help", "", "this text", [](O o, Value) { o.help = true; }},
};

}  // namespace

std::size_t read_options(std::span<const std::string> words, Options& options) {
  return support::read_option_rows(kRows, words, options);
}

std::string options_help() {
  return support::option_rows_help(kRows);
}

std::vector<support::OptionText> option_texts() {
  return support::option_texts(kRows);
}

}  // namespace heddle::profiler
