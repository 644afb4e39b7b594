// SPDX-License-Identifier: Apache-2.0
#include "checker/barriers/mbarrier_check.h"

#include <fmt/format.h>

#include <cstring>

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

bool is_of_cluster(const probes::Block& block) {
  const auto* size = block.launch.cluster;
  return std::uint64_t{size[0]} * size[1] * size[2] > 1;
}

std::uint64_t begin_of(const probes::Block& block) {
  return reinterpret_cast<std::uint64_t>(block.shared.data());
}

}  // namespace

std::uint64_t MbarrierCheck::Object::word() const {
  using M = abi::Mbarrier;
  const auto few = static_cast<std::uint64_t>(bytes) & ((std::uint64_t{1} << M::kBytesBits) - 1);
  return count | pending << M::kPendingShift | few << M::kBytesShift | phase << M::kPhaseShift;
}

void MbarrierCheck::Object::become(std::uint64_t word) {
  using M = abi::Mbarrier;
  count = word & kMostCount;
  pending = word >> M::kPendingShift & kMostCount;
  constexpr unsigned kAbove = 64 - M::kBytesBits;
  bytes = static_cast<std::int64_t>(word >> M::kBytesShift << kAbove) >> kAbove;  // signed
  phase = word >> M::kPhaseShift;
}

probes::EventMask MbarrierCheck::events() const {
  return Event::kKernel | Event::kBlock | Event::kMbarrier;
}

void MbarrierCheck::block_begin(const probes::Block& block) {
  State& state = blocks_.begin(block);
  if (!is_of_cluster(block) || block.shared.empty()) return;
  const std::scoped_lock lock(mutex_);
  of_clusters_[begin_of(block)] = {block.launch.id, &state};
}

void MbarrierCheck::kernel_end(const probes::Launch& launch, bool) {
  {
    const std::scoped_lock lock(mutex_);
    std::erase_if(of_clusters_, [&](const auto& one) { return one.second.launch == launch.id; });
  }
  blocks_.take(launch);
}

MbarrierCheck::State* MbarrierCheck::in_cluster(const probes::Block& block, std::uint64_t address) {
  if (!is_of_cluster(block)) return nullptr;
  const std::scoped_lock lock(mutex_);
  auto after = of_clusters_.upper_bound(address);
  if (after == of_clusters_.begin()) return nullptr;
  const auto& found = (--after)->second;
  return found.launch == block.launch.id && found.state->has(address) ? found.state : nullptr;
}

bool MbarrierCheck::is_overwritten(State& of, std::uint64_t address) {
  const auto known = of.objects.find(address);
  if (known == of.objects.end() || !of.has(address + sizeof(std::uint64_t) - 1)) return false;
  std::uint64_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  if (word == known->second.word()) return false;
  known->second.become(word);
  return true;
}

void MbarrierCheck::operation(const probes::Operation& event) {
  if (event.site.event != Event::kMbarrier) return;
  State* state = blocks_.of(event.block);
  if (!state) return;
  const auto each = [&](auto f) {
    for (auto lanes = event.active; lanes; lanes &= lanes - 1) {
      const unsigned lane = first_lane(lanes);
      const auto at = event.a[lane];
      State* of = state->has(at) ? state : in_cluster(event.block, at);
      // Another block may have done more than is known of it.
      if (!of || (of != state && !of->objects.contains(at))) continue;
      if (auto headline = f(lane, *of); !headline.empty()) {
        report(event, lane, *of, std::move(headline));
      }
    }
  };
  // Before any lane's operation is counted: none is carried out yet.
  if (event.site.mbarrier_op() != MbarrierOp::kInit) {
    each([&](unsigned lane, State& of) -> std::string {
      if (!is_overwritten(of, event.a[lane])) return "";
      return "Something other than operations on it has written to an mbarrier";
    });
  }
  each([&](unsigned lane, State& of) { return apply(event, lane, of); });
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
    state.objects[at] = {count, count, 0, 0, nullptr, {}};
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
    object.phase = (object.phase + 1) & (~std::uint64_t{0} >> abi::Mbarrier::kPhaseShift);
  }
  return "";
}

void MbarrierCheck::report(const probes::Operation& event, unsigned lane, const State& of,
                           std::string headline) {
  if (!session_.launches.covers(event.block.launch)) return;
  const auto kind = static_cast<std::uint64_t>(headline[0]) + headline.size();
  session_.findings.report(Class::kBarrierMisuse, event.site.key, kind, 1, [&] {
    Finding finding;
    finding.headline = "Barrier error detected. " + headline;
    tell_kernel(finding, event.block.launch);
    finding.sides.push_back(side_of(event, lane));
    finding.address = event.a[lane] - reinterpret_cast<std::uint64_t>(of.shared.data());
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
        tell_kernel(finding, block.launch);
        finding.sides.push_back({"", places_of(site), object.expected_by, block_of(block)});
        return finding;
      });
    }
  }
  if (state && is_of_cluster(block)) {
    const std::scoped_lock lock(mutex_);
    of_clusters_.erase(begin_of(block));
  }
  blocks_.end(block);
}

}  // namespace heddle::checker
