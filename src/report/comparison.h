// SPDX-License-Identifier: Apache-2.0
// Two reports, read from their JSON form, and what changed between them.
#pragma once

#include <string>
#include <string_view>

#include "profiler/compare.h"

namespace heddle::report {

// Throws support::OptionError, one sentence, for what is no report of `heddle profile --json`.
// `name`: of the file, for that sentence.
profiler::SavedReport saved_report(const std::string& name, const std::string& json);

// `before`, `after`: what the reports are called.
std::string comparison_as_text(const profiler::Comparison& comparison, std::string_view before,
                               std::string_view after);
std::string comparison_as_json(const profiler::Comparison& comparison, std::string_view before,
                               std::string_view after);

}  // namespace heddle::report
