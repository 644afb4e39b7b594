// SPDX-License-Identifier: Apache-2.0
// What kernels with probe events call back: see the list in image/kernel_abi.h.
#include <bit>

#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/probes/listeners.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::abi::kWarpSize;
using heddle::engine::BlockRunner;
using heddle::engine::HostThread;
namespace probes = heddle::probes;

namespace {

// Tells an event of kernel code: `make(at)` is the event, `tell(listener, event)` the call.
template <class Make, class Tell>
void tell(BlockContext* block, std::uint32_t warp, const probes::Site* site, std::uint32_t active,
          Make make, Tell tell) {
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  const heddle::engine::ListenerSet* listeners = runner.grid().listeners;
  // Code behind function pointers keeps its events when the tool has gone.
  if (!listeners || active == 0) return;
  const HostThread::Listening listening;
  const auto event = make(probes::At{*site, runner.block_told(), warp, active}, runner);
  listeners->tell_with_wanted(site->event,
                              [&](probes::Listener& listener, probes::EventMask wanted) {
                                if constexpr (requires { tell(listener, event, wanted); }) {
                                  tell(listener, event, wanted);
                                } else {
                                  tell(listener, event);
                                }
                              });
}

std::uint32_t lanes_in_shared(const probes::At& at, const std::uint64_t* addresses) {
  const auto shared = at.block.shared;
  const auto begin = reinterpret_cast<std::uint64_t>(shared.data());
  std::uint32_t lanes = 0;
  for (std::uint32_t rest = at.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (addresses[lane] - begin < shared.size()) lanes |= 1u << lane;
  }
  return lanes;
}

// In shared memory of other blocks.
std::uint32_t lanes_in_cluster(const probes::At& at, const BlockContext& block,
                               const std::uint64_t* addresses) {
  const auto begin = reinterpret_cast<std::uint64_t>(block.cluster_shared);
  std::uint32_t lanes = 0;
  for (std::uint32_t rest = at.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const auto rank = (addresses[lane] - begin) >> block.cluster_shift;
    if (rank < block.cluster_size && rank != block.cluster_rank) lanes |= 1u << lane;
  }
  return lanes;
}

std::uint32_t lanes_in_local(const probes::At& at, const BlockRunner& runner,
                             const std::uint64_t* addresses) {
  std::uint32_t lanes = 0;
  for (std::uint32_t rest = at.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (runner.is_local(addresses[lane])) lanes |= 1u << lane;
  }
  return lanes;
}

}  // namespace

HEDDLE_RT std::uint32_t heddle_rt_probe_access(BlockContext* block, std::uint32_t warp,
                                               const probes::Site* site, std::uint32_t active,
                                               const std::uint64_t (*rows)[kWarpSize]) {
  std::uint32_t admitted = active;
  tell(
      block, warp, site, active,
      [&](const probes::At& at, const BlockRunner& runner) {
        const auto* addresses = rows[0];
        probes::Access event{at, std::span(rows[0]), std::span(rows[1]), 0, 0, 0};
        event.row = probes::row_of(event.addresses, active);
        event.one_object = probes::is_one_value(event.objects, active);
        if (block->cluster_size > 1) event.remote = lanes_in_cluster(at, *block, addresses);
        switch (site->space) {
          case probes::Space::kShared:
            event.shared = active;
            break;
          case probes::Space::kLocal:
            event.local = active;
            break;
          case probes::Space::kGeneric:
            event.shared = lanes_in_shared(at, addresses);
            event.local = lanes_in_local(at, runner, addresses);
            break;
          default:
            break;
        }
        return event;
      },
      [&](probes::Listener& listener, const probes::Access& event, probes::EventMask wanted) {
        if (probes::has(wanted, probes::Event::kAnswer)) {
          admitted &= listener.admit(event);
        } else if (event.site.event == probes::Event::kAtomic) {
          listener.atomic(event);
        } else {
          listener.access(event);
        }
      });
  return admitted;
}

HEDDLE_RT void heddle_rt_probe_branch(BlockContext* block, std::uint32_t warp,
                                      const probes::Site* site, std::uint32_t active,
                                      std::uint32_t taken) {
  tell(
      block, warp, site, active,
      [&](const probes::At& at, const BlockRunner&) { return probes::Branch{at, taken}; },
      [](probes::Listener& listener, const probes::Branch& event) { listener.branch(event); });
}

HEDDLE_RT void heddle_rt_probe_barrier(BlockContext* block, std::uint32_t warp,
                                       const probes::Site* site, std::uint32_t active,
                                       std::uint32_t id, std::uint32_t threads,
                                       std::uint32_t predicate) {
  tell(
      block, warp, site, active,
      [&](const probes::At& at, const BlockRunner&) {
        return probes::Barrier{at, id, threads, predicate};
      },
      [](probes::Listener& listener, const probes::Barrier& event) { listener.barrier(event); });
}

HEDDLE_RT void heddle_rt_probe_warp(BlockContext* block, std::uint32_t warp,
                                    const probes::Site* site, std::uint32_t active,
                                    const std::uint32_t (*rows)[kWarpSize]) {
  tell(
      block, warp, site, active,
      [&](const probes::At& at, const BlockRunner&) {
        return probes::WarpOperation{at, std::span(rows[0]), std::span(rows[1]),
                                     std::span(rows[2])};
      },
      [](probes::Listener& listener, const probes::WarpOperation& event) {
        listener.warp_operation(event);
      });
}

HEDDLE_RT void heddle_rt_probe_loaded(BlockContext* block, std::uint32_t warp,
                                      const probes::Site* site, std::uint32_t active,
                                      const std::uint64_t (*addresses)[kWarpSize],
                                      std::uint32_t (*undefined)[kWarpSize]) {
  for (auto& lane : *undefined) lane = 0;
  tell(
      block, warp, site, active,
      [&](const probes::At& at, const BlockRunner&) {
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
      [&](const probes::At& at, const BlockRunner&) {
        return probes::UndefinedStore{at, std::span(*addresses), std::span(*undefined)};
      },
      [](probes::Listener& listener, const probes::UndefinedStore& event) {
        listener.undefined_store(event);
      });
}

HEDDLE_RT void heddle_rt_probe_object(BlockContext* block, std::uint32_t warp,
                                      const probes::Site* site, std::uint32_t active,
                                      const std::uint64_t (*addresses)[kWarpSize]) {
  tell(
      block, warp, site, active,
      [&](const probes::At& at, const BlockRunner&) {
        return probes::UndefinedObject{at, std::span(*addresses)};
      },
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
      [&](const probes::At& at, const BlockRunner&) {
        return probes::UndefinedUse{at, std::span(*addresses), std::span(*sources)};
      },
      [](probes::Listener& listener, const probes::UndefinedUse& event) {
        listener.undefined_use(event);
      });
}

HEDDLE_RT void heddle_rt_probe_fence(BlockContext* block, std::uint32_t warp,
                                     const probes::Site* site, std::uint32_t active) {
  tell(
      block, warp, site, active,
      [](const probes::At& at, const BlockRunner&) { return probes::Fence{at}; },
      [](probes::Listener& listener, const probes::Fence& event) { listener.fence(event); });
}

HEDDLE_RT void heddle_rt_probe_exit(BlockContext* block, std::uint32_t warp,
                                    const probes::Site* site, std::uint32_t active,
                                    std::uint32_t ended) {
  if (ended == 0) return;
  tell(
      block, warp, site, active,
      [&](const probes::At& at, const BlockRunner&) { return probes::Exit{at, ended}; },
      [](probes::Listener& listener, const probes::Exit& event) { listener.exit(event); });
}
