// SPDX-License-Identifier: Apache-2.0
#include "checker/barriers/sync_filter.h"

#include "checker/describe.h"
#include "checker/members.h"

namespace heddle::checker {

using probes::Event;

void SyncFilter::State::begin(const probes::Block& began) {
  block.emplace(began);
  is_told = false;
  live.begin(began);
  all_live = true;
  waiting = arrivals = 0;
}

SyncFilter::SyncFilter(const Session& session,
                       std::vector<std::unique_ptr<probes::Listener>> checks)
    : shortcuts_(session.options.shortcuts), events_(Event::kKernel | Event::kBlock) {
  // What is in step is what it lets pass.
  if (shortcuts_) events_ |= probes::mask(Event::kInStep);
  for (auto& check : checks) {
    const auto wanted = check->events();
    events_ |= wanted;
    checks_.push_back({std::move(check), wanted});
  }
}

void SyncFilter::tell(State& state, const probes::Block& block) const {
  state.is_told = true;
  each(Event::kBlock, [&](probes::Listener& check) { check.block_begin(block); });
  const LiveThreads& live = state.live;
  for (std::uint32_t warp = 0; warp < live.warps(); ++warp) {
    const std::uint32_t ended = live.all_of(warp) & ~live.of(warp);
    if (ended == 0) continue;
    const probes::Exit event{{*state.ended_at, block, warp, ended}, ended};
    each(Event::kExit, [&](probes::Listener& check) { check.exit(event); });
  }
  for (std::uint32_t i = 0; i < state.arrivals; ++i) {
    const auto [site, warp] = state.arrived_at[i];
    const probes::Barrier event{{*site, block, warp, live.of(warp)}, 0, 0, 0};
    each(Event::kBarrier, [&](probes::Listener& check) { check.barrier(event); });
  }
}

// The blocks of a launch that ended early: where their threads were then.
void SyncFilter::tell_rest(const probes::Launch& launch) {
  for (const auto& state : blocks_.take(launch)) {
    if (!state->is_told) tell(*state, *state->block);
  }
}

void SyncFilter::kernel_end(const probes::Launch& launch, bool faulted) {
  if (faulted) tell_rest(launch);
  each(Event::kKernel, [&](probes::Listener& check) { check.kernel_end(launch, faulted); });
}

void SyncFilter::deadlock(const probes::Deadlock& event) {
  tell_rest(event.launch);
  each(Event::kDeadlock, [&](probes::Listener& check) { check.deadlock(event); });
}

void SyncFilter::block_begin(const probes::Block& block) {
  State& state = blocks_.begin(block);
  if (!shortcuts_) tell(state, block);
}

void SyncFilter::block_end(const probes::Block& block) {
  if (!counting(block)) {
    each(Event::kBlock, [&](probes::Listener& check) { check.block_end(block); });
  }
  blocks_.end(block);
}

void SyncFilter::exit(const probes::Exit& event) {
  if (State* state = counting(event.block)) {
    state->live.end(event.warp, event.ended);
    state->all_live = false;
    state->ended_at = &event.site;
    return;
  }
  each(Event::kExit, [&](probes::Listener& check) { check.exit(event); });
}

void SyncFilter::barrier(const probes::Barrier& event) {
  if (State* state = counting(event.block)) {
    const std::uint32_t warp = 1u << event.warp;
    if (event.id == 0 && event.threads == 0 && event.active == state->live.of(event.warp) &&
        (state->waiting & warp) == 0 && event.site.barrier_op() != abi::BarrierOp::kArrive) {
      state->waiting |= warp;
      state->arrived_at[state->arrivals++] = {&event.site, event.warp};
      return;
    }
    tell(*state, event.block);
  }
  each(Event::kBarrier, [&](probes::Listener& check) { check.barrier(event); });
}

void SyncFilter::opened(const probes::Opened& event) {
  if (State* state = counting(event.block)) {
    if (event.id == 0 && event.threads == 0) {
      state->waiting = state->arrivals = 0;
      return;
    }
    tell(*state, event.block);
  }
  each(Event::kOpened, [&](probes::Listener& check) { check.opened(event); });
}

void SyncFilter::in_step(const probes::InStep& event) {
  State* state = blocks_.of(event.block);
  if (!state) return;
  if (!state->is_told) {
    if (state->all_live) return;
    tell(*state, event.block);
  }
  std::array<std::uint32_t, LiveThreads::kMostWarps> arrived{};
  for (std::uint32_t warp = 0; warp < state->live.warps(); ++warp) {
    arrived[warp] = state->live.all_of(warp);
    const probes::Barrier arrival{{event.site, event.block, warp, arrived[warp]}, 0, 0, 0};
    each(Event::kBarrier, [&](probes::Listener& check) { check.barrier(arrival); });
  }
  const probes::Opened opened{event.block, 0, 0, std::span(arrived).first(state->live.warps())};
  each(Event::kOpened, [&](probes::Listener& check) { check.opened(opened); });
}

void SyncFilter::warp_operation(const probes::WarpOperation& event) {
  if (State* state = counting(event.block)) {
    const std::uint32_t members = event.members[first_lane(event.active)];
    if (event.active == (members & state->live.of(event.warp)) && all_give(event, members)) return;
    tell(*state, event.block);
  }
  each(Event::kWarp, [&](probes::Listener& check) { check.warp_operation(event); });
}

void SyncFilter::operation(const probes::Operation& event) {
  // Which of the two it is: some check here wants it.
  tell_from_here(event.block);
  each(event.site.event, [&](probes::Listener& check) { check.operation(event); });
}

}  // namespace heddle::checker
