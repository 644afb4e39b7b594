// SPDX-License-Identifier: Apache-2.0
#include "checker/races/launches.h"

#include <algorithm>

namespace heddle::checker::races {

BlockId LaunchState::block(const std::uint32_t at[3]) const {
  if (cluster_blocks() == 1) {
    return first + (BlockId{at[2]} * grid[1] + at[1]) * grid[0] + at[0];
  }
  BlockId number = 0;
  BlockId rank = 0;
  for (int i = 2; i >= 0; --i) {
    number = number * (grid[i] / cluster[i]) + at[i] / cluster[i];
    rank = rank * cluster[i] + at[i] % cluster[i];
  }
  return first + number * cluster_blocks() + rank;
}

void LaunchState::index(BlockId block, std::uint32_t at[3]) const {
  BlockId number = (block - first) / cluster_blocks();
  BlockId rank = (block - first) % cluster_blocks();
  for (int i = 0; i < 3; ++i) {
    at[i] = std::uint32_t(number % (grid[i] / cluster[i]) * cluster[i] + rank % cluster[i]);
    number /= grid[i] / cluster[i];
    rank /= cluster[i];
  }
}

// As if the one before had not ended yet. All others that have ended are over.
void Launches::put_beside(LaunchState& launch, const LaunchState& before) {
  launch.beside = before.id;
  launch.ordered_below = std::min(launch.ordered_below, before.first);
  launch.end_of_that = Blocks::ended(before.first, before.end);
  for (const auto& other : launches_) {
    if (!other->ended || other->id == before.id || other->end <= before.first) continue;
    launch.known = join(launch.known, Blocks::ended(other->first, other->end));
  }
}

bool Launches::begin(const probes::Launch& launch, std::uint64_t beside) {
  const std::scoped_lock lock(mutex_);
  const auto before = std::ranges::find_if(launches_, [&](const auto& one) {
    return beside != 0 && one->work == beside && one->launched_by.empty();
  });
  const LaunchState* const overlapped = before == launches_.end() ? nullptr : before->get();
  const bool alone =
      !overlapped && std::ranges::all_of(launches_, [](const auto& one) { return one->ended; });
  const auto dead = dead_below_.load(std::memory_order_relaxed);
  std::erase_if(launches_, [&](const auto& one) {
    if (one.get() == overlapped) return false;
    return alone || (one->ended && one->end <= dead);
  });
  auto state = std::make_unique<LaunchState>();
  state->id = launch.id;
  state->kernel = launch.kernel;
  state->sites = launch.sites;
  state->quiet = launch.quiet;
  state->first_quiet_id = launch.first_quiet_id;
  state->work = launch.work;
  state->launched_by = launch.launched_by;
  BlockId blocks = 1;
  for (int i = 0; i < 3; ++i) {
    state->grid[i] = launch.grid[i];
    state->cluster[i] = std::max(launch.cluster[i], 1u);
    blocks *= launch.grid[i];
  }
  state->lanes_wait = launch.one_by_one;
  for (const auto& site : launch.sites) {
    if (site.event == probes::Event::kWait && site.waits_for_lanes()) state->lanes_wait = true;
    if (site.space != probes::Space::kShared && site.space != probes::Space::kGeneric) continue;
    while (site.bytes % state->shared_word != 0) state->shared_word /= 2;
  }
  state->first = next_;
  state->end = next_ += blocks;
  state->ordered_below = state->first;
  for (const auto& other : launches_) {
    if (!other->ended) state->ordered_below = std::min(state->ordered_below, other->first);
  }
  state->known = families_.begin(launch, state->first, state->end);
  if (overlapped) {
    put_beside(*state, *overlapped);
    dead_below_.store(std::min(dead, overlapped->first), std::memory_order_relaxed);
  }
  if (alone) dead_below_.store(state->first, std::memory_order_relaxed);
  launches_.push_back(std::move(state));
  return alone;
}

void Launches::end(const probes::Launch& launch) {
  const std::scoped_lock lock(mutex_);
  BlockId dead = next_;
  for (const auto& one : launches_) {
    if (one->id == launch.id) one->ended = true;
    if (!one->ended) dead = std::min(dead, one->ordered_below);
  }
  dead_below_.store(dead, std::memory_order_relaxed);
  families_.end(launch);
}

LaunchState& Launches::find(std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  return **std::ranges::find(launches_, id, [](const auto& one) { return one->id; });
}

const probes::Site* Launches::site(BlockId block, std::uint32_t number) {
  const std::scoped_lock lock(mutex_);
  for (const auto& launch : launches_) {
    if (block >= launch->first && block < launch->end) return &launch->sites[number];
  }
  return nullptr;
}

void Launches::complete(RaceSide& side, BlockId block) {
  const std::scoped_lock lock(mutex_);
  for (const auto& launch : launches_) {
    if (block < launch->first || block >= launch->end) continue;
    side.launch = launch->id;
    side.kernel = launch->kernel;
    side.work = launch->work;
    side.launched_by = launch->launched_by;
    side.beside = launch->beside;
    side.family = families_.of(launch->id);
    launch->index(block, side.block);
  }
}

}  // namespace heddle::checker::races
