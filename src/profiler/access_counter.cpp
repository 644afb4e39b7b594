// SPDX-License-Identifier: Apache-2.0
#include "profiler/access_counter.h"

#include <algorithm>

namespace heddle::profiler {

using probes::AccessCounter;
using probes::Counted;
using probes::CountedAccess;

namespace {

// Of this host thread. An event is one call, so no other event comes between.
PatternCosts& own_costs() {
  thread_local PatternCosts costs;
  return costs;
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

}  // namespace

void count_access(const CountedAccess& event) {
  auto& counter = event.counter;
  const auto& counted = event.counted;
  if (event.regular && counted.phases != 0) {
    add_phases(own_total(counter), counted, counter, own_costs());
    std::fill_n(counter.phases(), counted.phases, 0);
    counter.stride = event.rows.stride;
    counter.pitch = event.rows.pitch;
    counter.lanes = AccessCounter::lanes_word(event.active, event.rows.width_log2);
    const auto step = AccessCounter::kLineBytes / counted.phases;
    ++counter.phases()[event.rows.first % AccessCounter::kLineBytes / step];
    return;
  }
  const auto sums =
      cost_of(event.site, event.active, event.addresses, {event.shared, event.local, event.remote});
  const auto excess = sums.excess();
  auto& total = own_total(counter);
  total.sums.add(sums);
  if (total.costly.active != 0 && excess < total.costly.excess) return;
  const auto costly = CostlyAccess::of(event.site, event.addresses, event.active, excess);
  if (costly.is_more_than(total.costly)) total.costly = costly;
}

void take_total(const Counted& counted, const AccessCounter& counter, PatternCosts& costs,
                AccessTotal& total) {
  if (const auto* own = own_words(counter).total) {
    total.add(own->sums, own->costly);
    delete own;
  }
  add_phases(total, counted, counter, costs);
}

}  // namespace heddle::profiler
