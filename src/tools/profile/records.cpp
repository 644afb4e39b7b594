// SPDX-License-Identifier: Apache-2.0
#include "tools/profile/records.h"

#include <fmt/format.h>

#include <map>

#include "report/profile_json.h"

namespace heddle::tools {

using profiler::Run;
using profiler::Transfers;

namespace {

void add_transfers(const Json& json, std::map<std::string, Transfers>& all) {
  for (const auto& one : json) {
    auto& transfers = all[one.at("call")];
    transfers.call = one.at("call");
    transfers.count += one.at("count").get<std::uint64_t>();
    transfers.bytes += one.at("bytes").get<std::uint64_t>();
  }
}

// What one process did.
void add_process(const Record& record, Run& run, std::map<std::string, Transfers>& transfers,
                 bool is_one_of_several) {
  std::map<std::uint64_t, std::size_t> place;
  std::uint64_t launches = 0;
  bool has_end = false;
  for (const auto& line : record.lines) {
    if (line.contains("profile")) {
      place[line["profile"]] = run.profiles.size();
      auto& profile = run.profiles.emplace_back(report::profile_from(line));
      profile.launches = 0;
      profile.numbers.clear();
      profile.process = is_one_of_several ? record.process : 0;
    } else if (line.contains("launch")) {
      ++launches;
      const auto it = place.find(line["launch"][0]);
      if (it != place.end()) run.profiles[it->second].add_launch(line["launch"][1]);
    } else if (line.contains("end")) {
      const auto& end = line["end"];
      has_end = true;
      launches = end.at("launches");
      run.not_chosen += end.at("not_chosen").get<std::uint64_t>();
      run.over_limit += end.at("over_limit").get<std::uint64_t>();
      add_transfers(end.at("transfers"), transfers);
    }
  }
  run.launches += launches;
  if (has_end) return;
  run.remarks.push_back(
      fmt::format("Process {} ({}) did not come to its end: launches that ran then, and its "
                  "copies, are missing.",
                  record.process, record.command.empty() ? "?" : record.command[0]));
}

}  // namespace

void ProfileWriter::profile(std::uint64_t number, const profiler::Profile& profile) {
  Json json = {{"profile", number}};
  json.update(report::to_json(profile));
  file_.line(json);
}

void ProfileWriter::launch(std::uint64_t profile, std::uint64_t number) {
  file_.line(fmt::format("{{\"launch\":[{},{}]}}", profile, number));
}

void ProfileWriter::end(const Run& run) {
  Json transfers = Json::array();
  for (const auto& one : run.transfers) {
    transfers.push_back({{"call", one.call}, {"count", one.count}, {"bytes", one.bytes}});
  }
  file_.line(Json{{"end",
                   {{"launches", run.launches},
                    {"not_chosen", run.not_chosen},
                    {"over_limit", run.over_limit},
                    {"transfers", std::move(transfers)}}}});
}

Run read_profiles(const std::string& folder, std::size_t& processes) {
  const auto records = read_record_files(folder);
  processes = records.size();
  Run run;
  std::map<std::string, Transfers> transfers;
  for (const auto& record : records) add_process(record, run, transfers, records.size() > 1);
  for (auto& [call, one] : transfers) run.transfers.push_back(std::move(one));
  return run;
}

std::uint64_t launches_so_far(const std::string& folder) {
  std::uint64_t launches = 0;
  for (const auto& record : read_record_files(folder)) {
    for (const auto& line : record.lines) launches += line.contains("launch") ? 1 : 0;
  }
  return launches;
}

}  // namespace heddle::tools
