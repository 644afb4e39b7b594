// SPDX-License-Identifier: Apache-2.0
// What kernels with probe events call back: see the list in image/kernel_abi.h.
#include <algorithm>
#include <bit>
#include <optional>

#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/probes/listeners.h"
#include "engine/rt/lane_by_lane.h"
#include "engine/rt/place_of_rows.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::abi::kWarpSize;
using heddle::engine::BlockRunner;
using heddle::engine::find_place;
using heddle::engine::HostThread;
using heddle::engine::lane_by_lane;
namespace probes = heddle::probes;

namespace {

// Tells an event of kernel code: `make(at)` is the event, `tell(listener, event)` the call.
template <class Make, class Tell>
void tell(BlockContext* block, std::uint32_t warp, const probes::Site* site, probes::Event kind,
          std::uint32_t active, Make make, Tell tell) {
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  const heddle::engine::ListenerSet* listeners = runner.grid().listeners;
  // Code behind function pointers keeps its events when the tool has gone.
  if (!listeners || active == 0) return;
  const HostThread::Listening listening(runner.host_thread());
  const auto event = make(probes::At{*site, runner.block_told(), warp, active});
  listeners->tell(kind, [&](probes::Listener& listener) { tell(listener, event); });
}

template <class Make, class Tell>
void tell(BlockContext* block, std::uint32_t warp, const probes::Site* site, std::uint32_t active,
          Make make, Tell call) {
  tell(block, warp, site, site->event, active, make, call);
}

probes::LaneAddresses lanes_of(const std::uint64_t (&row)[kWarpSize]) {
  return std::span(row);
}

// What every tool said that need not be told.
class Untelling {
 public:
  Untelling() : asked_(heddle::engine::Untold::time()) {}
  // `last`: nobody is asked behind it, so code may note for it (heddle_rt_note_access).
  void add(const probes::Pass& pass, bool last) {
    if (pass.quiet || pass.noted) {
      quiet_ = pass.quiet && (quiet_ || calm_);
      noted_ = pass.noted && last && calm_;
      calm_ = false;
      if (!quiet_ && !noted_) return none();
    }
    const auto end = std::min(end_, pass.begin + pass.bytes);
    begin_ = std::max(begin_, pass.begin);
    end_ = std::max(begin_, end);
  }
  void none() { end_ = begin_; }
  bool any() const { return begin_ != end_; }
  // Sites of functions that are called through pointers have numbers of their own.
  void open(BlockRunner& runner, const probes::Site& site) const {
    const auto sites = runner.block_told().launch.sites;
    if (site.id >= heddle::abi::kUntoldSites || sites.data() + site.id != &site) return;
    const auto bytes = end_ - begin_;
    const bool calm = calm_ && (site.calm == 0 || runner.untold().in_step());
    runner.untold().open(
        site.id, {begin_, calm ? bytes : 0, calm_ || quiet_ ? bytes : 0, noted_ ? bytes : 0},
        asked_);
  }

 private:
  std::uint64_t begin_ = 0, end_ = ~std::uint64_t{0};
  bool calm_ = true, quiet_ = false, noted_ = false;
  std::uint64_t asked_;
};

// Returns the lanes that may access. `regular`: null where it is not. `expanded()` is the event
// lane by lane: most are never needed.
template <class Expanded>
std::uint32_t tell_access(const heddle::engine::ListenerSet& listeners, BlockRunner& runner,
                          const probes::At& at, probes::RowAccess* regular, Expanded expanded) {
  std::uint32_t denied = 0;
  std::optional<probes::Access> event;
  Untelling untelling;
  if (!regular) untelling.none();
  const auto& wanting = listeners.wanting(at.site.event);
  for (const auto& [listener, wanted] : wanting) {
    if (regular && denied == 0) {
      regular->untold = untelling.any();
      const auto pass = listener->passes(*regular);
      untelling.add(pass, listener == wanting.back().listener);
      if (pass.passes) continue;
    }
    if (!event) event.emplace(expanded());
    event->denied = denied;
    if (probes::has(wanted, probes::Event::kAnswer)) {
      denied |= at.active & ~listener->admit(*event);
    } else if (at.site.event == probes::Event::kAtomic) {
      listener->atomic(*event);
    } else {
      listener->access(*event);
    }
  }
  if (!regular && denied == 0 && at.site.id < heddle::abi::kUntoldSites) {
    untelling = Untelling();
    for (const auto& [listener, wanted] : wanting) {
      untelling.add(listener->untold(*event), listener == wanting.back().listener);
      if (!untelling.any()) break;
    }
  }
  if (untelling.any()) untelling.open(runner, at.site);
  return at.active & ~denied;
}

std::uint32_t tell_lanes(BlockRunner& runner, const BlockContext& block, std::uint32_t warp,
                         const probes::Site& site, std::uint32_t active,
                         const std::uint64_t (*rows)[kWarpSize]) {
  const HostThread::Listening listening(runner.host_thread());
  const probes::At at{site, runner.block_told(), warp, active};
  const auto row = heddle::engine::row_of_lanes(lanes_of(rows[0]), active);
  const bool one_object = probes::is_one_value(lanes_of(rows[1]), active);
  const auto object = rows[1][std::countr_zero(active)];
  probes::RowAccess in_rows{at, {row.first, row.stride, 0, probes::Rows::kOneRow}, object, false, 0,
                            0};
  const bool regular = row.known && one_object && find_place(in_rows, block, runner);
  return tell_access(*runner.grid().listeners, runner, at, regular ? &in_rows : nullptr,
                     [&] { return lane_by_lane(at, block, runner, rows, row, one_object); });
}

std::uint32_t tell_rows(BlockRunner& runner, const BlockContext& block, std::uint32_t warp,
                        const probes::Site& site, std::uint32_t active, const probes::Rows& rows,
                        std::uint64_t object) {
  const HostThread::Listening listening(runner.host_thread());
  // Made in place: a copy of what was just stored waits for the stores.
  probes::RowAccess in_rows{{site, runner.block_told(), warp, active}, rows, object, false, 0, 0};
  const probes::At& at = in_rows;
  auto* regular = find_place(in_rows, block, runner) ? &in_rows : nullptr;
  std::uint64_t lanes[2][kWarpSize];
  return tell_access(*runner.grid().listeners, runner, at, regular, [&] {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      lanes[0][lane] = in_rows.rows.at(lane);
      lanes[1][lane] = object;
    }
    const auto row = probes::row_of(lanes_of(lanes[0]), active);
    return lane_by_lane(at, block, runner, lanes, row, true);
  });
}

}  // namespace

HEDDLE_RT std::uint32_t heddle_rt_probe_access(BlockContext* block, std::uint32_t warp,
                                               const probes::Site* site, std::uint32_t active,
                                               const std::uint64_t (*rows)[kWarpSize]) {
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  if (!runner.grid().listeners || active == 0) return active;
  const auto admitted = tell_lanes(runner, *block, warp, *site, active, rows);
  if (admitted != active) [[unlikely]]
    runner.deny(active & ~admitted, __builtin_return_address(0));
  return admitted;
}

HEDDLE_RT std::uint32_t heddle_rt_probe_rows(BlockContext* block, std::uint32_t warp,
                                             const probes::Site* site, std::uint32_t active,
                                             std::uint64_t first, std::uint64_t object,
                                             std::int64_t stride, std::int64_t pitch,
                                             std::uint32_t width_log2) {
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  if (!runner.grid().listeners || active == 0) return active;
  const auto admitted =
      tell_rows(runner, *block, warp, *site, active, {first, stride, pitch, width_log2}, object);
  if (admitted != active) [[unlikely]]
    runner.deny(active & ~admitted, __builtin_return_address(0));
  return admitted;
}

HEDDLE_RT void heddle_rt_probe_branch(BlockContext* block, std::uint32_t warp,
                                      const probes::Site* site, std::uint32_t active,
                                      std::uint32_t taken) {
  tell(
      block, warp, site, active, [&](const probes::At& at) { return probes::Branch{at, taken}; },
      [](probes::Listener& listener, const probes::Branch& event) { listener.branch(event); });
}

HEDDLE_RT void heddle_rt_probe_barrier(BlockContext* block, std::uint32_t warp,
                                       const probes::Site* site, std::uint32_t active,
                                       std::uint32_t id, std::uint32_t threads,
                                       std::uint32_t predicate) {
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  if (runner.grid().listeners && id == 0 && threads == 0) runner.untold().arrive(*site);
  tell(
      block, warp, site, active,
      [&](const probes::At& at) { return probes::Barrier{at, id, threads, predicate}; },
      [](probes::Listener& listener, const probes::Barrier& event) { listener.barrier(event); });
}

HEDDLE_RT void heddle_rt_probe_warp(BlockContext* block, std::uint32_t warp,
                                    const probes::Site* site, std::uint32_t active,
                                    const std::uint32_t (*rows)[kWarpSize]) {
  // Out of step: what was counted so far may be compared where threads end.
  if (block->notes) block->notes->tell_ends = 1;
  tell(
      block, warp, site, active,
      [&](const probes::At& at) {
        return probes::WarpOperation{at, std::span(rows[0]), std::span(rows[1]),
                                     std::span(rows[2])};
      },
      [](probes::Listener& listener, const probes::WarpOperation& event) {
        listener.warp_operation(event);
      });
}

// The lanes' addresses, for an event.
HEDDLE_RT void heddle_rt_lanes_of_rows(std::uint64_t (*addresses)[kWarpSize], std::uint64_t first,
                                       std::int64_t stride, std::int64_t pitch,
                                       std::uint32_t width_log2) {
  const probes::Rows rows{first, stride, pitch, width_log2};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) (*addresses)[lane] = rows.at(lane);
}

HEDDLE_RT void heddle_rt_probe_loaded(BlockContext* block, std::uint32_t warp,
                                      const probes::Site* site, std::uint32_t active,
                                      const std::uint64_t (*addresses)[kWarpSize],
                                      std::uint32_t (*undefined)[kWarpSize]) {
  for (auto& lane : *undefined) lane = 0;
  tell(
      block, warp, site, active,
      [&](const probes::At& at) {
        return probes::UndefinedLoad{at, std::span(*addresses), std::span(*undefined)};
      },
      [](probes::Listener& listener, const probes::UndefinedLoad& event) {
        listener.undefined_load(event);
      });
}

HEDDLE_RT void heddle_rt_probe_stored(BlockContext* block, std::uint32_t warp,
                                      const probes::Site* site, std::uint32_t active,
                                      const std::uint64_t (*addresses)[kWarpSize],
                                      const std::uint32_t (*undefined)[kWarpSize]) {
  tell(
      block, warp, site, active,
      [&](const probes::At& at) {
        return probes::UndefinedStore{at, std::span(*addresses), std::span(*undefined)};
      },
      [](probes::Listener& listener, const probes::UndefinedStore& event) {
        listener.undefined_store(event);
      });
}

HEDDLE_RT void heddle_rt_probe_object(BlockContext* block, std::uint32_t warp,
                                      const probes::Site* site, std::uint32_t active,
                                      const std::uint64_t (*addresses)[kWarpSize]) {
  if (site->event == probes::Event::kLocal) {
    return tell(
        block, warp, site, active,
        [&](const probes::At& at) { return probes::LocalObject{at, std::span(*addresses)}; },
        [](probes::Listener& listener, const probes::LocalObject& event) {
          listener.local_object(event);
        });
  }
  tell(
      block, warp, site, active,
      [&](const probes::At& at) { return probes::UndefinedObject{at, std::span(*addresses)}; },
      [](probes::Listener& listener, const probes::UndefinedObject& event) {
        listener.undefined_object(event);
      });
}

HEDDLE_RT void heddle_rt_probe_use(BlockContext* block, std::uint32_t warp,
                                   const probes::Site* site, std::uint32_t active,
                                   const std::uint64_t (*addresses)[kWarpSize],
                                   const std::uint32_t (*sources)[kWarpSize]) {
  tell(
      block, warp, site, active,
      [&](const probes::At& at) {
        return probes::UndefinedUse{at, std::span(*addresses), std::span(*sources)};
      },
      [](probes::Listener& listener, const probes::UndefinedUse& event) {
        listener.undefined_use(event);
      });
}

HEDDLE_RT void heddle_rt_probe_operation(BlockContext* block, std::uint32_t warp,
                                         const probes::Site* site, std::uint32_t active,
                                         const std::uint64_t (*rows)[kWarpSize],
                                         std::uint32_t lanes) {
  tell(
      block, warp, site, active & lanes,
      [&](const probes::At& at) {
        return probes::Operation{at, std::span(rows[0]), std::span(rows[1]), std::span(rows[2])};
      },
      [](probes::Listener& listener, const probes::Operation& event) {
        listener.operation(event);
      });
}

HEDDLE_RT void heddle_rt_probe_values(BlockContext* block, std::uint32_t warp,
                                      const probes::Site* site, std::uint32_t lanes,
                                      const std::uint64_t (*rows)[kWarpSize]) {
  tell(
      block, warp, site, probes::Event::kValues, lanes,
      [&](const probes::At& at) { return probes::Values{at, rows}; },
      [](probes::Listener& listener, const probes::Values& event) { listener.values(event); });
}

HEDDLE_RT void heddle_rt_probe_fence(BlockContext* block, std::uint32_t warp,
                                     const probes::Site* site, std::uint32_t active) {
  tell(
      block, warp, site, active, [](const probes::At& at) { return probes::Fence{at}; },
      [](probes::Listener& listener, const probes::Fence& event) { listener.fence(event); });
}

HEDDLE_RT void heddle_rt_probe_exit(BlockContext* block, std::uint32_t warp,
                                    const probes::Site* site, std::uint32_t active,
                                    std::uint32_t ended) {
  if (ended == 0) return;
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  if (runner.grid().listeners) runner.untold().end(warp, ended);
  tell(
      block, warp, site, active, [&](const probes::At& at) { return probes::Exit{at, ended}; },
      [](probes::Listener& listener, const probes::Exit& event) { listener.exit(event); });
}
