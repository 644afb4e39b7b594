// SPDX-License-Identifier: Apache-2.0
// Two reports, read from their JSON form, and what changed between them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "profiler/compare.h"

namespace heddle::report {

// Of a report of --json, or an HTML report. Throws support::OptionError, one sentence, for what is
// neither. `name`: of the file, for that sentence.
profiler::SavedReport saved_report(const std::string& name, const std::string& text);

// What `saved_report` reads of such a file: the text as it is, or the JSON inside an HTML report.
std::string_view json_of_report(std::string_view text);

// `before`, `after`: what the reports are called.
std::string comparison_as_text(const profiler::Comparison& comparison, std::string_view before,
                               std::string_view after);
std::string comparison_as_json(const profiler::Comparison& comparison, std::string_view before,
                               std::string_view after);

// A report beside an earlier one.
struct Compared {
  std::string name;  // of the earlier one
  const profiler::SavedReport* before = nullptr;
  const profiler::SavedReport* after = nullptr;
  profiler::Comparison comparison;
};
// `json`: of the report that is shown; each comparison can be chosen there.
std::string report_as_html(std::string_view json, std::span<const Compared> comparisons);

}  // namespace heddle::report
