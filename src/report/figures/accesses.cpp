// SPDX-License-Identifier: Apache-2.0
// The most costly request of an access, lane by lane: banks of shared memory, sectors of global
// memory.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "report/figures/figures.h"
#include "report/figures/svg.h"

namespace heddle::report {

using profiler::Access;

namespace {

constexpr std::uint64_t kWordBytes = 4, kBanks = 32, kSectorBytes = 32, kLineBytes = 128;
constexpr double kTop = 64;

struct Lane {
  unsigned lane;
  std::uint64_t first, last;  // bytes, from the beginning of the first line
};

std::vector<Lane> lanes_of(const Access& access) {
  std::vector<Lane> lanes;
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    if ((access.costly.active >> lane & 1) == 0) continue;
    const auto first = access.costly.phase + access.costly.offsets[lane];
    lanes.push_back({lane, first, first + std::max(access.bytes, 1u) - 1});
  }
  return lanes;
}

// "0-15 17": runs of lanes.
std::string runs(const std::set<unsigned>& lanes) {
  std::string text;
  for (auto it = lanes.begin(); it != lanes.end();) {
    const auto first = *it;
    auto last = first;
    for (++it; it != lanes.end() && *it == last + 1; ++it) last = *it;
    if (!text.empty()) text += " ";
    text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
  }
  return text;
}

}  // namespace

std::string banks_figure(const std::string& title, const Access& access) {
  constexpr double kCell = 14, kLeft = 56;
  svg::Picture picture(kLeft + kBanks * kCell + 24, kTop + (kBanks + 1) * kCell + 44,
                       "Banks: " + title);
  // Different words of a bank are passed one after the other; one word goes to all its lanes.
  std::array<std::set<std::uint64_t>, kBanks> words;
  for (const auto& lane : lanes_of(access)) {
    for (auto word = lane.first / kWordBytes; word <= lane.last / kWordBytes; ++word) {
      words[word % kBanks].insert(word);
    }
  }
  picture.text(
      8, 16,
      fmt::format("The most costly request: {} passes above the ideal", access.costly.excess));
  picture.text(8, 32, title);
  picture.text(kLeft, kTop - 8, "bank");
  for (std::uint64_t bank = 0; bank < kBanks; bank += 4) {
    picture.text(kLeft + (static_cast<double>(bank) + 0.5) * kCell, kTop + 32 * kCell + 14,
                 fmt::format("{}", bank), svg::Align::kMiddle);
  }
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    const double y = kTop + lane * kCell;
    if (lane % 4 == 0) {
      picture.text(kLeft - 6, y + 11, fmt::format("{}{}", lane == 0 ? "lane " : "", lane),
                   svg::Align::kEnd);
    }
    picture.line(kLeft, y, kLeft + kBanks * kCell, y, svg::Look::kEmpty);
  }
  picture.box(kLeft, kTop, kBanks * kCell, 32 * kCell, svg::Look::kEmpty);
  for (const auto& lane : lanes_of(access)) {
    for (auto word = lane.first / kWordBytes; word <= lane.last / kWordBytes; ++word) {
      const auto bank = word % kBanks;
      const auto look = words[bank].size() > 1 ? svg::Look::kHot : svg::Look::kFilled;
      picture.box(kLeft + static_cast<double>(bank) * kCell + 1, kTop + lane.lane * kCell + 1,
                  kCell - 2, kCell - 2, look,
                  fmt::format("lane {}, word {}, bank {}: {} words in this bank", lane.lane, word,
                              bank, words[bank].size()));
    }
  }
  picture.text(8, kTop + 33 * kCell + 32,
               "Orange: other lanes want another word of the same bank.");
  return picture.finish();
}

std::string sectors_figure(const std::string& title, const Access& access) {
  constexpr double kRow = 18, kCell = 44, kLeft = 84;
  std::map<std::uint64_t, std::map<std::uint64_t, std::set<unsigned>>> lines;
  for (const auto& lane : lanes_of(access)) {
    for (auto sector = lane.first / kSectorBytes; sector <= lane.last / kSectorBytes; ++sector) {
      lines[sector * kSectorBytes / kLineBytes][sector % 4].insert(lane.lane);
    }
  }
  std::size_t sectors = 0;
  for (const auto& [line, touched] : lines) sectors += touched.size();
  svg::Picture picture(720, kTop + static_cast<double>(lines.size()) * kRow + 16,
                       "Sectors: " + title);
  picture.text(8, 16,
               fmt::format("The most costly request: {} sectors of 32 bytes in {} lines, {} "
                           "above the ideal",
                           sectors, lines.size(), access.costly.excess));
  picture.text(8, 32, title);
  picture.text(kLeft, kTop - 8, "sectors of a line");
  picture.text(kLeft + 4 * kCell + 16, kTop - 8, "lanes");
  double y = kTop;
  for (const auto& [line, touched] : lines) {
    picture.text(kLeft - 8, y + 12, fmt::format("+{}", line * kLineBytes), svg::Align::kEnd);
    std::set<unsigned> all;
    for (std::uint64_t k = 0; k < 4; ++k) {
      const auto it = touched.find(k);
      const double x = kLeft + static_cast<double>(k) * kCell;
      if (it == touched.end()) {
        picture.box(x, y, kCell - 3, kRow - 3, svg::Look::kEmpty);
        continue;
      }
      all.insert(it->second.begin(), it->second.end());
      picture.box(x, y, kCell - 3, kRow - 3, svg::Look::kFilled, "lanes " + runs(it->second));
    }
    picture.text(kLeft + 4 * kCell + 16, y + 12, runs(all));
    y += kRow;
  }
  return picture.finish();
}

}  // namespace heddle::report
