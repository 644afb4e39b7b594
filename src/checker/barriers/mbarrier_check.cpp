// SPDX-License-Identifier: Apache-2.0
#include "checker/barriers/mbarrier_check.h"

#include <fmt/format.h>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

using abi::MbarrierOp;
using probes::Event;

constexpr std::uint64_t kMostCount = (std::uint64_t{1} << abi::Mbarrier::kCountBits) - 1;

std::string_view verb_of(MbarrierOp op) {
  switch (op) {
    case MbarrierOp::kLook:
      return "waited for";
    case MbarrierOp::kInvalidate:
      return "invalidated";
    case MbarrierOp::kExpect:
    case MbarrierOp::kComplete:
      return "told of bytes";
    default:
      return "arrived at";
  }
}

}  // namespace

probes::EventMask MbarrierCheck::events() const {
  return Event::kKernel | Event::kBlock | Event::kMbarrier;
}

void MbarrierCheck::operation(const probes::Operation& event) {
  if (event.site.event != Event::kMbarrier) return;
  State* state = blocks_.of(event.block);
  if (!state) return;
  const auto begin = reinterpret_cast<std::uint64_t>(event.block.shared.data());
  for (auto lanes = event.active; lanes; lanes &= lanes - 1) {
    const unsigned lane = first_lane(lanes);
    // Objects of the cluster's other blocks are theirs to count.
    if (event.a[lane] - begin >= event.block.shared.size()) continue;
    if (auto headline = apply(event, lane, *state); !headline.empty()) {
      report(event, lane, std::move(headline));
    }
  }
}

std::string MbarrierCheck::apply(const probes::Operation& event, unsigned lane, State& state) {
  const auto op = event.site.mbarrier_op();
  const auto at = event.a[lane], count = event.b[lane];
  const auto bytes = static_cast<std::int64_t>(event.c[lane]);
  const auto known = state.objects.find(at);
  if (op == MbarrierOp::kInit) {
    if (count == 0 || count > kMostCount) {
      return fmt::format("mbarrier is initialised for {} arrivals: it takes 1 to {}", count,
                         kMostCount);
    }
    const bool again = known != state.objects.end();
    state.objects[at] = {count, count, 0, nullptr, {}};
    return again ? "mbarrier is initialised a second time, without inval in between" : "";
  }
  if (known == state.objects.end()) {
    return fmt::format("mbarrier is {} before it is initialised", verb_of(op));
  }
  Object& object = known->second;
  switch (op) {
    case MbarrierOp::kInvalidate:
      state.objects.erase(known);
      return "";
    case MbarrierOp::kExpect:
      object.bytes += bytes;
      break;
    case MbarrierOp::kComplete:
      object.bytes -= bytes;
      break;
    case MbarrierOp::kArrive:
    case MbarrierOp::kArriveDrop:
    case MbarrierOp::kArriveNoComplete: {
      if (count > object.pending) {
        return fmt::format(
            "More threads arrive at an mbarrier than the {} that it was initialised "
            "for",
            object.count);
      }
      if (op == MbarrierOp::kArriveNoComplete && count == object.pending) {
        return "An mbarrier's phase ends by an arrival with .noComplete";
      }
      object.bytes += bytes;
      object.pending -= count;
      if (op == MbarrierOp::kArriveDrop) object.count -= count;
      break;
    }
    default:
      return "";
  }
  if (bytes != 0 && op != MbarrierOp::kComplete) {
    object.expected_at = &event.site;
    object.expected_by = thread_of(event, lane);
  }
  if (object.pending == 0 && object.bytes == 0 && op != MbarrierOp::kArriveNoComplete) {
    object.pending = object.count;
  }
  return "";
}

void MbarrierCheck::report(const probes::Operation& event, unsigned lane, std::string headline) {
  if (!session_.launches.covers(event.block.launch)) return;
  const auto kind = static_cast<std::uint64_t>(headline[0]) + headline.size();
  session_.findings.report(Class::kBarrierMisuse, event.site.key, kind, 1, [&] {
    Finding finding;
    finding.headline = "Barrier error detected. " + headline;
    finding.kernel = kernel_of(event.block.launch);
    finding.sides.push_back(side_of(event, lane));
    finding.address = event.a[lane] - reinterpret_cast<std::uint64_t>(event.block.shared.data());
    finding.notes.push_back(
        fmt::format("The mbarrier is at byte {} of the block's shared memory", *finding.address));
    return finding;
  });
}

void MbarrierCheck::block_end(const probes::Block& block) {
  State* state = blocks_.of(block);
  if (state && session_.launches.covers(block.launch)) {
    for (const auto& [at, object] : state->objects) {
      if (object.bytes <= 0 || !object.expected_at) continue;
      const auto& site = *object.expected_at;
      session_.findings.report(Class::kBarrierMisuse, site.key, 1, 1, [&] {
        Finding finding;
        finding.headline =
            fmt::format("Barrier error detected. The block ends while an mbarrier waits for {}",
                        bytes_text(static_cast<std::uint64_t>(object.bytes)));
        finding.kernel = kernel_of(block.launch);
        finding.sides.push_back({"", places_of(site), object.expected_by, block_of(block)});
        return finding;
      });
    }
  }
  blocks_.end(block);
}

}  // namespace heddle::checker
