// SPDX-License-Identifier: Apache-2.0
#include "checker/options.h"

#include <fmt/format.h>

namespace heddle::checker {
namespace {

bool yes(const std::string& value) {
  if (value == "yes" || value == "full") return true;
  if (value == "no") return false;
  throw OptionError(fmt::format("'{}' is neither yes nor no", value));
}

void set_tools(Options& o, const std::string& value) {
  if (value != "all" && value != "memcheck" && value != "synccheck" && value != "racecheck" &&
      value != "initcheck") {
    throw OptionError(
        fmt::format("'{}' is none of memcheck, initcheck, racecheck, synccheck and all", value));
  }
  o.memcheck = value == "all" || value == "memcheck";
  o.synccheck = value == "all" || value == "synccheck";
  o.racecheck = value == "all" || value == "racecheck";
  o.initcheck = value == "all" || value == "initcheck";
}

void set_format(Options& o, const std::string& value) {
  if (value != "text" && value != "json" && value != "sarif" && value != "junit") {
    throw OptionError(fmt::format("'{}' is none of text, json, sarif and junit", value));
  }
  o.format = value;
}

constexpr std::uint64_t kMost = ~std::uint64_t{0};

using O = Options&;
using Value = const std::string&;
constexpr support::OptionRow<Options> kRows[] = {
    {"--tool", "all|memcheck|initcheck|racecheck|synccheck", "which checks are made (default: all)",
     set_tools},
    {"--leak-check", "full|no", "report memory that was not freed at exit (default: no)",
     [](O o, Value v) { o.leak_check = yes(v); }},
    {"--check-api-memory-access", "yes|no",
     "check copies and sets of the runtime, as cudaMemcpy (default: yes)",
     [](O o, Value v) { o.check_transfers = yes(v); }},
    {"--check-host-access", "yes|no|all",
     "check whether the program itself touches memory of devices (default: yes); all: also managed "
     "and pinned memory in use",
     [](O o, Value v) {
       o.check_memory_in_use = v == "all";
       o.check_host_accesses = v == "all" || yes(v);
     }},
    {"--report-api-errors", "yes|no",
     "report errors of the runtime's calls that nobody looked at (default: yes)",
     [](O o, Value v) { o.report_api_errors = yes(v); }},
    {"--shortcuts", "yes|no",
     "no: look at every access lane by lane, which finds the same (default: yes)",
     [](O o, Value v) { o.shortcuts = yes(v); }},
    {"--check-arithmetic", "yes|no",
     "report overflow, bad shifts and conversions, division by zero and NaN (default: no)",
     [](O o, Value v) { o.check_arithmetic = yes(v); }},
    {"--kernel-name", "REGEX",
     "check only kernels in whose names this is found (without parameters)",
     [](O o, Value v) { o.kernel_name = v; }},
    {"--launch-skip", "N", "leave out the first N launches of these kernels",
     [](O o, Value v) { o.launch_skip = support::number_in(v, kMost); }},
    {"--launch-count", "N", "check N launches of these kernels and no more (0: all)",
     [](O o, Value v) { o.launch_count = support::number_in(v, kMost); }},
    {"--print-limit", "N", "report at most N findings of a class (default: 100)",
     [](O o, Value v) { o.print_limit = support::number_in(v, kMost); }},
    {"--error-exitcode", "N",
     "exit status when something was found (default: 1 where the program's is 0)",
     [](O o, Value v) { o.error_exitcode = static_cast<int>(support::number_in(v, 255)); }},
    {"--format", "text|json|sarif|junit", "form of the report (default: text)", set_format},
    {"--log-file", "FILE", "write the report there and not to stderr",
     [](O o, Value v) { o.log_file = v; }},
    {"--suppressions", "FILE", "findings that are not to be reported (docs/check.md)",
     [](O o, Value v) { o.suppressions = v; }},
    {"--baseline", "FILE", "report only what is not in this file",
     [](O o, Value v) { o.baseline = v; }},
    {"--save-baseline", "FILE", "write what was found to this file; exit status 0",
     [](O o, Value v) { o.save_baseline = v; }},
    {"--explain", "CLASS", "say what a class of findings means, with an example and its mend",
     [](O o, Value v) { o.explain = v; }},
    {"--records", "FOLDER", "write findings there as they come, for another process to report",
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

}  // namespace heddle::checker
