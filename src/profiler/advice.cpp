// SPDX-License-Identifier: Apache-2.0
#include "profiler/advice.h"

#include <algorithm>
#include <map>

#include "profiler/rules/rules.h"

namespace heddle::profiler {
namespace {

constexpr Rule kRules[] = {
    {"uncoalesced-access", "Lanes of a warp touch global memory far apart.", advise_on_uncoalesced},
    {"misaligned-access", "Lanes lie side by side, and begin in the middle of a sector.",
     advise_on_misaligned},
    {"missing-vector-access", "Lanes take a part of what one wider access would.",
     advise_on_vectors},
    {"bank-conflicts", "Lanes touch different words of one bank of shared memory.",
     advise_on_banks},
    {"serialised-constant", "Lanes load different words of constant memory.", advise_on_constants},
    {"atomics-on-one-address", "Lanes of a warp update one address.", advise_on_atomics},
    {"local-array", "An array of a thread lies in memory.", advise_on_local},
    {"redundant-loads", "Each round of a loop loads the same word.", advise_on_reloads},
    {"repeated-loads", "L1 is busy with what it holds already (with --predict).",
     advise_on_repeats},
    {"persisting-window", "L2 loses what is read again (with --predict).", advise_on_persistence},
    {"divergence", "Few threads take part in instructions (with partial-warps).",
     advise_on_divergence},
    {"double-precision", "Double on a GPU that has few lanes for it.", advise_on_doubles},
    {"integer-division", "Integers are divided by what is not constant.", advise_on_divisions},
    {"low-occupancy", "A multiprocessor holds few warps.", advise_on_occupancy},
    {"small-grid", "The grid does not fill the GPU (with tail).", advise_on_waves},
    {"unused-shared-memory", "Shared memory that nobody uses.", advise_on_unused_shared},
};

}  // namespace

std::span<const Rule> rules() {
  return kRules;
}

std::vector<Access> by_place(const std::vector<Access>& accesses) {
  std::vector<Access> merged;
  std::map<Place, std::vector<std::size_t>> at;  // in `merged`
  for (const auto& access : accesses) {
    if (access.places.empty() || access.places.front().column == 0) {
      merged.push_back(access);
      continue;
    }
    auto& there = at[access.places.front()];
    const auto same = std::ranges::find_if(there, [&](std::size_t k) {
      const auto& other = merged[k];
      return other.kind == access.kind && other.space == access.space &&
             other.bytes == access.bytes && other.variable == access.variable &&
             other.again == access.again && other.swap == access.swap &&
             other.float_operation == access.float_operation &&
             other.unjoined_operation == access.unjoined_operation;
    });
    if (same == there.end()) {
      there.push_back(merged.size());
      merged.push_back(access);
      continue;
    }
    auto& one = merged[*same];
    one.sums.add(access.sums);
    one.inferred += access.inferred;
    if (access.costly.is_more_than(one.costly)) one.costly = access.costly;
  }
  return merged;
}

std::vector<Advice> advice_for(const Seen& all_seen) {
  auto profile = all_seen.profile;
  profile.accesses = by_place(profile.accesses);
  const Seen seen{profile,
                  all_seen.totals,
                  all_seen.model,
                  all_seen.registers,
                  all_seen.registers_are_given,
                  all_seen.occupancy};
  std::vector<Advice> all;
  for (const auto& rule : kRules) rule.apply(seen, all);
  std::vector<std::pair<double, std::size_t>> order;  // and place in `all`
  for (std::size_t k = 0; k < all.size(); ++k) order.emplace_back(-all[k].gain.value_or(0), k);
  std::ranges::sort(order);
  std::vector<Advice> sorted;
  for (const auto& [gain, k] : order) sorted.push_back(std::move(all[k]));
  return sorted;
}

}  // namespace heddle::profiler
