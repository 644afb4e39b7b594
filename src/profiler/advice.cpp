// SPDX-License-Identifier: Apache-2.0
#include "profiler/advice.h"

#include <algorithm>

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

std::vector<Advice> advice_for(const Seen& seen) {
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
