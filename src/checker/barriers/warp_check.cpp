// SPDX-License-Identifier: Apache-2.0
#include "checker/barriers/warp_check.h"

#include <fmt/format.h>

#include <string_view>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

using abi::WarpOp;
using probes::Event;

std::string_view name_of(WarpOp op) {
  switch (op) {
    case WarpOp::kSync:
      return "__syncwarp()";
    case WarpOp::kShflIdx:
    case WarpOp::kShflUp:
    case WarpOp::kShflDown:
    case WarpOp::kShflXor:
      return "shuffle";
    case WarpOp::kMatchAny:
    case WarpOp::kMatchAll:
      return "match";
    case WarpOp::kBallot:
    case WarpOp::kAll:
    case WarpOp::kAny:
    case WarpOp::kUni:
      return "vote";
    default:
      return "reduction";
  }
}

// Those without a mask (__shfl, __any) take whoever is there.
bool is_without_mask(const probes::Site& site) {
  const auto frames = site.where();
  for (std::size_t i = 0; i < site.user_frame && i < frames.size(); ++i) {
    if (frames[i].file && std::string_view(frames[i].file).ends_with("warp_legacy.h")) return true;
  }
  return site.warp_op() == WarpOp::kActiveMask;
}

}  // namespace

probes::EventMask WarpCheck::events() const {
  return Event::kKernel | Event::kBlock | Event::kWarp | Event::kOpened | Event::kExit;
}

void WarpCheck::kernel_end(const probes::Launch& launch, bool) {
  blocks_.take(launch);
}

// All threads that the one mask names have come, and nobody else.
bool WarpCheck::is_complete(const probes::WarpOperation& event) {
  const std::uint32_t mask = event.members[first_lane(event.active)];
  std::uint32_t others = 0;
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    others |= static_cast<std::uint32_t>(event.members[lane] != mask) << lane;
  }
  if (others & event.active) return false;
  const State* state = blocks_.of(event.block);
  return state && event.active == (mask & state->live.of(event.warp));
}

void WarpCheck::warp_operation(const probes::WarpOperation& event) {
  if (is_complete(event) || is_without_mask(event.site)) return;
  std::uint32_t outside = 0;
  for (std::uint32_t rest = event.active; rest; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    if (!(event.members[lane] >> lane & 1)) outside |= 1u << lane;
  }
  if (outside) check_caller(event, outside);
  State* state = blocks_.of(event.block);
  if (!state) return;
  const std::uint32_t live = state->live.of(event.warp);
  for (std::uint32_t rest = event.active & ~outside; rest;) {
    const std::uint32_t mask = event.members[first_lane(rest)];
    std::uint32_t together = 0;
    for (std::uint32_t more = rest; more; more &= more - 1) {
      const unsigned lane = first_lane(more);
      if (event.members[lane] == mask) together |= 1u << lane;
    }
    rest &= ~together;
    // Counting all of them once more would change no comparison.
    if (together == (mask & live)) continue;
    Counts& counts = state->split[event.warp][mask];
    state->any_split = true;
    for (; together; together &= together - 1) {
      const unsigned lane = first_lane(together);
      ++counts.of_lane[lane];
      counts.last[lane] = &event.site;
    }
  }
}

void WarpCheck::check_caller(const probes::WarpOperation& event, std::uint32_t outside) {
  if (!session_.launches.covers(event.block.launch)) return;
  const auto count = static_cast<std::uint64_t>(std::popcount(outside));
  session_.findings.report(Class::kCallerNotInMask, event.site.key, 0, count, [&] {
    const unsigned lane = first_lane(outside);
    Finding finding;
    finding.headline = "Barrier error detected. Invalid arguments";
    tell_kernel(finding, event.block.launch);
    finding.sides.push_back(side_of(event, lane));
    finding.notes.push_back(
        fmt::format("The mask {:#010x} of this {} does not name lane {}, which calls it",
                    event.members[lane], name_of(event.site.warp_op()), lane));
    return finding;
  });
}

void WarpCheck::compare(const probes::Block& block, std::uint32_t warp, std::uint32_t mask,
                        const Counts& counts, std::uint32_t lanes) {
  if (lanes == 0) return;
  unsigned most = first_lane(lanes), least = most;
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    if (counts.of_lane[lane] > counts.of_lane[most]) most = lane;
    if (counts.of_lane[lane] < counts.of_lane[least]) least = lane;
  }
  if (counts.of_lane[most] == counts.of_lane[least]) return;
  if (!session_.launches.covers(block.launch)) return;
  const probes::At at{*counts.last[most], block, warp, 1u << most};
  session_.findings.report(Class::kMissingLane, at.site.key, 0, 1, [&] {
    Finding finding;
    finding.headline = "Barrier error detected. Divergent thread(s) in warp";
    tell_kernel(finding, block.launch);
    finding.sides.push_back(side_of(at, most));
    const auto missing = thread_of(at, least);
    const auto absent =
        fmt::format("lane {}, thread ({},{},{}),", least, missing[0], missing[1], missing[2]);
    finding.notes.push_back(
        at.site.is_of_matrix()
            ? fmt::format("All lanes of the warp must come to this matrix instruction; {} does not",
                          absent)
            : fmt::format("The mask {:#010x} of this {} names {} which does not come to it", mask,
                          name_of(at.site.warp_op()), absent));
    return finding;
  });
}

void WarpCheck::exit(const probes::Exit& event) {
  State* state = blocks_.of(event.block);
  if (!state) return;
  for (const auto& [mask, counts] : state->split[event.warp]) {
    compare(event.block, event.warp, mask, counts, event.ended & mask);
  }
  state->live.end(event.warp, event.ended);
}

void WarpCheck::opened(const probes::Opened& event) {
  State* state = blocks_.of(event.block);
  if (!state || !state->any_split) return;
  for (std::uint32_t warp = 0; warp < state->split.size(); ++warp) {
    const std::uint32_t together = event.arrived[warp];
    for (const auto& [mask, counts] : state->split[warp]) {
      compare(event.block, warp, mask, counts, together & mask);
    }
  }
}

}  // namespace heddle::checker
