// SPDX-License-Identifier: Apache-2.0
#include "checker/races/running.h"

namespace heddle::checker::races {
namespace {

RaceKind kind(const Entry& old, const Entry& now, const Conflict& conflict) {
  if (conflict.mixed_size) return RaceKind::kMixedSize;
  if (conflict.wrong_scope) return RaceKind::kWrongScope;
  if (conflict.warp_synchronous) return RaceKind::kWarpSynchronous;
  if (old.strong() != now.strong()) return RaceKind::kAtomicPlain;
  return old.writes && now.writes ? RaceKind::kWriteWrite : RaceKind::kReadWrite;
}

}  // namespace

// Of lanes of one instruction: whether they store the same. Of two instructions: whether the second
// stores what is there.
Values RaceDetector::Sink::values(const Entry& old, const Entry& now, std::uint64_t bytes) const {
  if (!old.writes || !now.writes || part_.values.empty() || event_.site.bytes > 8) {
    return Values::kUnknown;
  }
  for (; bytes != 0; bytes &= bytes - 1) {
    const unsigned at = std::countr_zero(bytes);
    std::uint32_t lanes = now.lanes.of(at);
    const auto stored = [&](unsigned lane) {
      return std::uint8_t(part_.values[lane] >> 8 * (line_ + at - event_.addresses[lane]));
    };
    const auto expected = &old == &now
                              ? stored(std::countr_zero(lanes))
                              : *reinterpret_cast<const volatile std::uint8_t*>(line_ + at);
    for (; lanes != 0; lanes &= lanes - 1) {
      if (stored(std::countr_zero(lanes)) != expected) return Values::kDifferent;
    }
  }
  return Values::kSame;
}

void RaceDetector::Sink::conflict(const Entry& old, const Entry& now, const Conflict& conflict,
                                  std::uint64_t bytes) {
  Race race{};
  race.kind = kind(old, now, conflict);
  race.values = values(old, now, bytes);
  race.sites[0] = old.site;
  race.sites[1] = now.site;
  race.writes[0] = old.writes;
  race.writes[1] = now.writes;
  race.threads[0] = {old.block, 32 * conflict.old_warp + conflict.old_lane};
  race.threads[1] = {now.block, 32 * event_.warp + conflict.new_lane};
  race.space = part_.shared ? probes::Space::kShared : probes::Space::kGlobal;
  race.address = line_ + conflict.byte;
  race.offset = part_.shared ? race.address - in_.shared : 0;
  race.line = line_;
  race.bytes = bytes;
  collector_.add(race);
}

}  // namespace heddle::checker::races
