// SPDX-License-Identifier: Apache-2.0
// Accesses of a block, and what puts them into an order.
#include "checker/races/detector.h"

#include "checker/members.h"
#include "checker/races/reach.h"
#include "checker/races/running.h"
#include "checker/races/running_cluster.h"
#include "probes/site_numbers.h"

namespace heddle::checker::races {
namespace {

bool acquires(probes::Order order) {
  return order == probes::Order::kAcquire || order == probes::Order::kAcquireRelease ||
         order == probes::Order::kSequential;
}
bool releases(probes::Order order) {
  return order == probes::Order::kRelease || order == probes::Order::kAcquireRelease ||
         order == probes::Order::kSequential;
}

bool is_wide(std::uint32_t barrier) {
  return barrier == abi::kGridBarrier || barrier == abi::kClusterBarrier;
}

}  // namespace

void RaceDetector::access(const probes::Access& event, std::span<const std::uint64_t> values) {
  auto& in = begin_event(event);
  const auto space = event.site.space;
  if (space == probes::Space::kLocal || space == probes::Space::kConstant) return;
  const auto lanes = event.active & ~event.local;
  const auto shared = lanes & event.shared;
  const auto in_cluster = lanes & (event.shared | event.remote);
  if (const auto remote = lanes & event.remote & ~shared; in.of_cluster && remote != 0) {
    note_remote_use(in, event, remote);
  }
  if (in.of_cluster && in_cluster != 0 && in_cluster == event.active &&
      note_in_cluster(in, event, in_cluster)) {
    return;
  }
  if (shared != 0 && !(shared == event.active && note_lanes(in, event))) {
    touch(in, event, {shared, in.generation(), true, values});
  }
  const auto remote = lanes & event.remote & ~shared;
  if (remote != 0) touch_remote(in, event, remote, values);
  const auto global = lanes & ~shared & ~remote;
  if (global != 0 && in.notes && in.notes->rows) make_cells(event, global);
  if (global != 0) touch(in, event, {global, 0, false, values});
}

// The engine shall note by itself what others like it touch.
void RaceDetector::make_cells(const probes::Access& event, std::uint32_t lanes) {
  if (event.site.event != probes::Event::kAccess || !probes::CellNotes::fits(event.site.bytes)) {
    return;
  }
  noted_rows_.make_cells(event.addresses[static_cast<unsigned>(std::countr_zero(lanes))]);
  noted_rows_.make_cells(event.addresses[31 - static_cast<unsigned>(std::countl_zero(lanes))]);
}

void RaceDetector::touch(Running& in, const probes::Access& event, const Part& part) {
  const auto& site = event.site;
  const Level reach = races::reach(site);
  const bool strong = reach != Level::kNone;
  const bool writes = site.is_store();
  if (in.epoch && part.generation == in.generation() && in.calm_epoch()) end_epoch(in);
  if (part.shared && in.of_cluster) end_epoch(*in.of_cluster);
  if (strong) read_published(in, event, part, reach);
  const auto first = event.addresses[std::size_t(std::countr_zero(event.active))];
  const auto own = own_atomic(in, event, first);
  in.state.warp(event.warp)
      .each(part.lanes, [&](Clock clock, const LazyKnowledge& known, std::uint32_t lanes) {
        keep(in, event, part, reach, clock, known, lanes, own);
      });
  if (site.access == probes::AccessKind::kAtomic) in.note_atomics(event, part.lanes);
  if (strong && writes) write_published(in, event, part, reach);
  if (strong) in.show_clock(event.warp);
}

// Compares what `lanes` do, which have one clock and know the same, with what was done before.
void RaceDetector::keep(Running& in, const probes::Access& event, const Part& part, Level reach,
                        Clock clock, const LazyKnowledge& known, std::uint32_t lanes,
                        std::uint64_t own_atomic) {
  const auto& site = event.site;
  const bool writes = site.is_store();
  Entry entry{&site, in.state.id(), writes, reach, 0, clock, 1u << event.warp, {}};
  const Accessor by{in.state.id(),
                    in.cluster,
                    event.warp,
                    &known,
                    in.launch->cluster_blocks(),
                    in.launch->ordered_below,
                    launches_.dead_below(),
                    part.generation == in.generation() && in.launch->cluster_blocks() == 1
                        ? in.state.common()
                        : 0,
                    part.shared,
                    own_atomic,
                    in.quiet(site, 32 * event.warp + unsigned(std::countr_zero(part.lanes))),
                    in.launch->lanes_wait};
  const unsigned limit = part.shared ? options_.shared_entries : options_.entries;
  LinesOfAccess(event.addresses, lanes, site.bytes, site.touched, event.row)
      .each([&](const Piece& piece) {
        entry.bytes = piece.bytes;
        entry.lanes = piece.lanes;
        Sink sink(collector_, in, event, part, piece.line);
        if (!part.shared && options_.shortcuts) open_stretch(in, piece.line);
        auto& line = shadow_.line(piece.line);
        line.lock();
        if (!line.access(entry, by, part.generation, options_.rules, limit, sink)) {
          ++in.forgotten;
        }
        tell_quiet(in, entry, by, piece.line, part.untold, line);
        line.unlock();
        if (!writes || reach != Level::kNone) return;
        if (!std::has_single_bit(piece.lanes.set) && piece.lanes.stride == 0) {
          const unsigned low = std::countr_zero(piece.lanes.set);
          const unsigned high = 31 - std::countl_zero(piece.lanes.set);
          const unsigned byte = std::countr_zero(piece.bytes);
          sink.conflict(entry, entry, {byte, event.warp, low, high, false, false}, piece.bytes);
        }
        if (line.publishes() && options_.rules(Rule::kStoreReplaces)) {
          for (unsigned word = 0; word < kLineBytes; word += 4) {
            if ((piece.bytes >> word & 15) != 0) published_.erase(piece.line + word, 4);
          }
        }
      });
}

// A line where accesses of this place in the program have nothing new to say, or had and now have.
void RaceDetector::tell_quiet(const Running& in, const Entry& entry, const Accessor& by,
                              std::uint64_t address, bool untold, Line& line) {
  auto* quiet = in.launch->quiet;
  if (by.shared || !quiet) return;
  if (line.is_told_quiet() && !line.has_quiet_words()) {
    quiet->forget(address);
    line.set_told_quiet(false);
  }
  const bool can_be = untold && probes::may_be_quiet(*entry.site) && in.launch->first_quiet_id != 0;
  const auto words = can_be ? line.quiet_words(by.quiet) : 0;
  if (words == 0) return;
  quiet->publish(address, in.launch->first_quiet_id + entry.site->quiet, words);
  line.set_told_quiet(true);
}

void RaceDetector::read_published(Running& in, const probes::Access& event, const Part& part,
                                  Level reach) {
  const auto& site = event.site;
  if (site.access != probes::AccessKind::kLoad && site.access != probes::AccessKind::kAtomic)
    return;
  if (!options_.rules(Rule::kScopes)) reach = Level::kDevice;
  const bool again = options_.look_again && !part.shared;
  for (auto rest = part.lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = std::countr_zero(rest);
    Look look{{event.addresses[lane], part.generation}, lane, reach, acquires(site.order)};
    if (!published_.empty()) this->look(in, event.warp, look);
    if (again) {
      in.looks[event.warp].push_back(look);
      in.may_look = true;
    }
  }
}

void RaceDetector::look(Running& in, unsigned warp, Look& look) {
  const auto what = published_.read(look.key, in.state.id(), in.cluster, look.reach, look.seen);
  in.state.see(warp, look.lane, what, look.acquires);
}

void RaceDetector::look_again(Running& in, unsigned warp) {
  auto& looks = in.looks[warp];
  if (!published_.empty()) {
    for (auto& one : looks) look(in, warp, one);
  }
  looks.clear();
}

void RaceDetector::write_published(Running& in, const probes::Access& event, const Part& part,
                                   Level reach) {
  const auto& site = event.site;
  const bool release = releases(site.order);
  const bool keep = site.access != probes::AccessKind::kStore && options_.rules(Rule::kChain);
  const auto& warp = in.state.warp(event.warp);
  const bool some = release || (!warp.is_plain() && warp.any(part.lanes, [](const LaneState& lane) {
                      return lane.has_fenced();
                    }));
  if (!some && (keep || published_.empty())) return;
  const bool ends = !keep && options_.rules(Rule::kStoreReplaces);
  for (auto rest = part.lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = std::countr_zero(rest);
    const auto what = in.state.publish(event.warp, lane, reach, release);
    const Published::Key key{event.addresses[lane], part.generation};
    published_.write(key, in.state.id(), in.cluster, what, !ends, in.seen(event.warp, lane, key));
    if (!what[0]) continue;
    shadow_.line(event.addresses[lane]).set_publishes();
    in.publishes_in_shared = in.publishes_in_shared || part.shared;
    if (part.shared && in.of_cluster) in.of_cluster->publishes = true;
  }
  if (release) in.state.advance(event.warp, part.lanes);
}

void RaceDetector::barrier(const probes::Barrier& event) {
  auto& in = begin_event(event);
  const bool waits = event.site.barrier_op() != abi::BarrierOp::kArrive;
  if (event.id == 0 && event.threads == 0) {
    in.in_step = in.in_step && (!in.came_by || in.came_by == &event.site);
    in.came_by = &event.site;
  }
  if (!is_wide(event.id)) {
    in.state.arrive(event.warp, event.active, event.id, waits);
    in.show_clock(event.warp);
    return;
  }
  // A cluster's barrier may be come to twice: to arrive, and to wait.
  auto lanes = event.active;
  if (event.id == abi::kClusterBarrier) {
    if (in.cluster_early.empty()) in.cluster_early.resize(in.state.warps());
    auto& early = in.cluster_early[event.warp];
    if (waits) lanes &= ~early;
    early = waits ? early & ~event.active : early | event.active;
    arrive_at_cluster(in, static_cast<std::uint32_t>(std::popcount(lanes)));
  }
  in.each_phase(event.id, event.warp, lanes, 1,
                [&](std::uint32_t lanes, const WideBarriers::Key& key) {
                  in.launch->barriers.arrive(key, in.state.arrive_wide(event.warp, lanes));
                });
  in.show_clock(event.warp);
}

void RaceDetector::opened(const probes::Opened& event) {
  auto& in = running(event.block);
  if (in.has_notes()) take_notes(in);
  // Also of warps that are elsewhere: code has counted what they did until now.
  for (unsigned warp = 0; warp < in.state.warps(); ++warp) in.take_clock(warp);
  if (event.id == 0 && event.threads == 0) in.came_by = nullptr;
  if (!is_wide(event.id)) {
    const auto* dim = event.block.launch.block;
    in.state.open(event.id, event.threads == 0 || event.threads >= dim[0] * dim[1] * dim[2]);
    in.show_clocks();
    if (in.epoch) in.epoch->forget_quiet();
    return;
  }
  for (unsigned warp = 0; warp < event.arrived.size(); ++warp) {
    in.each_phase(event.id, warp, event.arrived[warp], 0,
                  [&](std::uint32_t lanes, const WideBarriers::Key& key) {
                    auto all = in.launch->barriers.open(key);
                    all.grid = event.id == abi::kGridBarrier;
                    all.first = in.launch->first;
                    all.end = in.launch->end;
                    in.state.open_wide(warp, lanes, all);
                  });
  }
  in.show_clocks();
  if (in.epoch) in.epoch->forget_quiet();
}

void RaceDetector::warp_operation(const probes::WarpOperation& event) {
  auto& in = begin_event(event);
  const auto operation = event.site.warp_op();
  if (operation == abi::WarpOp::kActiveMask) return;
  if (operation == abi::WarpOp::kSync && event.site.is_of_matrix()) return;
  if (!options_.rules(operation == abi::WarpOp::kSync ? Rule::kWarpBarrier
                                                      : Rule::kWarpOperation)) {
    return;
  }
  const auto first = event.members[std::size_t(std::countr_zero(event.active))];
  if (all_give(event, first)) {
    in.state.meet(event.warp, event.active, first);
    return in.show_clock(event.warp);
  }
  for (auto rest = event.active; rest != 0;) {
    const auto members = event.members[std::countr_zero(rest)];
    std::uint32_t alike = 0;
    for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
      alike |= std::uint32_t{event.members[lane] == members} << lane;
    }
    alike &= rest;
    in.state.meet(event.warp, alike, members);
    rest &= ~alike;
  }
  in.show_clock(event.warp);
}

void RaceDetector::fence(const probes::Fence& event) {
  auto& in = begin_event(event);
  const auto reach = level(event.site.scope);
  if (reach == Level::kNone) return;
  const auto order = event.site.order;
  in.state.fence(event.warp, event.active, reach, order != probes::Order::kRelease,
                 order != probes::Order::kAcquire);
  in.show_clock(event.warp);
}

void RaceDetector::wait_for_launch_before(const probes::At& event) {
  auto& in = begin_event(event);
  if (!in.launch->end_of_that) return;
  in.state.learn(event.warp, event.active, in.launch->end_of_that);
  in.show_clock(event.warp);
}

void RaceDetector::exit(const probes::Exit& event) {
  auto& in = begin_event(event);
  in.state.exit(event.warp, event.ended);
  in.show_clock(event.warp);
}

void RaceDetector::mbarrier(const probes::Operation& event, const MbarrierPhases::Report& late) {
  using abi::MbarrierOp;
  const auto op = event.site.mbarrier_op();
  auto& in = running(event.block);
  const auto each = [&](auto f) {
    for (auto rest = event.active; rest != 0; rest &= rest - 1) {
      const unsigned lane = std::countr_zero(rest);
      if (event.a[lane] - in.shared < in.shared_bytes) f(lane, event.a[lane]);
    }
  };
  if (op == MbarrierOp::kInit) {
    return each([&](unsigned, std::uint64_t at) { in.mbarriers.initialised(at); });
  }
  if (op == MbarrierOp::kInvalidate) {
    return each([&](unsigned, std::uint64_t at) { in.mbarriers.invalidated(at); });
  }
  const bool is_afar = in.of_cluster && goes_afar(in, event);
  if (!in.mbarriers.any() && !is_afar) return;
  begin_event(in, event.warp, event.active);
  if (is_afar) arrive_from_afar(in, event);
  const auto published = [&](std::uint64_t at) {
    BlockKnown known;
    std::uint64_t seen = 0;
    const auto levels =
        published_.read({at, in.generation()}, in.state.id(), in.cluster, Level::kDevice, seen);
    for (const auto& one : levels) {
      if (one) known = join(known, one->find(in.state.id()));
    }
    return known;
  };
  each([&](unsigned, std::uint64_t at) { in.mbarriers.catch_up(at, published, late); });
  each([&](unsigned lane, std::uint64_t at) {
    const auto& state = in.state.warp(event.warp).lane(lane);
    const MbarrierPhases::Lane by{in.state.id(), event.warp, lane, state.clock, state.known};
    if (op == MbarrierOp::kLook) {
      in.mbarriers.looks(event.site, by, at, event.b[lane], late);
    } else if (op != MbarrierOp::kComplete) {
      in.mbarriers.arrives(event.site, by, at, event.b[lane],
                           static_cast<std::int64_t>(event.c[lane]));
    }
  });
}

void RaceDetector::device_launch(const probes::DeviceLaunch& event) {
  auto& in = running(event.block);
  const unsigned warp = event.thread / abi::kWarpSize, lane = event.thread % abi::kWarpSize;
  begin_event(in, warp, 1u << lane);
  launches_.families().give(event, in.state.give(warp, lane));
  in.show_clock(warp);
}

void RaceDetector::memory(const probes::Memory& event) {
  if (event.change == probes::MemoryChange::kRefused ||
      event.change == probes::MemoryChange::kMoved) {
    return;
  }
  shadow_.forget(event.address, event.bytes);
  noted_rows_.forget(event.address, event.bytes);
  if (!published_.empty()) published_.erase(event.address, event.bytes);
  if (auto* quiet = quiet_.load(std::memory_order_relaxed)) {
    quiet->forget(event.address, event.bytes);
  }
}

}  // namespace heddle::checker::races
