// SPDX-License-Identifier: Apache-2.0
// A report that was written down, as far as another one is compared with it: what it says, not what
// it would say today.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "profiler/lines.h"

namespace heddle::profiler {

struct SavedMetric {
  std::string name, label, unit;
};

struct SavedProfile {
  std::string kernel;
  std::uint64_t process = 0, first_launch = 0, launches = 0;
  std::array<std::uint32_t, 3> grid{}, block{}, cluster{};
  std::uint32_t dynamic_shared = 0;
  std::vector<Line> lines;
  std::map<std::string, std::map<std::string, double>> metrics;  // by GPU, those that are numbers
};

struct SavedReport {
  std::vector<std::string> command;
  std::vector<std::string> gpus;     // their ids, in order
  std::vector<SavedMetric> metrics;  // in the order of the pages
  std::vector<SavedProfile> profiles;
  std::map<std::string, std::vector<std::string>> sources;  // lines of each file
};

}  // namespace heddle::profiler
