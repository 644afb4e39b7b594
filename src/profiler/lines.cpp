// SPDX-License-Identifier: Apache-2.0
#include "profiler/lines.h"

#include <map>
#include <numeric>
#include <utility>

namespace heddle::profiler {

std::vector<Line> lines_of(const Profile& profile) {
  std::map<std::pair<std::string, std::uint32_t>, Line> lines;
  Line nowhere;
  const auto at = [&](const Places& places) -> Line& {
    if (places.empty()) return nowhere;
    auto& line = lines[{places[0].file, places[0].line}];
    line.file = places[0].file;
    line.line = places[0].line;
    return line;
  };
  const auto sum = [](const ClassCounts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  for (const auto& code : profile.code) {
    auto& line = at(code.places);
    line.warp_instructions += sum(code.warp_instructions);
    line.thread_instructions += sum(code.thread_instructions);
  }
  for (const auto& branch : profile.branches) {
    auto& line = at(branch.places);
    line.branches += branch.warps;
    line.divergent_branches += branch.divergent;
  }
  for (const auto& access : profile.accesses) at(access.places).accesses.add(access.sums);
  std::vector<Line> result;
  for (auto& [place, line] : lines) result.push_back(std::move(line));
  return result;
}

}  // namespace heddle::profiler
