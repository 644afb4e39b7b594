// SPDX-License-Identifier: Apache-2.0
// What `heddle profile` is asked for: its options, which reach the profiled processes as one
// variable (HEDDLE_PROFILE) of the same words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/option_texts.h"
#include "support/option_words.h"

namespace heddle::profiler {

struct Options {
  std::string gpus;                  // names with commas; empty: HEDDLE_GPU
  std::string page = "details";      // details, source, raw, summary
  std::string format = "text";       // text, csv, json
  std::vector<std::string> metrics;  // empty: those of the page
  std::string kernel_name;           // regular expression, empty: all
  std::uint64_t launch_skip = 0;
  std::uint64_t launch_count = 0;     // of the kernels that match; 0: all
  std::optional<int> registers;       // of a thread, instead of the estimate
  bool predict = false;               // caches and time
  std::string cache_control = "all";  // all: L2 is empty when a kernel begins; none
  bool exact = false;                 // look at all blocks, of large grids too
  std::string output;                 // file; empty: stdout
  std::string compare;                // file of an earlier report; empty: something is profiled
  std::vector<std::string>
      baselines;            // files of earlier reports that the HTML report is compared with
  double threshold = 0.01;  // of --compare and --baseline
  std::string figures;      // folder of pictures; empty: none
  std::string trace;        // file of the time line; empty: kernels are counted
  bool list_metrics = false;
  bool help = false;
  std::string records;  // folder where a process writes down its profiles as they come
};

// Reads options from the beginning of `words`; returns how many words they are. Throws
// support::OptionError.
std::size_t read_options(std::span<const std::string> words, Options& options);

// A line for each option.
std::string options_help();
std::vector<support::OptionText> option_texts();

}  // namespace heddle::profiler
