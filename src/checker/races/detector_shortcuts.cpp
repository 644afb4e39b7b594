// SPDX-License-Identifier: Apache-2.0
// The detector's short ways: accesses that no other thread's can meet yet are only noted, and the
// histories hear of them when one may (docs/check-races.md).
#include "checker/races/detector.h"
#include "checker/races/reach.h"
#include "checker/races/running.h"
#include "probes/site_numbers.h"

namespace heddle::checker::races {
namespace {

// Whether Line::access would neither look nor note: the history has enough of the accesses with
// this number to these bytes.
bool has_enough(Line& line, std::uint32_t number, std::uint64_t address, std::uint32_t bytes) {
  const auto at = static_cast<unsigned>(address % kLineBytes);
  if (at % 4 != 0 || bytes % 4 != 0 || at + bytes > kLineBytes) return false;
  const auto wanted = ((1u << bytes / 4) - 1) << at / 4;
  line.lock();
  const auto words = line.quiet_words(number);
  line.unlock();
  return (wanted & ~words) == 0;
}

}  // namespace

// What it says of others holds where a line is quiet.
probes::Pass RaceDetector::passes(const probes::RowAccess& event) {
  using probes::Pass;
  const auto& site = event.site;
  if (!options_.shortcuts) return Pass::no();
  if (reach(site) != Level::kNone) return passes_strong(event);
  auto& in = begin_event(event);
  const auto others = Pass::where(probes::may_be_quiet(site), in.notes != nullptr);
  if (event.shared && in.launch->cluster_blocks() > 1) {
    // Other blocks come there as well, whatever this one's barriers are.
    return note_in_cluster(in, event) ? Pass::this_one() : Pass::no();
  }
  if (event.shared && site.calm != 0 && in.in_step) return Pass::all();
  if (!event.shared) {
    if (site.space == probes::Space::kConstant) return Pass::all();
    if (!note_rows(in, event)) touch_rows(in, event);
    return others;
  }
  return note_shared(in, event) ? others : Pass::no();
}

// Of the block's shared memory. False: the histories are to hear of it.
bool RaceDetector::note_shared(Running& in, const probes::RowAccess& event) {
  const auto& site = event.site;
  auto* epoch = in.calm_epoch();
  if (!epoch || !epoch->is_inside(event.low, event.high, site.bytes)) return false;
  if (site.is_store() && (in.publishes_in_shared || own_atomic(in, event, event.low) != 0)) {
    return false;
  }
  const auto state = in.noted_state(event.warp);
  if (!state) return false;
  const bool calm = epoch->note(event, *state, event.rows, event.is_solid());
  if (!calm) {
    end_epoch(in);
    return false;
  }
  if (event.untold && probes::may_be_quiet(site)) {
    epoch->publish(event, event.rows);
  }
  return true;
}

// An atomic operation of global memory: it may become quiet (passes/probe/quiet_places.h), and need
// not be told to others.
probes::Pass RaceDetector::passes_strong(const probes::RowAccess& event) {
  const auto& site = event.site;
  if (site.event != probes::Event::kAtomic || event.shared) return probes::Pass::no();
  auto& in = begin_event(event);
  // One place, and nothing here that orders anything: where the history has enough of it already,
  // there is no more to say than who had it last. (A site with a number becomes quiet in code.)
  const bool relaxed = site.order == probes::Order::kNone || site.order == probes::Order::kRelaxed;
  const auto thread = 32 * event.warp + unsigned(std::countr_zero(event.active));
  if (event.low == event.high && relaxed && !probes::may_be_quiet(site) && published_.empty() &&
      in.state.warp(event.warp).is_plain() &&
      has_enough(shadow_.line(event.low), in.quiet(site, thread), event.low, site.bytes)) {
    ++in.forgotten;
    if (site.access == probes::AccessKind::kAtomic) {
      in.note_atomic(event, event.low);
      if (options_.look_again) in.note_looks(event, {{event.low, 0}, 0, reach(site), false});
    }
    return probes::Pass::where(false, in.notes != nullptr);
  }
  touch_rows(in, event);
  return probes::Pass::where(probes::may_be_quiet(site), in.notes != nullptr);
}

// Of global memory: rows of cells over whole stretches.
bool RaceDetector::note_rows(Running& in, const probes::RowAccess& event) {
  const auto& site = event.site;
  const auto& warp = in.state.warp(event.warp);
  const auto& rows = event.rows;
  const auto cell = static_cast<std::uint64_t>(rows.stride);
  const bool in_cells = rows.stride > 0 && cell <= 64 && std::has_single_bit(cell) &&
                        cell % (kStretchBytes / abi::kWarpSize) == 0 &&
                        (rows.is_one() || rows.pitch == rows.stride << rows.width_log2);
  const auto offset = in_cells ? event.low % cell : 0;
  const auto first = event.low - offset;
  if (event.active != ~0u || !in_cells || offset + site.bytes > cell ||
      first % kStretchBytes != 0 || std::popcount(site.touched) != int(site.bytes) ||
      !warp.is_one() || !options_.rules(Rule::kLaunchOrder) ||
      (site.is_store() && !published_.empty())) {
    return false;
  }
  const auto dead_below = launches_.dead_below();
  const Stretch::Owner owner{in.state.id(), event.warp, first, static_cast<std::uint32_t>(cell)};
  const auto clock = warp.top(1);
  for (std::uint64_t done = 0; done < abi::kWarpSize * cell; done += kStretchBytes) {
    take_down_notes(in, first + done);
    auto& stretch = shadow_.stretch(first + done);
    if (!stretch.note(owner, site, static_cast<std::uint32_t>(offset), clock, dead_below)) {
      return false;
    }
  }
  return true;
}

// Lane by lane, for the histories.
void RaceDetector::touch_rows(Running& in, const probes::RowAccess& event) {
  std::array<std::uint64_t, abi::kWarpSize> addresses;
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) addresses[lane] = event.rows.at(lane);
  probes::Access each{event, addresses, addresses, 0, 0, 0};
  if (event.rows.is_one()) each.row = {true, event.rows.first, event.rows.stride};
  const auto generation = event.shared ? in.generation() : 0;
  if (!event.shared && in.notes && in.notes->rows) make_cells(each, event.active);
  touch(in, each, {event.active, generation, event.shared, {}, event.untold});
}

// Tells the histories of the lines there of what was noted.
void RaceDetector::open_stretch(Running& in, std::uint64_t address) {
  const auto begin = address - address % kStretchBytes;
  take_down_notes(in, begin);
  shadow_.stretch(begin).open(
      in.launch->end, launches_.dead_below(),
      [&](const Stretch::Owner& owner, const probes::Site& site, std::uint32_t offset,
          Clock clock) { tell_history(begin, owner, site, offset, clock); });
}

// What was noted there by code itself goes on as if it had been told.
void RaceDetector::take_down_notes(Running& in, std::uint64_t stretch) {
  const auto dead_below = launches_.dead_below();
  const auto end = in.launch->end;
  noted_rows_.take_down(
      stretch, end, dead_below,
      [&](const Stretch::Owner& owner, std::uint32_t number, Clock clock) {
        const auto* site = launches_.site(owner.block, number);
        if (!site) return;
        auto& to = shadow_.stretch(stretch);
        if (to.note(owner, *site, 0, clock, dead_below)) return;
        tell_history(stretch, owner, *site, 0, clock);
      },
      [&](NotedRows::Cells cells, BlockId until) {
        tell_cells(stretch, cells, std::max(end, until));
      });
}

// What was noted of one stretch and conflicts with nothing that is known of it.
void RaceDetector::tell_history(std::uint64_t stretch, const Stretch::Owner& owner,
                                const probes::Site& site, std::uint32_t offset, Clock clock) {
  // The bytes of each cell, which divides a line.
  std::uint64_t bytes = 0;
  const auto own = (site.bytes >= 64 ? 0 : std::uint64_t{1} << site.bytes) - 1;
  for (unsigned at = 0; at < kLineBytes; at += owner.cell) bytes |= own << (at + offset);
  for (auto line = stretch; line < stretch + kStretchBytes; line += kLineBytes) {
    const Lanes lanes{0, std::int16_t(owner.first + offset - line), std::int16_t(owner.cell)};
    const Entry entry{&site, owner.block, site.is_store(),  Level::kNone,
                      bytes, clock,       1u << owner.warp, lanes};
    tell_history(line, entry, owner.warp);
  }
}

// What lanes of a warp did to a line, and conflicts with nothing that is known of it.
void RaceDetector::tell_history(std::uint64_t line, const Entry& entry, unsigned warp) {
  class NoConflict final : public ConflictSink {
    void conflict(const Entry&, const Entry&, const Conflict&, std::uint64_t) override {}
    void compared(const probes::Site&) override {}
  } sink;
  const Knowledge nobody;
  const LazyKnowledge nothing(nobody);
  const auto dead_below = launches_.dead_below();
  const Accessor by{entry.block, entry.block, warp,  &nothing, 1,  dead_below,
                    dead_below,  0,           false, 0,        ~0u};
  auto& history = shadow_.line(line);
  history.lock();
  history.access(entry, by, 0, options_.rules, options_.entries, sink);
  history.unlock();
}

// The same for lanes at any addresses of the block's shared memory.
bool RaceDetector::note_lanes(Running& in, const probes::Access& event) {
  const auto& site = event.site;
  auto* epoch = in.calm_epoch();
  const bool atomic = reach(site) != Level::kNone;
  if (!epoch || (atomic && !is_unordering(in, event))) return false;
  const auto first = event.addresses[std::size_t(std::countr_zero(event.active))];
  if (site.is_store() && !atomic && (in.publishes_in_shared || own_atomic(in, event, first) != 0)) {
    return false;
  }
  const auto state = in.noted_state(event.warp);
  if (!state) return false;
  const bool calm = epoch->note(event, *state, event.addresses, atomic);
  if (!calm) {
    end_epoch(in);
  } else if (atomic && site.access == probes::AccessKind::kAtomic) {
    in.note_atomics(event, event.active);
  }
  return calm;
}

// A strong access that orders nothing: an atomic operation through which nobody publishes or
// learns.
bool RaceDetector::is_unordering(Running& in, const probes::Access& event) const {
  const auto& site = event.site;
  const bool relaxed = site.order == probes::Order::kNone || site.order == probes::Order::kRelaxed;
  if (site.event != probes::Event::kAtomic || !relaxed || !published_.empty() ||
      !options_.rules(Rule::kStrongPair)) {
    return false;
  }
  const auto& warp = in.state.warp(event.warp);
  return warp.is_plain() ||
         !warp.any(event.active, [](const LaneState& lane) { return lane.has_fenced(); });
}

// Tells the history of what was noted, as if it happened now: what counts of the time when it did
// is what its threads knew then.
void RaceDetector::end_epoch(Running& in) {
  for (const auto& noted : in.epoch->end()) {
    std::array<std::uint64_t, abi::kWarpSize> addresses;
    for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
      addresses[lane] = in.epoch->address(noted, lane);
    }
    probes::Access event{{*noted.site, *in.told, noted.warp, noted.active},
                         addresses,
                         addresses,
                         noted.active,
                         0,
                         0};
    event.row = probes::row_of(event.addresses, noted.active);
    const auto& state = in.epoch->state(noted);
    keep(in, event, {noted.active, in.generation(), true, {}}, reach(*noted.site), state.clock,
         state.all(noted.warp), noted.active, 0);
  }
}

// If a lane that comes alone stores where its last atomic operation was: that place.
std::uint64_t RaceDetector::own_atomic(const Running& in, const probes::At& at,
                                       std::uint64_t address) {
  if (in.atomics.empty() || !std::has_single_bit(at.active)) return 0;
  const unsigned lane = std::countr_zero(at.active);
  const auto place = in.atomics[32 * std::size_t{at.warp} + lane];
  return place == address ? place : 0;
}

}  // namespace heddle::checker::races
