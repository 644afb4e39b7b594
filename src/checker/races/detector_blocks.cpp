// SPDX-License-Identifier: Apache-2.0
// Launches and blocks of the race detector: where they begin and end, and what it keeps of a block
// that runs (running.h).
#include "checker/races/detector.h"
#include "checker/races/running.h"
#include "checker/races/running_cluster.h"

namespace heddle::checker::races {

RaceDetector::RaceDetector(RaceOptions options, std::function<void(const RaceReport&)> sink)
    : options_(options), sink_(std::move(sink)), running_(kMostWorkers) {}

RaceDetector::~RaceDetector() {
  for (auto& one : running_) delete one.load();
}

void RaceDetector::kernel_begin(const probes::Launch& launch, std::uint64_t beside) {
  if (launches_.begin(launch, beside)) published_.clear();
  quiet_.store(launch.quiet, std::memory_order_relaxed);
  if (options_.shortcuts && options_.rules(Rule::kLaunchOrder)) noted_rows_.words();
}

// `faulted`: blocks of it have not come to their ends.
void RaceDetector::kernel_end(const probes::Launch& launch, bool faulted) {
  for (auto& worker : running_) {
    if (!faulted) break;
    auto* in = worker.load(std::memory_order_acquire);
    if (in && in->block && in->launch->id == launch.id && in->has_notes()) take_notes(*in);
  }
  if (faulted) forget_clusters(launches_.find(launch.id));
  const std::scoped_lock lock(handing_out_);
  collector_.hand_out([&](RaceSide& side, BlockId block) { launches_.complete(side, block); },
                      sink_);
  launches_.end(launch);
}

void RaceDetector::Running::begin(LaunchState& of, const probes::Block& begun) {
  launch = &of;
  launch_id = of.id;
  block = &begun;
  told.emplace(begun);
  const auto* dim = begun.launch.block;
  const BlockId id = of.block(begun.index);
  threads_of_block = dim[0] * dim[1] * dim[2];
  state.begin(id, threads_of_block, of.known);
  const auto blocks = of.cluster_blocks();
  rank = blocks == 1 ? 0 : static_cast<unsigned>((id - of.first) % blocks);
  cluster = id - rank;
  shared = reinterpret_cast<std::uintptr_t>(begun.shared.data());
  shared_bytes = begun.shared.size();
  if (may_look) {
    for (auto& of_warp : looks) of_warp.clear();
  }
  looks.resize(state.warps());
  may_look = false;
  grid_phases.clear();
  cluster_phases.clear();
  cluster_early.clear();
  atomics.clear();
  mbarriers.begin();
  forgotten = 0;
  epoch_common = 0;
  ++epoch_number;
  noted_states.resize(state.warps());
  came_by = nullptr;
  in_step = true;
  publishes_in_shared = false;
  notes = begun.notes;
  show_clocks(state.warp(0).top(1));
}

// The operations of the warp that code has counted.
void RaceDetector::Running::take_clock(unsigned warp) {
  if (!notes || notes->clocks[warp] == clocks[warp]) return;
  state.meet_all(warp, notes->clocks[warp] - clocks[warp]);
  show_clock(warp);
}

void RaceDetector::Running::show_clock(unsigned warp) {
  if (!notes) return;
  const auto& of = state.warp(warp);
  notes->clocks[warp] = clocks[warp] = of.is_one() ? of.top(1) : kSeveralClocks;
}

void RaceDetector::block_begin(const probes::Block& block) {
  auto& slot = running_[block.worker % kMostWorkers];
  auto* in = slot.load(std::memory_order_acquire);
  if (!in) {
    in = std::make_unique<Running>(options_.rules).release();
    slot.store(in, std::memory_order_release);
  }
  if (in->of_cluster) leave_cluster(*in);
  // Blocks of one launch come one after the other, and it stays where it is until its last one.
  const bool is_known = in->launch && in->launch_id == block.launch.id;
  in->begin(is_known ? *in->launch : launches_.find(block.launch.id), block);
  if (in->notes) {
    noted_rows_.show(*in->notes, in->state.id(), launches_.dead_below());
    SharedNotes::refuse(*in->notes);
  }
  if (in->launch->cluster_blocks() > 1) {
    in->epoch = nullptr;
    cluster_memory_.add(in->shared, in->shared_bytes, in->generation());
    if (in->shared_bytes != 0) join_cluster(*in, block);
  } else if (options_.shortcuts && in->shared_bytes != 0) {
    if (!in->own_epoch) in->own_epoch = std::make_unique<SharedEpoch>();
    in->epoch = in->own_epoch.get();
    in->epoch->begin_block(in->shared, in->shared_bytes, in->launch->shared_word, block.quiet);
    if (in->notes) {
      in->shared_notes.begin_block(*in->notes, in->launch->sites, in->shared, in->shared_bytes);
    }
  } else {
    in->epoch = nullptr;
  }
}

void RaceDetector::block_end(const probes::Block& block) {
  auto* in = running_[block.worker % kMostWorkers].load(std::memory_order_acquire);
  if (!in || in->block != &block) return;
  end_notes(*in);
  if (in->of_cluster) tell_uses_at_end(*in);
  in->block = nullptr;
  in->launch->barriers.end(in->state.top());
  if (block.launch.given != 0 || block.launch.may_launch) {
    launches_.families().block_end(block.launch.id, in->state.far_of_all());
  }
  if (in->launch->cluster_blocks() > 1) cluster_memory_.remove(in->shared);
  if (in->of_cluster) leave_cluster(*in);
  forgotten_.fetch_add(in->forgotten, std::memory_order_relaxed);
  if (in->epoch) in->epoch->forget_quiet();
}

RaceDetector::Running& RaceDetector::running(const probes::Block& block) {
  return *running_[block.worker % kMostWorkers].load(std::memory_order_acquire);
}

RaceDetector::Running& RaceDetector::begin_event(const probes::At& at) {
  auto& in = running(at.block);
  begin_event(in, at.warp, at.active);
  return in;
}

void RaceDetector::begin_event(Running& in, unsigned warp, std::uint32_t lanes) {
  if (in.has_notes()) take_notes(in);
  in.take_clock(warp);
  if (go_on(in, warp, lanes)) in.show_clock(warp);
}

// Lanes do something else than before. Whether that may have changed what their warp knows.
bool RaceDetector::go_on(Running& in, unsigned warp, std::uint32_t lanes) {
  const bool looks = !in.looks[warp].empty(), meets = in.state.has_meetings();
  if (looks) look_again(in, warp);
  if (meets) in.state.go_on(warp, lanes);
  return looks || meets;
}

}  // namespace heddle::checker::races
