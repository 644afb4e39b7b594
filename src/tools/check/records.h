// SPDX-License-Identifier: Apache-2.0
// Findings on their way from the checked processes to `heddle check`: a file for each process, a
// line for each thing that is told, written at once. So a process may end in any way.
//
//     {"process": 17, "command": ["./app", "-n", "5"]}
//     {"finding": 0, "class": "out-of-bounds", ...}
//     {"count": [0, 128]}
//     {"end": {"suppressed": 0, "over_limit": 0}}
#pragma once

#include <string>
#include <vector>

#include "checker/findings.h"
#include "report/report.h"

namespace heddle::tools {

class RecordWriter {
 public:
  // A new file in `folder`. Throws OptionError when it cannot be made.
  explicit RecordWriter(const std::string& folder);
  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  void finding(std::uint64_t number, const checker::Finding& finding);
  void count(std::uint64_t number, std::uint64_t occurrences);
  void end(const checker::Findings& findings);

 private:
  void line(const std::string& text) const;
  int file_;
};

// Adds what all processes wrote into `folder`; findings that say the same become one. Returns how
// many processes there were.
std::size_t read_records(const std::string& folder, report::Report& report);

// The command line of this process.
std::vector<std::string> own_command();

}  // namespace heddle::tools
