// SPDX-License-Identifier: Apache-2.0
// Where the loads came from that warps waited for.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "profiler/kernel_code.h"

namespace heddle::profiler {

using probes::CountedKind;
using probes::Site;

namespace {

double all(const LoadLevels& levels) {
  return static_cast<double>(std::accumulate(levels.begin(), levels.end(), std::uint64_t{0}));
}

double share(const LoadLevels& levels, Level level) {
  return static_cast<double>(levels[static_cast<std::size_t>(level)]) / all(levels);
}

// How far away a site's loads were, to compare it with others: of L2 1, of memory about twice that,
// of the host's ten times.
double distance(const LoadLevels& levels) {
  return share(levels, Level::kL2) + 2 * share(levels, Level::kMemory) +
         10 * share(levels, Level::kLink);
}

std::uint64_t rounded(double value) {
  return static_cast<std::uint64_t>(std::llround(value));
}

// Of each site, by its key.
struct Sites {
  std::map<std::uint64_t, SiteLevels> levels;
  std::map<std::uint64_t, std::uint64_t> lines;   // that warps asked for
  std::map<std::uint64_t, std::uint64_t> rounds;  // that they were loaded in, all waits together

  // Empty: none of its lines was noted.
  const SiteLevels* find(std::uint64_t key) const {
    const auto it = levels.find(key);
    return it == levels.end() || all(it->second.loads) == 0 ? nullptr : &it->second;
  }
  // That one round of these sites has from there.
  double lines_from(Level level, std::span<const std::uint64_t> keys) const {
    double sum = 0;
    for (const auto key : keys) {
      const auto* own = find(key);
      const auto all_rounds = static_cast<double>(rounds.at(key));
      if (!own || all_rounds == 0 || share(own->loads, level) == 0) continue;
      sum += static_cast<double>(lines.at(key)) * share(own->lines, level) /
             (all_rounds * share(own->loads, level));
    }
    return sum;
  }
};

}  // namespace

void KernelCode::add_rounds_of(const LaunchNumbers& numbers, std::span<const Site* const> sites,
                               std::span<const SiteLevels> levels, std::uint64_t few_lines,
                               CacheCounts& counts) const {
  Sites of;
  for (std::size_t k = 0; k < sites.size(); ++k) {
    auto& own = of.levels[sites[k]->key];
    for (std::size_t level = 0; level < kLevels; ++level) {
      own.loads[level] += levels[k].loads[level];
      own.lines[level] += levels[k].lines[level];
    }
  }
  std::set<std::uint64_t> of_cluster;
  for (std::size_t k = 0; k < table_.size(); ++k) {
    if (table_[k].kind != CountedKind::kAccess) continue;
    const auto sums = numbers.accesses[slot_[k]].all_sums();
    auto& lines = of.lines[table_[k].site->key];
    lines = std::max(lines, sums.global_lines);
    if (sums.cluster_requests > sums.global_requests) of_cluster.insert(table_[k].site->key);
  }
  for (std::size_t k = 0; k < waits_.size(); ++k) {
    for (const auto key : waits_[k]) of.rounds[key] += numbers.begun[k];
  }
  for (std::size_t k = 0; k < waits_.size(); ++k) {
    const auto waits = static_cast<double>(numbers.waits[k]);
    const SiteLevels* slowest = nullptr;
    for (const auto key : waits_[k]) {
      const auto* own = of.find(key);
      if (own && (!slowest || distance(own->loads) > distance(slowest->loads))) slowest = own;
    }
    if (!slowest) {  // none of its lines was noted
      const bool is_of_cluster = std::ranges::any_of(
          waits_[k], [&](std::uint64_t key) { return of_cluster.contains(key); });
      std::uint64_t fewest = 0;
      for (const auto key : waits_[k]) {
        const auto lines = of.lines.find(key);
        if (lines == of.lines.end()) continue;
        fewest = fewest == 0 ? lines->second : std::min(fewest, lines->second);
      }
      if (is_of_cluster) {
        counts.rounds_of_cluster += numbers.waits[k];
      } else if (fewest > few_lines) {
        const auto held = 1 - static_cast<double>(few_lines) / static_cast<double>(fewest);
        counts.rounds_of_l1 += rounded(waits * held);
      }
      continue;
    }
    const auto part = [&](Level level) { return waits * share(slowest->loads, level); };
    const auto doublings = [&](Level level) {
      constexpr double kThousandths = 1000;
      const auto lines = std::max(of.lines_from(level, waits_[k]), 1.0);
      return rounded(part(level) * kThousandths * std::log2(lines));
    };
    counts.rounds_of_l1 += rounded(part(Level::kL1));
    counts.rounds_of_l2 += rounded(part(Level::kL2));
    counts.rounds_of_memory += rounded(part(Level::kMemory));
    counts.rounds_of_link += rounded(part(Level::kLink));
    counts.doublings_of_l2 += doublings(Level::kL2);
    counts.doublings_of_memory += doublings(Level::kMemory);
  }
}

}  // namespace heddle::profiler
