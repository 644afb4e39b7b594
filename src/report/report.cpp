// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

#include <algorithm>

namespace heddle::report {

std::uint64_t Report::errors() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(findings, [](const auto& finding) {
    return checker::row(finding.id).level == checker::Level::kError;
  }));
}

std::uint64_t Report::occurrences() const {
  std::uint64_t sum = 0;
  for (const auto& finding : findings) sum += finding.occurrences;
  return sum;
}

}  // namespace heddle::report
