// SPDX-License-Identifier: Apache-2.0
// racecheck's findings of what does not wait: blocks that may end while others use their shared
// memory, and threads that an mbarrier may be ahead of.
#include <fmt/format.h>

#include <bit>

#include "checker/describe.h"
#include "checker/race_check.h"

namespace heddle::checker {

// Who waits for a phase that is two behind may wait for ever, or takes the phase for another one.
void RaceCheck::report(const probes::Operation& event, const races::MbarrierPhases::Late& late) {
  const auto& block = event.block;
  if (!session_.launches.covers(block.launch)) return;
  session_.findings.report(Class::kBarrierMisuse, late.site->key, 2, 1, [&] {
    Finding finding;
    finding.headline =
        "Barrier error detected. An mbarrier may be two phases ahead of the one that is waited for";
    tell_kernel(finding, block.launch);
    finding.sides.push_back(side_of({*late.site, block, late.warp, 1u << late.lane}, late.lane));
    finding.address = late.address - reinterpret_cast<std::uint64_t>(block.shared.data());
    finding.notes.push_back(
        fmt::format("The mbarrier is at byte {} of the block's shared memory", *finding.address));
    finding.notes.emplace_back(
        "Nothing keeps the next phase from ending before the thread has looked");
    return finding;
  });
}

void RaceCheck::report(const races::UseAtEnd& use) {
  const auto& block = use.at.block;
  if (!session_.launches.covers(block.launch)) return;
  const auto count = static_cast<std::uint64_t>(std::popcount(use.at.active));
  session_.findings.report(Class::kUseAfterFree, use.at.site.key, 1, count, [&] {
    Finding finding;
    const bool writes = use.at.site.access != probes::AccessKind::kLoad;
    finding.headline = fmt::format("Shared memory of a block that may have ended is {}",
                                   writes ? "written" : "read");
    tell_kernel(finding, block.launch);
    finding.sides.push_back(side_of(use.at, first_lane(use.at.active)));
    const auto owner = block_of(use.owner);
    finding.notes.push_back(
        fmt::format("It is of block ({},{},{}), which does not wait for this access before it ends",
                    owner[0], owner[1], owner[2]));
    return finding;
  });
}

}  // namespace heddle::checker
