// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "doctor/doctor.h"

namespace heddle::doctor {

using Kind = Line::Kind;

void Report::good(std::string topic, std::string text) {
  lines_.push_back({Kind::kGood, std::move(topic), std::move(text)});
}

void Report::note(std::string topic, std::string text) {
  lines_.push_back({Kind::kNote, std::move(topic), std::move(text)});
}

void Report::missing(std::string topic, std::string text) {
  lines_.push_back({Kind::kMissing, std::move(topic), std::move(text)});
}

unsigned Report::missing_count() const {
  return static_cast<unsigned>(std::ranges::count(lines_, Kind::kMissing, &Line::kind));
}

Report examine() {
  Report report;
  look_at_machine(report);
  look_at_tools(report);
  look_at_settings(report);
  look_at_vendor(report);
  if (report.missing_count() == 0) try_a_kernel(report);
  return report;
}

}  // namespace heddle::doctor
