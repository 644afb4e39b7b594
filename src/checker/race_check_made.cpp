// SPDX-License-Identifier: Apache-2.0
// racecheck: what is no access in the code, as the detector is told of it: operations on mbarriers,
// and copies.
#include <algorithm>
#include <array>
#include <bit>

#include "checker/describe.h"
#include "checker/race_check.h"

namespace heddle::checker {

const probes::Site& RaceCheck::site_as(const probes::Site& site, SiteMaker make) {
  std::lock_guard lock(mutex_);
  auto& known = made_sites_[{&site, make}];
  if (!known) known = std::make_unique<probes::Site>(make(site));
  return *known;
}

namespace {

// An mbarrier's operation as what it does to memory (PTX ISA, "mbarrier": arrivals release, waits
// acquire, at the scope of the block where nothing else is said).
probes::Site mbarrier_access(const probes::Site& of) {
  probes::Site site = of;
  site.space = probes::Space::kShared;
  site.bytes = site.align = 8;
  site.touched = 0xff;
  site.scope = probes::Scope::kCluster;
  switch (of.mbarrier_op()) {
    case abi::MbarrierOp::kInit:
    case abi::MbarrierOp::kInvalidate:
      site.event = probes::Event::kAccess;
      site.access = probes::AccessKind::kStore;
      site.scope = probes::Scope::kNone;
      break;
    case abi::MbarrierOp::kLook:
      site.event = probes::Event::kAccess;
      site.access = probes::AccessKind::kLoad;
      site.order = probes::Order::kAcquire;
      break;
    default:
      site.event = probes::Event::kAtomic;
      site.access = probes::AccessKind::kAtomic;
      site.order = probes::Order::kRelease;
      break;
  }
  site.operation = 0;
  return site;
}

template <unsigned kBytes>
probes::Site store_of(const probes::Site& copy) {
  probes::Site site = copy;  // of Event::kAsync still: it is told apart from the store at its issue
  site.access = probes::AccessKind::kStore;
  site.space = probes::Space::kShared;
  site.bytes = site.align = kBytes;
  site.touched = (1u << kBytes) - 1;
  return site;
}

template <unsigned kBytes>
probes::Site bulk_store(const probes::Site& copy) {
  probes::Site site = store_of<kBytes>(copy);
  site.space = probes::Space::kGeneric;
  return site;
}
template <unsigned kBytes>
probes::Site bulk_load(const probes::Site& copy) {
  probes::Site site = bulk_store<kBytes>(copy);
  site.access = probes::AccessKind::kLoad;
  return site;
}
template <unsigned kBytes>
probes::Site bulk_reduction(const probes::Site& copy) {
  probes::Site site = bulk_store<kBytes>(copy);
  site.event = probes::Event::kAtomic;
  site.access = probes::AccessKind::kReduction;
  site.order = probes::Order::kRelaxed;
  site.scope = probes::Scope::kDevice;
  site.operation = static_cast<std::uint32_t>(probes::AtomicOp::kAdd);
  return site;
}

constexpr std::uint64_t kMostPiece = 16;
// The largest piece of `left` bytes from there on that is as a lane's access is.
std::uint64_t piece_at(std::uint64_t address, std::uint64_t left) {
  return std::min({kMostPiece, std::bit_floor(left), address & -address});
}
// One of `of` 16, 8, 4, 2 and 1 byte.
template <class Maker>
Maker of_size(const Maker (&of)[5], std::uint64_t bytes) {
  return of[4 - std::countr_zero(bytes)];
}

}  // namespace

void RaceCheck::bulk_copy(const probes::Operation& event) {
  static constexpr SiteMaker kLoads[] = {bulk_load<16>, bulk_load<8>, bulk_load<4>, bulk_load<2>,
                                         bulk_load<1>};
  static constexpr SiteMaker kStores[] = {bulk_store<16>, bulk_store<8>, bulk_store<4>,
                                          bulk_store<2>, bulk_store<1>};
  static constexpr SiteMaker kReductions[] = {bulk_reduction<16>, bulk_reduction<8>,
                                              bulk_reduction<4>, bulk_reduction<2>,
                                              bulk_reduction<1>};
  const bool reduces = event.site.async_op() == probes::AsyncOp::kBulkReduce;
  const auto& shared = event.block.shared;
  const auto begin = reinterpret_cast<std::uint64_t>(shared.data());
  const auto one_end = [&](unsigned lane, std::uint64_t from, const SiteMaker(&makers)[5]) {
    std::array<std::uint64_t, abi::kWarpSize> addresses{};
    const auto bit = 1u << lane;
    for (std::uint64_t at = 0, bytes = 0; at < event.c[lane]; at += bytes) {
      addresses[lane] = from + at;
      bytes = piece_at(from + at, event.c[lane] - at);
      const bool own = addresses[lane] - begin < shared.size();
      const bool global = !own && session_.memory.live_at(addresses[lane]) != nullptr;
      tell({site_as(event.site, of_size(makers, bytes)), event.block, event.warp, bit},
           std::span(addresses), own ? bit : 0, own || global ? 0 : bit);
    }
  };
  for (auto rest = event.active; rest != 0; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    if (event.b[lane] != 0) one_end(lane, event.b[lane], kLoads);
    one_end(lane, event.a[lane], reduces ? kReductions : kStores);
  }
}

void RaceCheck::operation(const probes::Operation& event) {
  if (event.site.event != probes::Event::kMbarrier) return;
  detector_.mbarrier(event, [&](const races::MbarrierPhases::Late& late) { report(event, late); });
  const auto& site = site_as(event.site, mbarrier_access);
  const auto begin = reinterpret_cast<std::uint64_t>(event.block.shared.data());
  std::uint32_t own = 0;
  for (auto rest = event.active; rest; rest &= rest - 1) {
    const unsigned lane = first_lane(rest);
    if (event.a[lane] - begin < event.block.shared.size()) own |= 1u << lane;
  }
  tell({site, event.block, event.warp, event.active}, event.a, own, event.active & ~own);
}

void RaceCheck::completed(const probes::At& at, unsigned lane, const probes::Site& copy,
                          std::uint64_t to, std::uint32_t bytes) {
  const auto& site = site_as(copy, bytes == 4   ? store_of<4>
                                   : bytes == 8 ? store_of<8>
                                                : store_of<16>);
  std::array<std::uint64_t, abi::kWarpSize> addresses{};
  addresses[lane] = to;
  tell({site, at.block, at.warp, 1u << lane}, std::span(addresses), 1u << lane, 0);
}

void RaceCheck::tell(const probes::At& at, probes::LaneAddresses addresses, std::uint32_t shared,
                     std::uint32_t remote) {
  static constexpr std::array<std::uint64_t, abi::kWarpSize> kNoObjects{};
  probes::Access event{at, addresses, std::span(kNoObjects), shared, 0, remote};
  event.row = probes::row_of(addresses, at.active);
  if (footprints_.active()) [[unlikely]]
    footprints_.note(event);
  detector_.access(event);
}

}  // namespace heddle::checker
