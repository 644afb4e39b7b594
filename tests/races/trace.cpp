// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <sstream>

#include "probes/cell_notes.h"
#include "probes/row_notes.h"

namespace heddle::checker::races {
namespace {

std::atomic<std::uint64_t> next_launch = 1;
std::atomic<std::uint32_t> next_worker = 0;

}  // namespace

probes::Site Player::make_site(const Place& place, unsigned number) {
  probes::Site site{};
  site.event = place.is_rmw() ? probes::Event::kAtomic : probes::Event::kAccess;
  site.access = place.access;
  site.space = place.shared ? probes::Space::kShared : probes::Space::kGlobal;
  site.bytes = place.bytes;
  site.touched = place.bytes == 32 ? ~0u : (1u << place.bytes) - 1;
  site.is_volatile = place.is_volatile;
  site.order =
      place.strong && place.order == probes::Order::kNone ? probes::Order::kRelaxed : place.order;
  site.scope = place.scope;
  if (place.swaps) site.operation = unsigned(probes::AtomicOp::kCompareAndSwap);
  site.key = number + 1;
  return site;
}

Player::Player(const Trace& trace, RaceDetector& detector)
    : trace_(trace),
      detector_(detector),
      launch_{next_launch++,
              "kernel",
              0,
              {trace.blocks, 1, 1},
              {trace.threads, 1, 1},
              0,
              0,
              record_,
              {},
              {},
              {},
              {trace.cluster, 1, 1}} {
  sites_.reserve(trace.places.size());
  for (unsigned i = 0; i < trace.places.size(); ++i) {
    sites_.push_back(make_site(trace.places[i], i));
    auto fence = sites_.back();
    fence.event = probes::Event::kFence;
    fence.order = trace.places[i].order;
    fences_.push_back(fence);
  }
  launch_.sites = sites_;
  cells_ = make_site({}, 0);
  arrives_.operation = unsigned(abi::BarrierOp::kArrive);
  for (unsigned i = 0; i < warp_sites_.size(); ++i) warp_sites_[i].operation = i;
}

void Player::begin() {
  launch_.one_by_one = trace_.lanes_wait;
  detector_.kernel_begin(launch_);
  arrived_.resize(trace_.blocks);
  if (!first_worker_) first_worker_ = next_worker.fetch_add(trace_.blocks) % 32768;
  const auto worker = *first_worker_;
  for (unsigned i = 0; i < trace_.blocks; ++i) {
    const auto* base =
        reinterpret_cast<const std::byte*>(kSharedBase + (std::uint64_t{i} << kSharedShift));
    notes_.emplace_back();
    blocks_.push_back(
        {launch_, {i, 0, 0}, worker + i, {base, 4096}, 0, nullptr, kSharedShift, &notes_.back()});
    in_step_.emplace_back((trace_.threads + 31) / 32);
    detector_.block_begin(blocks_.back());
    arrived_[i].resize(abi::kBarrierCount * ((trace_.threads + 31) / 32));
  }
  if (trace_.steps.size() % 4 != 0) make_cells();
}

// Somebody touches memory of the same chunk (probes/cell_notes.h), so that cells are noted from the
// first access on.
void Player::make_cells() {
  constexpr std::uint64_t kNobodysElse = kGlobalBase + (1 << probes::CellNotes::kChunkShift) - 128;
  std::array<std::uint64_t, 32> addresses{};
  addresses[0] = kNobodysElse;
  detector_.access({{cells_, blocks_.front(), 0, 1}, addresses, addresses, 0, 0, 0});
}

void Player::end() {
  for (const auto& block : blocks_) detector_.block_end(block);
  detector_.kernel_end(launch_);
}

void Player::fail() {
  detector_.kernel_end(launch_, true);
}

void Player::play(const Trace& trace) {
  launch_.id = next_launch++;
  blocks_.clear();
  notes_.clear();
  in_step_.clear();
  arrived_.clear();
  begin();
  for (const auto& one : trace.steps) step(one);
  end();
}

void add(Pairs& pairs, const RaceReport& report) {
  const auto x = unsigned(report.first.site->key - 1);
  const auto y = unsigned(report.second.site->key - 1);
  pairs.insert({std::min(x, y), std::max(x, y), report.kind == RaceKind::kWrongScope});
}

// As the engine tells of it first.
bool Player::passes(const probes::Access& event) {
  if (!event.row.known || event.remote != 0) return false;
  return detector_
      .passes({{event.site, event.block, event.warp, event.active},
               {event.row.first, event.row.stride, 0, probes::Rows::kOneRow},
               event.addresses[unsigned(std::countr_zero(event.active))],
               event.shared != 0,
               event.row.lowest(event.active),
               event.row.highest(event.active)})
      .passes;
}

bool Player::notes_row(const probes::Access& event) {
  const auto& site = event.site;
  const bool is_cell = site.bytes == 4 || site.bytes == 8 || site.bytes == 16;
  if (event.shared != 0 || event.remote != 0 || !is_cell || site.order != probes::Order::kNone ||
      site.is_volatile != 0 || event.active != ~0u || !event.row.known ||
      event.row.stride != std::int64_t{site.bytes}) {
    return false;
  }
  const auto& notes = notes_[event.block.index[0]];
  const auto number = static_cast<std::uint32_t>(&site - sites_.data());
  return probes::RowNotes::note(notes, event.warp, number, event.row.first,
                                static_cast<unsigned>(std::countr_zero(site.bytes)));
}

// The lanes that the detector is to be told of.
std::uint32_t Player::left_by_cells(const probes::Access& event,
                                    const std::array<std::uint64_t, 32>& addresses) {
  const auto& site = event.site;
  if (event.shared != 0 || event.remote != 0 || !probes::CellNotes::fits(site.bytes) ||
      site.event != probes::Event::kAccess || site.order != probes::Order::kNone ||
      site.is_volatile != 0) {
    return event.active;
  }
  std::uint64_t lanes[32];
  std::ranges::copy(addresses, lanes);
  const auto number = static_cast<std::uint32_t>(&site - sites_.data());
  return probes::CellNotes::note(notes_[event.block.index[0]], event.warp, number, site.bytes,
                                 event.active, lanes);
}

bool Player::notes_shared(const probes::Access& event) {
  const auto& site = event.site;
  auto& notes = notes_[event.block.index[0]];
  if (event.shared == 0 || site.order != probes::Order::kNone || site.is_volatile != 0 ||
      !event.row.known || notes.next_shared == notes.end_shared) {
    return false;
  }
  const auto number = static_cast<std::uint32_t>(&site - sites_.data());
  *notes.next_shared++ = {number,
                          event.active,
                          notes.clocks[event.warp],
                          static_cast<std::uint16_t>(event.warp),
                          probes::Rows::kOneRow,
                          event.row.first,
                          static_cast<std::int32_t>(event.row.stride),
                          0};
  return true;
}

bool Player::counts(const Step& step) {
  if (step.members != ~0u || step.lanes != ~0u) return false;
  if (step.operation == abi::WarpOp::kActiveMask) return true;  // is left out
  ++notes_[step.block].clocks[step.warp];
  return true;
}

void Player::arrive(const probes::At& at, unsigned barrier, bool waits) {
  const auto left = trace_.threads - 32 * at.warp;
  const auto all = left >= 32 ? ~0u : (1u << left) - 1;
  if (barrier == 0 && waits && at.active == all) {
    in_step_[at.block.index[0]][at.warp] = true;
  } else {
    detector_.barrier({at, barrier, 0, 0});
  }
}

void Player::open(const Step& step) {
  const auto& block = blocks_[step.block];
  auto& waiting = in_step_[step.block];
  const auto warps = static_cast<unsigned>(waiting.size());
  auto* arrived = arrived_[step.block].data() + step.barrier * warps;
  if (step.barrier == 0 && std::ranges::find(waiting, false) == waiting.end()) {
    detector_.in_step({block, waits_});
  } else {
    for (unsigned warp = 0; warp < warps && step.barrier == 0; ++warp) {
      if (waiting[warp]) detector_.barrier({{waits_, block, warp, arrived[warp]}, 0, 0, 0});
    }
    detector_.opened({block, step.barrier, step.counted, {arrived, warps}});
  }
  if (step.barrier == 0) waiting.assign(warps, false);
  std::fill_n(arrived, warps, 0u);
}

void Player::step(const Step& step) {
  const auto& block = blocks_[step.block];
  const unsigned warps = (trace_.threads + 31) / 32;
  auto* arrived = arrived_[step.block].data() + step.barrier * warps;
  std::array<std::uint64_t, 32> addresses{};
  const auto at = [&](const probes::Site& site) {
    return probes::At{site, block, step.warp, step.lanes};
  };
  switch (step.kind) {
    case Step::kAccess: {
      const bool shared = trace_.places[step.place].shared;
      for (unsigned lane = 0; lane < 32; ++lane) {
        addresses[lane] =
            step.offsets[lane] +
            (shared ? kSharedBase + (std::uint64_t{step.target()} << kSharedShift) : kGlobalBase);
      }
      probes::Access event{at(sites_[step.place]), addresses, addresses, 0, 0, 0};
      event.row = probes::row_of(event.addresses, step.lanes);
      const bool own = step.target() == step.block;
      event.shared = shared && own ? step.lanes : 0;
      event.remote = shared && !own ? step.lanes : 0;
      if (notes_row(event) || notes_shared(event)) break;
      const auto left = left_by_cells(event, addresses);
      if (left == 0) break;
      if (left != event.active) {
        event.active = left;
        event.row = probes::row_of(event.addresses, left);
      }
      if (passes(event)) break;
      detector_.access(event);
      break;
    }
    case Step::kArrive:
      arrived[step.warp] |= step.lanes;
      arrive(at(step.waits ? waits_ : arrives_), step.barrier, step.waits);
      break;
    case Step::kOpen:
      open(step);
      break;
    case Step::kWarp: {
      if (counts(step)) break;
      std::array<std::uint32_t, 32> members;
      members.fill(step.members);
      const std::array<std::uint32_t, 32> none{};
      detector_.warp_operation({at(warp_sites_[unsigned(step.operation)]), members, none, none});
      break;
    }
    case Step::kFence:
      detector_.fence({at(fences_[step.place])});
      break;
    case Step::kExit:
      detector_.exit({at(exit_), step.lanes});
      break;
  }
}

std::string text(const Pairs& pairs) {
  std::ostringstream out;
  for (const auto& pair : pairs) {
    out << pair.a << '-' << pair.b << (pair.wrong_scope ? "s " : " ");
  }
  return out.str();
}

Played play(const Trace& trace, RaceOptions options) {
  Played result;
  RaceDetector detector(options, [&](const RaceReport& report) {
    add(result.pairs, report);
    result.reports.push_back(report);
  });
  Player player(trace, detector);
  player.begin();
  for (const auto& step : trace.steps) player.step(step);
  player.end();
  for (auto& report : result.reports) report.first.site = report.second.site = nullptr;
  return result;
}

std::string describe(const Trace& trace) {
  std::ostringstream out;
  out << trace.blocks << " blocks of " << trace.threads << ", clusters of " << trace.cluster
      << '\n';
  for (unsigned i = 0; i < trace.places.size(); ++i) {
    const auto& p = trace.places[i];
    out << "place " << i << ": kind " << unsigned(p.access) << ", " << p.bytes << " bytes, "
        << (p.strong ? "strong, " : "plain, ") << (p.shared ? "shared" : "global") << ", order "
        << unsigned(p.order) << ", scope " << unsigned(p.scope) << '\n';
  }
  static constexpr const char* kNames[] = {"access", "arrive", "open", "warp", "fence", "exit"};
  for (const auto& step : trace.steps) {
    out << "block " << step.block << " warp " << step.warp << " lanes " << std::hex << step.lanes
        << std::dec << ": " << kNames[step.kind];
    if (step.kind == Step::kAccess || step.kind == Step::kFence) out << " place " << step.place;
    if (step.of_block) out << " of block " << *step.of_block;
    if (step.kind == Step::kAccess) {
      for (unsigned lane = 0; lane < 32; ++lane) {
        if (step.lanes >> lane & 1) out << ' ' << step.offsets[lane];
      }
    }
    if (step.kind == Step::kArrive || step.kind == Step::kOpen) out << ' ' << step.barrier;
    if (step.kind == Step::kArrive && !step.waits) out << ", goes on";
    if (step.kind == Step::kWarp) out << ' ' << std::hex << step.members << std::dec;
    out << '\n';
  }
  return out.str();
}

}  // namespace heddle::checker::races
