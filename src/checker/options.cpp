// SPDX-License-Identifier: Apache-2.0
#include "checker/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace heddle::checker {
namespace {

struct Row {
  std::string_view name;
  std::string_view value;  // what the help calls it; empty: takes none
  std::string_view sentence;
  void (*set)(Options&, const std::string&);
};

template <class Number>
Number number(const std::string& value, Number most) {
  Number result = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc() || end != value.data() + value.size() || result > most) {
    throw OptionError(fmt::format("'{}' is not a number from 0 to {}", value, most));
  }
  return result;
}

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
constexpr Row kRows[] = {
    {"--tool", "all|memcheck|initcheck|racecheck|synccheck", "which checks are made (default: all)",
     set_tools},
    {"--leak-check", "full|no", "report memory that was not freed at exit (default: no)",
     [](O o, Value v) { o.leak_check = yes(v); }},
    {"--check-api-memory-access", "yes|no",
     "check copies and sets of the runtime, as cudaMemcpy (default: yes)",
     [](O o, Value v) { o.check_transfers = yes(v); }},
    {"--check-host-access", "yes|no",
     "check what the program itself does to memory of devices and memory in use (default: yes)",
     [](O o, Value v) { o.check_host_accesses = yes(v); }},
    {"--report-api-errors", "yes|no",
     "report errors of the runtime's calls that nobody looked at (default: yes)",
     [](O o, Value v) { o.report_api_errors = yes(v); }},
    {"--shortcuts", "yes|no",
     "no: look at every access lane by lane, which finds the same (default: yes)",
     [](O o, Value v) { o.shortcuts = yes(v); }},
    {"--check-arithmetic", "yes|no",
     "report overflow, bad shifts and conversions, division by zero and NaN (default: no)",
     [](O o, Value v) { o.check_arithmetic = yes(v); }},
    {"--kernel-name", "REGEX", "check only kernels in whose names this is found",
     [](O o, Value v) { o.kernel_name = v; }},
    {"--launch-skip", "N", "leave out the first N launches of these kernels",
     [](O o, Value v) { o.launch_skip = number(v, kMost); }},
    {"--launch-count", "N", "check N launches of these kernels and no more (0: all)",
     [](O o, Value v) { o.launch_count = number(v, kMost); }},
    {"--print-limit", "N", "report at most N findings of a class (default: 100)",
     [](O o, Value v) { o.print_limit = number(v, kMost); }},
    {"--error-exitcode", "N",
     "exit status when something was found (default: 1 where the program's is 0)",
     [](O o, Value v) { o.error_exitcode = number(v, 255); }},
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
  std::size_t used = 0;
  while (used < words.size() && words[used].starts_with("--") && words[used] != "--") {
    const std::string& word = words[used++];
    const auto equals = word.find('=');
    const auto name = std::string_view(word).substr(0, equals);
    const auto row = std::ranges::find(kRows, name, &Row::name);
    if (row == std::end(kRows)) throw OptionError(fmt::format("unknown option '{}'", name));
    std::string value;
    if (equals != std::string::npos) {
      if (row->value.empty()) throw OptionError(fmt::format("{} takes no value", name));
      value = word.substr(equals + 1);
    } else if (!row->value.empty()) {
      if (used == words.size()) throw OptionError(fmt::format("{} needs a value", name));
      value = words[used++];
    }
    try {
      row->set(options, value);
    } catch (const OptionError& error) {
      throw OptionError(fmt::format("{}: {}", name, error.what()));
    }
  }
  return used;
}

std::string options_help() {
  std::string text;
  for (const auto& row : kRows) {
    text += fmt::format("  {:<32} {}\n", fmt::format("{} {}", row.name, row.value), row.sentence);
  }
  return text;
}

std::string join_words(std::span<const std::string> words) {
  std::string text;
  for (const auto& word : words) {
    if (!text.empty()) text += ' ';
    text += '\'';
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  bool inside = false;  // of a word
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote != '\'' && c == '\\' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace heddle::checker
