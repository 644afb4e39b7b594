// SPDX-License-Identifier: Apache-2.0
// What `heddle check` is asked for: its options, which reach the checked processes as one variable
// (HEDDLE_CHECK) of the same words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "support/option_texts.h"
#include "support/option_words.h"

namespace heddle::checker {

struct Options {
  bool memcheck = true, synccheck = true, racecheck = true, initcheck = true;
  bool leak_check = false;
  bool check_transfers = true;
  bool check_host_accesses = true;   // to memory of devices
  bool check_memory_in_use = false;  // what the host does to managed and pinned memory in use
  bool report_api_errors = true;
  bool shortcuts = true;  // what cannot be wrong is not looked at lane by lane
  bool check_arithmetic = false;
  std::uint64_t print_limit = 100;
  std::string kernel_name;         // regular expression, empty: all
  std::uint64_t launch_count = 0;  // of the kernels that match; 0: all
  std::uint64_t launch_skip = 0;
  std::string log_file;
  std::string suppressions;
  std::string baseline, save_baseline;
  std::string format = "text";
  std::optional<int> error_exitcode;
  std::string explain;
  bool help = false;
  std::string records;  // folder where a process writes down its findings as they come
};

using support::join_words;
using support::OptionError;
using support::split_words;

// Reads options from the beginning of `words`; returns how many words they are. Throws OptionError.
std::size_t read_options(std::span<const std::string> words, Options& options);

// A line for each option.
std::string options_help();
std::vector<support::OptionText> option_texts();

}  // namespace heddle::checker
