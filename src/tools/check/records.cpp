// SPDX-License-Identifier: Apache-2.0
#include "tools/check/records.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "checker/options.h"
#include "report/finding_json.h"
#include "support/read_file.h"
#include "support/trusted_folder.h"

namespace heddle::tools {

using report::Json;

namespace {

// One process's file.
struct Record {
  std::uint64_t process = 0;
  std::vector<std::string> command;
  std::map<std::uint64_t, checker::Finding> findings;
  bool has_end = false;
};

// A line that was cut off by the process's death says nothing.
void take_line(const std::string& text, Record& record, report::Report& report) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return;
  if (json.contains("process")) {
    record.process = json["process"];
    record.command = json["command"].get<std::vector<std::string>>();
  } else if (json.contains("finding")) {
    record.findings[json["finding"]] = report::finding_from(json);
  } else if (json.contains("count")) {
    const auto it = record.findings.find(json["count"][0]);
    if (it != record.findings.end()) it->second.occurrences = json["count"][1];
  } else if (json.contains("end")) {
    record.has_end = true;
    report.suppressed += json["end"]["suppressed"].get<std::uint64_t>();
    report.over_limit += json["end"]["over_limit"].get<std::uint64_t>();
  }
}

Record read_record(const std::string& path, report::Report& report) {
  Record record;
  std::istringstream lines(support::read_file(path).value_or(""));
  for (std::string line; std::getline(lines, line);) take_line(line, record, report);
  return record;
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

std::vector<std::string> own_command() {
  std::vector<std::string> words;
  std::istringstream text(support::read_file("/proc/self/cmdline").value_or(""));
  for (std::string word; std::getline(text, word, '\0');) words.push_back(word);
  return words;
}

RecordWriter::RecordWriter(const std::string& folder) {
  const auto path = fmt::format("{}/{}-{}", folder, getpid(), support::unforeseeable_name());
  file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
  if (file_ < 0) {
    throw checker::OptionError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
  const Json json = {{"process", getpid()}, {"command", own_command()}};
  line(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

RecordWriter::~RecordWriter() {
  close(file_);
}

void RecordWriter::line(const std::string& text) const {
  const std::string whole = text + "\n";
  support::write_all(file_, whole.data(), whole.size());
}

void RecordWriter::finding(std::uint64_t number, const checker::Finding& finding) {
  Json json = report::to_json(finding);
  json["finding"] = number;
  line(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void RecordWriter::count(std::uint64_t number, std::uint64_t occurrences) {
  line(fmt::format("{{\"count\":[{},{}]}}", number, occurrences));
}

void RecordWriter::end(const checker::Findings& findings) {
  for (std::uint64_t i = 0; i < findings.size(); ++i) count(i, findings.occurrences(i));
  const auto dropped = findings.dropped();
  line(fmt::format("{{\"end\":{{\"suppressed\":{},\"over_limit\":{}}}}}", dropped.suppressed,
                   dropped.over_limit));
}

std::size_t read_records(const std::string& folder, report::Report& report) {
  std::set<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    paths.insert(entry.path());
  }
  std::map<std::string, std::size_t> known;
  for (const auto& path : paths) {
    Record record = read_record(path.string(), report);
    for (auto& [number, finding] : record.findings) {
      const auto [it, is_new] = known.emplace(identity(finding), report.findings.size());
      if (is_new) {
        report.findings.push_back(std::move(finding));
      } else {
        report.findings[it->second].occurrences += finding.occurrences;
      }
    }
    if (!record.has_end) {
      report.remarks.push_back(
          fmt::format("Process {} ({}) did not come to its end: it may have more findings",
                      record.process, record.command.empty() ? "?" : record.command[0]));
    }
  }
  return paths.size();
}

}  // namespace heddle::tools
