// SPDX-License-Identifier: Apache-2.0
// Profiles on their way from the processes to `heddle profile`, in the files of
// tools/record_file.h:
//
//     {"profile": 0, "kernel": "saxpy(...)", ...}     a launch did what none had done before
//     {"launch": [0, 7]}                              it, and each that did the same; its number
//     {"end": {"launches": 3, "not_chosen": 0, "over_limit": 0, "transfers": [...]}}
#pragma once

#include <cstdint>
#include <string>

#include "profiler/profile.h"
#include "tools/record_file.h"

namespace heddle::tools {

class ProfileWriter {
 public:
  // A new file in `folder`. Throws support::OptionError when it cannot be made.
  explicit ProfileWriter(const std::string& folder) : file_(folder) {}

  void profile(std::uint64_t number, const profiler::Profile& profile);
  void launch(std::uint64_t profile, std::uint64_t number);
  void end(const profiler::Run& run);

 private:
  RecordFile file_;
};

// What all processes wrote into `folder`. `processes`: how many there were.
profiler::Run read_profiles(const std::string& folder, std::size_t& processes);

// Launches that were written down by now.
std::uint64_t launches_so_far(const std::string& folder);

}  // namespace heddle::tools
