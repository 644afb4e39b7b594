// SPDX-License-Identifier: Apache-2.0
// Findings on their way from the checked processes to `heddle check`, in the files of
// tools/record_file.h:
//
//     {"finding": 0, "class": "out-of-bounds", ...}
//     {"count": [0, 128]}
//     {"end": {"suppressed": 0, "over_limit": 0}}
#pragma once

#include <cstdint>
#include <string>

#include "checker/findings.h"
#include "report/report.h"
#include "tools/record_file.h"

namespace heddle::tools {

class RecordWriter {
 public:
  // A new file in `folder`. Throws OptionError when it cannot be made.
  explicit RecordWriter(const std::string& folder) : file_(folder) {}

  void finding(std::uint64_t number, const checker::Finding& finding);
  void count(std::uint64_t number, std::uint64_t occurrences);
  void end(const checker::Findings& findings);

 private:
  RecordFile file_;
};

// Adds what all processes wrote into `folder`; findings that say the same become one. Returns how
// many processes there were.
std::size_t read_records(const std::string& folder, report::Report& report);

}  // namespace heddle::tools
