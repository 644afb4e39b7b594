// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <sstream>

#include "report/comparison.h"
#include "report/profile_json.h"
#include "support/option_words.h"

namespace heddle::report {

using profiler::SavedProfile;
using profiler::SavedReport;

namespace {

profiler::Line line_from(const Json& json) {
  profiler::Line line;
  line.file = json.at("file");
  line.line = json.at("line");
  line.warp_instructions = json.at("warp_instructions");
  line.thread_instructions = json.at("thread_instructions");
  line.branches = json.at("branches");
  line.divergent_branches = json.at("divergent_branches");
  for (const auto& row : profiler::kAccessSums) {
    const auto it = json.at("accesses").find(row.name);
    if (it != json.at("accesses").end()) line.accesses.*row.member = *it;
  }
  return line;
}

SavedProfile profile_of(const Json& json) {
  SavedProfile profile;
  profile.kernel = json.at("kernel");
  profile.process = json.at("process");
  profile.first_launch = json.at("first_launch");
  profile.launches = json.at("launches");
  profile.grid = json.at("grid");
  profile.block = json.at("block");
  profile.cluster = json.at("cluster");
  profile.dynamic_shared = json.at("dynamic_shared_bytes");
  for (const auto& line : json.at("lines")) profile.lines.push_back(line_from(line));
  for (const auto& [gpu, evaluation] : json.at("gpus").items()) {
    auto& metrics = profile.metrics[gpu];
    for (const auto& [name, value] : evaluation.at("metrics").items()) {
      if (value.contains("value")) metrics[name] = value["value"];
    }
  }
  return profile;
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

SavedReport report_of(const Json& json) {
  SavedReport report;
  report.command = json.at("command").get<std::vector<std::string>>();
  for (const auto& gpu : json.at("gpus")) report.gpus.push_back(gpu.at("id"));
  for (const auto& metric : json.at("metrics")) {
    report.metrics.push_back({metric.at("name"), metric.at("label"), metric.at("unit")});
  }
  for (const auto& profile : json.at("profiles")) report.profiles.push_back(profile_of(profile));
  for (const auto& [path, text] : json.at("sources").items()) {
    report.sources[path] = lines_in(text.get<std::string>());
  }
  return report;
}

}  // namespace

std::string_view json_of_report(std::string_view text) {
  constexpr std::string_view kBegin = R"(<script type="application/json" id="data">)";
  const auto begin = text.find(kBegin);
  if (!text.starts_with("<!doctype html>") || begin == std::string_view::npos) return text;
  text.remove_prefix(begin + kBegin.size());
  return text.substr(0, text.find("</script>"));
}

SavedReport saved_report(const std::string& name, const std::string& text) {
  const auto json = Json::parse(json_of_report(text), nullptr, false);
  if (!json.is_object() || json.value("tool", "") != "heddle profile") {
    throw support::OptionError(
        fmt::format("{} is no report of heddle profile --json (nor a part of one)", name));
  }
  if (const auto schema = json.value("schema", 0); schema != kProfileSchema) {
    throw support::OptionError(
        fmt::format("{} has schema {}; this heddle reads schema {}", name, schema, kProfileSchema));
  }
  try {
    return report_of(json);
  } catch (const Json::exception& error) {
    throw support::OptionError(fmt::format("{}: {}", name, error.what()));
  }
}

}  // namespace heddle::report
