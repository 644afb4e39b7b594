// SPDX-License-Identifier: Apache-2.0
// What was found in a run, and the forms in which it is written. A form is one file; it computes
// nothing, so all say the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checker/finding.h"

namespace heddle::report {

struct Report {
  std::vector<std::string> command;  // that was checked
  std::vector<checker::Finding> findings;
  std::uint64_t suppressed = 0;  // findings
  std::uint64_t over_limit = 0;
  std::uint64_t in_baseline = 0;
  std::vector<std::string> remarks;  // sentences: "process 17 (./app) was killed by signal 9"
  std::string version;               // of Heddle

  std::uint64_t errors() const;
  std::uint64_t warnings() const { return findings.size() - errors(); }
  std::uint64_t occurrences() const;  // of all
};

std::string as_text(const Report& report);
std::string as_json(const Report& report);
std::string as_sarif(const Report& report);  // SARIF 2.1.0, as GitHub's code scanning reads it
std::string as_junit(const Report& report);

// One finding as text, without the prefix of each line.
std::vector<std::string> finding_lines(const checker::Finding& finding);

}  // namespace heddle::report
