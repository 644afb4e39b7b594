// SPDX-License-Identifier: Apache-2.0
#include "checker/races/collector.h"

#include <utility>

namespace heddle::checker::races {

Collector::Place Collector::place(const probes::Site* site) {
  return {site->key, site->key == 0 ? site : nullptr};
}

void Collector::add(Race race) {
  // A writer comes first, then the smaller place, then the smaller thread.
  const auto order = [&](int side) {
    return std::tuple(!race.writes[side], place(race.sites[side]), race.threads[side]);
  };
  if (order(1) < order(0)) {
    std::swap(race.sites[0], race.sites[1]);
    std::swap(race.writes[0], race.writes[1]);
    std::swap(race.threads[0], race.threads[1]);
  }
  const std::scoped_lock lock(mutex_);
  const Key key{race.kind, race.space, place(race.sites[0]), place(race.sites[1])};
  const auto [at, is_new] = rows_.try_emplace(key);
  auto& row = at->second;
  for (unsigned word = 0; word < kLineBytes / 4; ++word) {
    if ((race.bytes >> 4 * word & 15) == 0 || row.words.size() >= RaceReport::kMostPlaces) continue;
    row.words.insert(race.line / 4 + word);
  }
  if (is_new) {
    row.race = race;
    return;
  }
  // Writers who disagree once are not of the lower class.
  const auto values = std::min(std::pair(row.race.values != Values::kDifferent, row.race.values),
                               std::pair(race.values != Values::kDifferent, race.values))
                          .second;
  const auto first = [](const Race& race) {
    return std::tuple(race.threads[0], race.threads[1], race.address);
  };
  if (first(race) < first(row.race)) row.race = race;
  row.race.values = values;
}

void Collector::compared(const probes::Site& read) {
  const std::scoped_lock lock(mutex_);
  compared_.insert(place(&read));
}

void Collector::hand_out(const std::function<void(RaceSide&, BlockId)>& complete,
                         const std::function<void(const RaceReport&)>& sink) {
  std::map<Key, Row> rows;
  {
    const std::scoped_lock lock(mutex_);
    rows.swap(rows_);
    // The atomic access writes, so it is the first.
    std::erase_if(rows, [&](const auto& row) {
      const auto& race = row.second.race;
      return race.kind == RaceKind::kAtomicPlain && !race.writes[1] &&
             compared_.contains(place(race.sites[1]));
    });
  }
  for (const auto& [key, row] : rows) {
    RaceReport report{};
    report.kind = row.race.kind;
    report.values = row.race.values;
    for (int side = 0; side < 2; ++side) {
      auto& to = side == 0 ? report.first : report.second;
      to.site = row.race.sites[side];
      to.writes = row.race.writes[side];
      to.thread = row.race.threads[side].thread;
      complete(to, row.race.threads[side].block);
    }
    report.space = row.race.space;
    report.address = row.race.address;
    report.offset = row.race.offset;
    report.places = row.words.size();
    sink(report);
  }
}

}  // namespace heddle::checker::races
