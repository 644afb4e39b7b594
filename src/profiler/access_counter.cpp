// SPDX-License-Identifier: Apache-2.0
#include "profiler/access_counter.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "support/thread_own.h"

namespace heddle::profiler {

using probes::AccessCounter;
using probes::Counted;
using probes::CountedAccess;
using probes::Rows;

namespace {

// Of this host thread. An event is one call, so no other event comes between.
PatternCosts& own_costs() {
  return support::ThreadOwn<PatternCosts, struct OfCosts>::get();
}

AccessTotal& own_total(AccessCounter& counter) {
  auto& own = own_words(counter);
  if (!own.total) own.total = new AccessTotal;
  return *own.total;
}

// What code counted of the pattern so far goes to the sums.
void add_phases(AccessTotal& total, const Counted& counted, const AccessCounter& counter,
                PatternCosts& costs) {
  const auto step = AccessCounter::kLineBytes / std::max(counted.phases, 1u);
  for (std::uint32_t phase = 0; phase < counted.phases; ++phase) {
    const auto times = counter.phases()[phase];
    if (times == 0) continue;
    const auto& known =
        costs.of(*counted.site, {counter.stride, counter.pitch, counter.lanes, phase * step});
    total.add(known.sums, known.costly, times);
  }
}

// Code looks for rows of 16 lanes. Others of a whole warp are found here.
std::optional<Rows> find_rows(const CountedAccess& event) {
  if (event.active != ~0u || event.counted.phases == 0) return std::nullopt;
  const auto& at = event.addresses;
  const auto stride = at[1] - at[0];
  for (std::uint32_t width_log2 = 1; width_log2 < 4; ++width_log2) {
    const auto width = 1u << width_log2;
    const Rows rows{at[0], static_cast<std::int64_t>(stride),
                    static_cast<std::int64_t>(at[width] - at[0]), width_log2};
    unsigned lane = 0;
    while (lane < abi::kWarpSize && rows.at(lane) == at[lane]) ++lane;
    if (lane == abi::kWarpSize) return rows;
  }
  return std::nullopt;
}

void add_pattern(const CountedAccess& event, const Rows& rows) {
  const auto step = AccessCounter::kLineBytes / event.counted.phases;
  const auto phase = rows.first % AccessCounter::kLineBytes / step * step;
  const auto lanes = AccessCounter::lanes_word(event.active, rows.width_log2);
  const auto& known = own_costs().of(event.site, {rows.stride, rows.pitch, lanes, phase});
  own_total(event.counter).add(known.sums, known.costly);
}

// Of accesses in patterns, code counts those of one pattern alone. It is exchanged for another one
// that comes so often in a row.
constexpr std::uint64_t kTimesInARow = 4;

void count_pattern(const CountedAccess& event) {
  auto& counter = event.counter;
  const auto& counted = event.counted;
  const auto& rows = event.rows;
  const auto lanes = AccessCounter::lanes_word(event.active, rows.width_log2);
  const auto step = AccessCounter::kLineBytes / counted.phases;
  const auto phase = rows.first % AccessCounter::kLineBytes / step;
  auto& own = own_words(counter);
  const bool again = own.stride == rows.stride && own.pitch == rows.pitch && own.lanes == lanes;
  own.times = again ? own.times + 1 : 1;
  own.stride = rows.stride;
  own.pitch = rows.pitch;
  own.lanes = lanes;
  auto& total = own_total(counter);
  if (counter.lanes != 0 && own.times < kTimesInARow) {
    const auto& known = own_costs().of(event.site, {rows.stride, rows.pitch, lanes, phase * step});
    total.add(known.sums, known.costly);
    return;
  }
  add_phases(total, counted, counter, own_costs());
  std::fill_n(counter.phases(), counted.phases, 0);
  counter.stride = rows.stride;
  counter.pitch = rows.pitch;
  counter.lanes = lanes;
  ++counter.phases()[phase];
}

void add_scattered(Scattered& all, const CountedAccess& event) {
  const auto sums =
      cost_of(event.site, event.active, event.addresses, {event.shared, event.local, event.remote});
  ++all.accesses;
  all.lanes += static_cast<std::uint64_t>(std::popcount(event.active));
  all.sums.add(sums);
  // Of those that cost the same, the one with most lanes: few have to be compared in full.
  const auto excess = sums.excess();
  const auto& most = all.costly;
  if (most.active != 0 &&
      (excess < most.excess || (excess == most.excess && event.active < most.active))) {
    return;
  }
  const auto costly = CostlyAccess::of(event.site, event.addresses, event.active, excess);
  if (costly.is_more_than(most)) all.costly = costly;
}

}  // namespace

void count_access(const CountedAccess& event, const BlockSample& sample) {
  if (event.regular && event.counted.phases != 0) return count_pattern(event);
  if (const auto rows = find_rows(event)) return add_pattern(event, *rows);
  auto& total = own_total(event.counter);
  const auto choice = sample.of(event.block);
  if (choice.taken) return add_scattered(total.seen, event);
  ++total.left_accesses;
  total.left_lanes += static_cast<std::uint64_t>(std::popcount(event.active));
  if (choice.rank > total.spare_rank) return;
  if (choice.rank < total.spare_rank) {
    total.spare = {};
    total.spare_rank = choice.rank;
  }
  add_scattered(total.spare, event);
}

void take_total(const Counted& counted, const AccessCounter& counter, PatternCosts& costs,
                AccessTotal& total) {
  if (const auto* own = own_words(counter).total) {
    total.add(*own);
    delete own;
  }
  add_phases(total, counted, counter, costs);
}

}  // namespace heddle::profiler
