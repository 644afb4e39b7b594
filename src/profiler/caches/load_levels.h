// SPDX-License-Identifier: Apache-2.0
// Where a warp's loads of global memory came from: a load has waited for the slowest of its lines.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace heddle::profiler {

enum class Level : std::uint32_t { kL1, kL2, kMemory, kLink };  // the nearest first
inline constexpr std::size_t kLevels = 4;

// How many loads of warps came from each.
using LoadLevels = std::array<std::uint64_t, kLevels>;

// Of the loads of a site: where their slowest line came from, and where each of their lines did.
struct SiteLevels {
  LoadLevels loads{}, lines{};
};

// Loads as they are replayed, line by line; the lines of one come one after the other.
class LevelCounter {
 public:
  explicit LevelCounter(std::size_t sites) : levels_(sites) {}

  // `load`: a number that the lines of one load share.
  void add(std::uint64_t load, std::size_t site, Level level) {
    if (load != load_ || site != site_) end();
    load_ = load;
    site_ = site;
    level_ = std::max(level_, level);
    if (site < levels_.size()) ++levels_[site].lines[static_cast<std::size_t>(level)];
    open_ = true;
  }
  // By site.
  std::vector<SiteLevels> take() {
    end();
    return std::move(levels_);
  }

 private:
  void end() {
    if (open_ && site_ < levels_.size()) ++levels_[site_].loads[static_cast<std::size_t>(level_)];
    open_ = false;
    level_ = Level::kL1;
  }
  std::vector<SiteLevels> levels_;
  std::uint64_t load_ = 0;
  std::size_t site_ = 0;
  Level level_ = Level::kL1;
  bool open_ = false;
};

}  // namespace heddle::profiler
