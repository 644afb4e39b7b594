// SPDX-License-Identifier: Apache-2.0
#include "checker/async/copies_of_blocks.h"

#include <algorithm>

namespace heddle::checker {

std::optional<std::uint64_t> phase_of(const probes::Block& block, std::uint64_t address) {
  const auto offset = offset_in_shared(block, address);
  if (offset >= block.shared.size() || address % sizeof(std::uint64_t) != 0) return {};
  auto& word = *reinterpret_cast<std::uint64_t*>(address);
  return std::atomic_ref(word).load(std::memory_order_relaxed) >> abi::Mbarrier::kPhaseShift;
}

probes::Pass need_no_look(const probes::Access& event) {
  const auto is_async = [](const probes::Site& site) {
    return site.event == probes::Event::kAsync;
  };
  const bool may_copy = std::ranges::any_of(event.block.launch.sites, is_async);
  return event.shared == 0 || !may_copy ? probes::Pass::all() : probes::Pass::no();
}

}  // namespace heddle::checker
