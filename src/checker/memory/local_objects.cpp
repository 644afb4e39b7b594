// SPDX-License-Identifier: Apache-2.0
#include "checker/memory/local_objects.h"

#include "checker/describe.h"

namespace heddle::checker {

void LocalObjects::begin(const probes::LocalObject& event) {
  State* state = blocks_.of(event.block);
  if (!state || event.site.bytes == 0) return;
  auto made = std::make_shared<Copies>();
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    made->addresses[lane] = event.addresses[lane];
  }
  made->lanes = event.active;
  made->warp = event.warp;
  made->bytes = event.site.bytes;
  auto& copies = state->copies;
  for (auto rest = event.active; rest != 0; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    const auto begin = event.addresses[lane];
    auto old = copies.lower_bound(begin);
    if (old != copies.begin()) {
      const auto before = std::prev(old);
      if (before->first + before->second.of->bytes > begin) old = before;
    }
    while (old != copies.end() && old->first < begin + made->bytes) old = copies.erase(old);
    copies[begin] = {made, lane};
  }
}

const LocalObjects::Copy* LocalObjects::State::at(std::uint64_t address) const {
  auto found = copies.upper_bound(address);
  if (found == copies.begin()) return nullptr;
  --found;
  return address - found->first < found->second.of->bytes ? &found->second : nullptr;
}

std::optional<LocalObjects::Bounds> LocalObjects::left(const probes::At& at, unsigned lane,
                                                       std::uint64_t first, std::uint64_t last,
                                                       std::uint64_t object) {
  State* state = blocks_.of(at.block);
  if (!state || state->copies.empty()) return std::nullopt;
  const auto is_own = [&](const Copy* copy) {
    return copy && copy->lane == lane && copy->of->warp == at.warp;
  };
  const auto bounds = [&](const Copies& of, bool of_other_thread) {
    return Bounds{of.addresses[lane], of.bytes, of_other_thread};
  };
  const auto is_inside = [&](const Copies& of) {
    return first - of.addresses[lane] < of.bytes && last - of.addresses[lane] < of.bytes;
  };
  const Copy* there = state->at(first);
  const Copy* belongs = object != 0 ? state->at(object) : nullptr;
  if (is_own(belongs) && !is_inside(*belongs->of)) {
    // A pointer to the end of an object may be one to the beginning of the next.
    const bool at_beginning = object == belongs->of->addresses[lane];
    if (!(at_beginning && is_own(there) && is_inside(*there->of))) {
      return bounds(*belongs->of, there && !is_own(there));
    }
    return std::nullopt;
  }
  if (!there || (is_own(there) && is_inside(*there->of))) return std::nullopt;
  if (is_own(there)) return bounds(*there->of, false);  // its last bytes are outside
  const Copies& of = *there->of;
  const bool has_own = of.warp == at.warp && (of.lanes >> lane & 1) != 0;
  if (has_own) return bounds(of, true);
  return Bounds{there->of->addresses[there->lane], of.bytes, true};
}

}  // namespace heddle::checker
