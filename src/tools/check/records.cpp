// SPDX-License-Identifier: Apache-2.0
#include "tools/check/records.h"

#include <fmt/format.h>

#include <map>

#include "report/finding_json.h"

namespace heddle::tools {

using report::Json;

namespace {

// One process's findings.
struct Findings {
  std::map<std::uint64_t, checker::Finding> by_number;
  bool has_end = false;
};

void take_line(const Json& json, Findings& findings, report::Report& report) {
  if (json.contains("finding")) {
    findings.by_number[json["finding"]] = report::finding_from(json);
  } else if (json.contains("count")) {
    const auto it = findings.by_number.find(json["count"][0]);
    if (it != findings.by_number.end()) it->second.occurrences = json["count"][1];
  } else if (json.contains("end")) {
    findings.has_end = true;
    report.suppressed += json["end"]["suppressed"].get<std::uint64_t>();
    report.over_limit += json["end"]["over_limit"].get<std::uint64_t>();
  }
}

// What two findings have in common that are one.
std::string identity(const checker::Finding& finding) {
  Json json = report::to_json(finding);
  for (auto& side : json["sides"]) {
    side["thread"] = nullptr;
    side["block"] = nullptr;
    side.erase("variables");
  }
  std::string traces;
  for (const auto* trace : finding.own_traces()) {
    traces += json["traces"][std::size_t(trace - finding.traces.data())].dump();
  }
  return json["class"].dump() + json["kernel"].dump() + json["sides"].dump() + traces;
}

}  // namespace

void RecordWriter::finding(std::uint64_t number, const checker::Finding& finding) {
  Json json = report::to_json(finding);
  json["finding"] = number;
  file_.line(json);
}

void RecordWriter::count(std::uint64_t number, std::uint64_t occurrences) {
  file_.line(fmt::format("{{\"count\":[{},{}]}}", number, occurrences));
}

void RecordWriter::end(const checker::Findings& findings) {
  for (std::uint64_t i = 0; i < findings.size(); ++i) count(i, findings.occurrences(i));
  const auto dropped = findings.dropped();
  file_.line(fmt::format("{{\"end\":{{\"suppressed\":{},\"over_limit\":{}}}}}", dropped.suppressed,
                         dropped.over_limit));
}

std::size_t read_records(const std::string& folder, report::Report& report) {
  const auto records = read_record_files(folder);
  std::map<std::string, std::size_t> known;
  for (const auto& record : records) {
    Findings findings;
    for (const auto& line : record.lines) take_line(line, findings, report);
    for (auto& [number, finding] : findings.by_number) {
      const auto [it, is_new] = known.emplace(identity(finding), report.findings.size());
      if (is_new) {
        report.findings.push_back(std::move(finding));
      } else {
        report.findings[it->second].occurrences += finding.occurrences;
      }
    }
    if (!findings.has_end) {
      report.remarks.push_back(
          fmt::format("Process {} ({}) did not come to its end: it may have more findings",
                      record.process, record.command.empty() ? "?" : record.command[0]));
    }
  }
  return records.size();
}

}  // namespace heddle::tools
