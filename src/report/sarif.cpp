// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 (OASIS), the parts that GitHub's code scanning reads.
#include <filesystem>

#include "checker/baseline.h"
#include "report/finding_json.h"
#include "report/report.h"

namespace heddle::report {

using checker::Finding;
using checker::Place;

namespace {

// Files below the current folder, which is the checkout in CI, are named relative to it.
std::string uri_of(const std::string& file) {
  std::error_code error;
  const auto path = std::filesystem::absolute(file, error).lexically_normal();
  const auto here = std::filesystem::current_path(error);
  const auto relative = path.lexically_relative(here).generic_string();
  const bool below = !relative.empty() && !relative.starts_with("..");
  std::string uri = below ? "" : "file://";
  for (const char c : below ? relative : path.generic_string()) {
    static constexpr char kDigits[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || std::string_view("/-._~+,=@").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return uri;
}

Json location_of(const Place& place) {
  Json region = {{"startLine", std::max(place.line, 1u)}};
  if (place.column) region["startColumn"] = place.column;
  Json location;
  location["physicalLocation"] = {{"artifactLocation", {{"uri", uri_of(place.file)}}},
                                  {"region", std::move(region)}};
  return location;
}

void add_related(Json& related, const Place& place, const std::string& text) {
  if (place.file.empty()) return;
  Json location = location_of(place);
  location["id"] = related.size() + 1;
  location["message"] = {{"text", text}};
  related.push_back(std::move(location));
}

Json result_of(const Finding& finding) {
  Json result;
  const auto& row = checker::row(finding.id);
  result["ruleId"] = row.name;
  result["ruleIndex"] = static_cast<unsigned>(finding.id);
  result["level"] = row.level == checker::Level::kError ? "error" : "warning";
  std::string text;
  for (const auto& line : finding_lines(finding)) text += line + "\n";
  result["message"] = {{"text", text}};
  const Place* first = finding.place();
  result["locations"] = Json::array();
  if (first && !first->file.empty()) result["locations"].push_back(location_of(*first));
  Json related = Json::array();
  for (const auto& side : finding.sides) {
    for (const auto& place : side.places) {
      if (&place == first) continue;
      const bool inner = &place == &side.places.front();
      add_related(related, place, inner ? side.action : "inlined into " + place.function);
    }
  }
  for (const auto& trace : finding.traces) {
    for (const auto& frame : trace.frames) {
      if (&frame.place != first) add_related(related, frame.place, trace.what + " here");
    }
  }
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  result["partialFingerprints"] = {{"heddleCheck/v1", checker::fingerprint(finding)}};
  result["properties"] = {{"kernel", finding.kernel}, {"occurrences", finding.occurrences}};
  return result;
}

Json rules() {
  Json rules = Json::array();
  for (const auto& row : checker::kClasses) {
    Json rule;
    rule["id"] = row.name;
    rule["shortDescription"] = {{"text", row.sentence}};
    rule["defaultConfiguration"] = {
        {"level", row.level == checker::Level::kError ? "error" : "warning"}};
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace

std::string as_sarif(const Report& report) {
  Json run;
  run["tool"]["driver"] = {{"name", "heddle check"}, {"version", report.version}};
  run["tool"]["driver"]["rules"] = rules();
  run["columnKind"] = "utf16CodeUnits";
  run["results"] = Json::array();
  for (const auto& finding : report.findings) run["results"].push_back(result_of(finding));
  Json json;
  json["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  json["version"] = "2.1.0";
  json["runs"] = Json::array({std::move(run)});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
