// SPDX-License-Identifier: Apache-2.0
#include "profiler/inferred.h"

#include <algorithm>
#include <string_view>

#include "gpu/transactions.h"

namespace heddle::profiler {
namespace {

// How many accesses there were and with how many lanes, code counts in all blocks. Where their
// memory is known, no more is asked.
bool is_counted(const Access& access, const AccessSumRow& row) {
  const std::string_view name = row.name;
  const bool one_memory =
      access.space != probes::Space::kGeneric && access.space != probes::Space::kLocal;
  return one_memory && (name.ends_with("lanes") || (row.of_accesses && name != "costly_requests"));
}

}  // namespace

std::optional<Profile> with_other_inferred(const Profile& profile) {
  if (std::ranges::all_of(profile.accesses, [](const auto& a) { return a.inferred == 0; })) {
    return std::nullopt;
  }
  auto other = profile;
  for (auto& access : other.accesses) {
    if (access.inferred == 0) continue;
    std::uint64_t more = access.inferred;
    for (const auto& row : kAccessSums) {
      auto& number = access.sums.*row.member;
      if (number == 0 || is_counted(access, row)) continue;
      number += more++;
    }
  }
  return other;
}

}  // namespace heddle::profiler
