// SPDX-License-Identifier: Apache-2.0
// What was counted in a run, what it means on some GPUs, and the forms in which it is written. A
// form is one file; it computes nothing, so all say the same.
#pragma once

#include <string>
#include <vector>

#include "profiler/evaluate.h"
#include "profiler/lines.h"
#include "profiler/pictures.h"
#include "profiler/profile.h"

namespace heddle::report {

struct ProfileReport {
  std::string version;               // of Heddle
  std::vector<std::string> command;  // that was profiled
  profiler::Run run;
  std::vector<gpu::Model> gpus;
  // Of each profile of the run:
  std::vector<std::vector<profiler::Evaluation>> evaluations;  // by GPU
  std::vector<std::vector<profiler::Pictures>> pictures;       // by GPU
  std::vector<std::vector<profiler::Line>> lines;
  std::vector<const profiler::Metric*> metrics;  // that are asked for; empty: those of the page
};

std::string details_page(const ProfileReport& report);
std::string source_page(const ProfileReport& report);
std::string raw_page(const ProfileReport& report);
std::string summary_page(const ProfileReport& report);
std::string times_page(const ProfileReport& report);
std::string profile_as_csv(const ProfileReport& report);
std::string profile_as_json(const ProfileReport& report);
std::string profile_as_compact_json(const ProfileReport& report);  // without indentation
std::string profile_as_html(const ProfileReport& report);

// --list-metrics, and with --json.
std::string metrics_list();
std::string metrics_as_json();

// Names and numbers as the pages show them.
std::string launch_title(const profiler::Profile& profile);
std::string file_text(const std::string& file);  // below the current folder without it
std::string value_text(const profiler::Value& value);
// In thousands, "12.3" and "Ksector".
struct Scaled {
  std::string number, unit;
};
Scaled scaled(double number, std::string_view unit);
// Remarks on the run and on a launch: sentences.
std::vector<std::string> remarks_on(const profiler::Run& run);
std::vector<std::string> remarks_on(const profiler::Profile& profile);

}  // namespace heddle::report
