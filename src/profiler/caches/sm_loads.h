// SPDX-License-Identifier: Apache-2.0
// Blocks go to the SM that has a place first. Where some take longer than others, one SM has more
// to do than its share, although each has as many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>
#include <vector>

namespace heddle::profiler {

// Of each block its SM and when it begins, where block k takes `own(k)`: the SMs in turn.
struct Place {
  std::uint32_t sm;
  std::uint64_t begin;
};
template <class Own>
std::vector<Place> lay_out(std::size_t blocks, std::int64_t blocks_per_sm, std::int64_t sms,
                           Own own) {
  using Slot = std::tuple<std::uint64_t, std::int64_t, std::uint32_t>;  // free at, order, SM
  std::priority_queue<Slot, std::vector<Slot>, std::greater<>> slots;
  for (std::int64_t k = 0; k < blocks_per_sm; ++k) {
    for (std::int64_t sm = 0; sm < sms; ++sm) {
      slots.emplace(0, k * sms + sm, static_cast<std::uint32_t>(sm));
    }
  }
  std::vector<Place> places;
  places.reserve(blocks);
  for (std::size_t k = 0; k < blocks; ++k) {
    const auto [time, order, sm] = slots.top();
    slots.pop();
    places.push_back({sm, time});
    slots.emplace(time + own(k) + 1, order, sm);
  }
  return places;
}

// How many times the work of the SM with most of it is what that would be if all blocks took as
// long as the mean one. `cycles`: of each block. 1: they do.
inline double imbalance_of_sms(const std::vector<std::uint64_t>& cycles, std::int64_t blocks_per_sm,
                               std::int64_t sms) {
  const auto all = std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0});
  const auto mean = cycles.empty() ? 0 : all / cycles.size();
  if (mean == 0) return 1;
  const auto most = [&](auto own) {
    std::vector<std::uint64_t> loads(static_cast<std::size_t>(sms));
    const auto places = lay_out(cycles.size(), blocks_per_sm, sms, own);
    for (std::size_t k = 0; k < places.size(); ++k) loads[places[k].sm] += own(k);
    return static_cast<double>(*std::ranges::max_element(loads));
  };
  const auto as_is = most([&](std::size_t k) { return cycles[k]; });
  return std::max(as_is / most([&](std::size_t) { return mean; }), 1.0);
}

}  // namespace heddle::profiler
