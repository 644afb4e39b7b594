// SPDX-License-Identifier: Apache-2.0
#include "profiler/collector.h"

#include <algorithm>
#include <bit>

#include "profiler/access_counter.h"
#include "profiler/block_times.h"
#include "profiler/caches/replay.h"
#include "profiler/evaluate.h"
#include "support/demangle.h"

namespace heddle::profiler {
namespace {

Profile profile_of(const probes::Launch& launch, const std::string& name, bool faulted) {
  Profile profile;
  profile.kernel = name;
  profile.mangled = launch.kernel;
  profile.device = launch.device;
  std::ranges::copy(launch.grid, profile.grid.begin());
  std::ranges::copy(launch.block, profile.block.begin());
  std::ranges::copy(launch.cluster, profile.cluster.begin());
  profile.static_shared = launch.static_shared_bytes;
  profile.dynamic_shared = launch.dynamic_shared_bytes;
  profile.registers = launch.record.registers;
  profile.local_bytes = launch.record.local_bytes;
  profile.max_threads = launch.record.max_threads_per_block;
  profile.faulted = faulted;
  profile.one_by_one = launch.one_by_one;
  profile.misses_functions = launch.misses_functions;
  return profile;
}

std::uint64_t blocks_of(const probes::Launch& launch) {
  return std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
}

// What tells launches apart whose numbers are equal.
void add_shape(support::FieldHash& hash, const probes::Launch& launch, bool faulted) {
  hash.add(launch.kernel);
  hash.add(static_cast<std::uint64_t>(launch.device));
  for (const auto* triple : {launch.grid, launch.block, launch.cluster}) {
    for (unsigned i = 0; i < 3; ++i) hash.add(std::uint64_t{triple[i]});
  }
  hash.add(std::uint64_t{launch.dynamic_shared_bytes});
  hash.add(std::uint64_t{faulted});
  if (launch.window.bytes != 0) {
    hash.add(launch.window.bytes);
    hash.add(std::uint64_t{std::bit_cast<std::uint32_t>(launch.window.hit_ratio)});
    hash.add(static_cast<std::uint64_t>(launch.window.hit));
    hash.add(static_cast<std::uint64_t>(launch.window.miss));
  }
}

}  // namespace

const std::string& Collector::name_of(const probes::Launch& launch) {
  auto it = names_.find(launch.kernel);
  if (it == names_.end()) {
    const std::string mangled(launch.kernel);
    it = names_.emplace(mangled, support::demangle(mangled)).first;
  }
  return it->second;
}

KernelCode* Collector::code_of(const probes::Launch& launch) {
  if (launch.counted.empty()) return nullptr;
  auto& code = codes_[{launch.counted.data(), launch.functions.size()}];
  if (!code) code = std::make_unique<KernelCode>(launch.counted, launch.functions);
  return code.get();
}

void Collector::kernel_begin(const probes::Launch& launch) {
  const std::lock_guard lock(mutex_);
  Running running;
  running.number = ++run_.launches;
  running.taken = choice_.takes(name_of(launch));
  if (!running.taken) ++run_.not_chosen;
  running.code = code_of(launch);
  if (running.code && running.taken) running.numbers = running.code->zeros();
  // What the others touch of managed memory does not move again.
  const bool touches = running.taken || !managed_.empty();
  if (running.code && predicts_ && touches && !launch.one_by_one) {
    running.lines = std::make_unique<LineLog>(exact_, allocations_.table(), spare_);
  }
  running_[launch.id] = std::move(running);
}

// Asked for at every access: each thread knows of the launch that it heard of last.
LineLog* Collector::lines_of(const probes::Launch& launch) {
  thread_local std::uint64_t id = 0;
  thread_local LineLog* lines = nullptr;
  if (id != launch.id) {
    const std::lock_guard lock(mutex_);
    const auto it = running_.find(launch.id);
    lines = it == running_.end() ? nullptr : it->second.lines.get();
    id = launch.id;
  }
  return lines;
}

void Collector::block_begin(const probes::Block& block) {
  if (auto* lines = lines_of(block.launch)) lines->begin(block);
}

void Collector::block_end(const probes::Block& block) {
  if (!block.clocks) return;
  const auto cycles = BlockTimes::take(*block.clocks);
  if (auto* lines = lines_of(block.launch)) lines->end(block, cycles);
}

void Collector::access(const probes::Access& event) {
  auto* lines = lines_of(event.block.launch);
  if (!lines || event.site.space == probes::Space::kConstant) return;
  const auto global = event.active & ~(event.shared | event.local | event.remote);
  if (global == 0) return;
  lines->add({event.site, event.block, event.warp, global}, event.addresses);
}

void Collector::atomic(const probes::Access& event) {
  access(event);
}

probes::Pass Collector::passes(const probes::RowAccess& event) {
  const auto space = event.site.space;
  auto* lines = lines_of(event.block.launch);
  if (!lines || space == probes::Space::kShared || space == probes::Space::kConstant) {
    return probes::Pass::all();
  }
  if (!event.shared) lines->add(event, event.rows);
  return probes::Pass::this_one();
}

void Collector::count(const probes::CountedAccess& event) {
  count_access(event, sample_);
}

void Collector::counted(const probes::Counts& counts) {
  const std::lock_guard lock(mutex_);
  auto& running = running_.at(counts.launch.id);
  if (running.taken) {
    running.code->add(counts, costs_, running.numbers);
  } else {
    running.code->drop(counts);
  }
}

void Collector::kernel_end(const probes::Launch& launch, bool faulted) {
  const std::lock_guard lock(mutex_);
  const auto it = running_.find(launch.id);
  auto& running = it->second;
  if (running.lines && !managed_.empty()) move_managed(launch, running);
  if (running.taken) keep(launch, running, faulted);
  running_.erase(it);
}

void Collector::memory(const probes::Memory& event) {
  const std::lock_guard lock(mutex_);
  allocations_.change(event);
  host_.change(event);
  managed_.change(event);
}

Profile Collector::made(const probes::Launch& launch, Running& running, bool faulted) {
  auto profile = profile_of(launch, name_of(launch), faulted);
  profile.first_launch = running.number;
  if (running.code) running.code->describe(running.numbers, profile);
  if (running.lines) simulate(launch, running, profile);
  return profile;
}

void Collector::keep(const probes::Launch& launch, Running& running, bool faulted) {
  support::FieldHash hash;
  add_shape(hash, launch, faulted);
  running.numbers.add_to(hash);
  hash.add(running.managed_moved);
  // Where L2 keeps what it has, launches that did the same may find other lines there.
  std::optional<Profile> profile;
  if (keeps_l2_) {
    profile = made(launch, running, faulted);
    for (const auto& caches : profile->caches) {
      for (const auto& row : kCacheCounts) hash.add(caches.*row.member);
    }
  }
  const auto digest = hash.finish();
  const auto [it, is_new] = known_.emplace(Key(digest.low, digest.high), run_.profiles.size());
  if (is_new && run_.profiles.size() == kMostProfiles) {
    known_.erase(it);
    ++run_.over_limit;
    return;
  }
  if (is_new) {
    if (!profile) profile = made(launch, running, faulted);
    run_.profiles.push_back(std::move(*profile));
    if (sink_.profile) sink_.profile(it->second, run_.profiles.back());
  }
  run_.profiles[it->second].add_launch(running.number);
  if (sink_.launch) sink_.launch(it->second, running.number);
}

// Lines that were not noted have neighbours that were.
void Collector::move_managed(const probes::Launch& launch, Running& running) {
  running.told = running.lines->take(blocks_of(launch));
  for (const auto& touch : running.told->touches) {
    running.managed_moved += managed_.touch(touch.line * LineLog::kLineBytes);
  }
}

void Collector::simulate(const probes::Launch& launch, Running& running, Profile& profile) {
  if (!running.told) running.told = running.lines->take(blocks_of(launch));
  auto& told = *running.told;
  const auto held = [&](const gpu::Model& model) {
    return keeps_l2_ ? &held_[{launch.device, model.id}] : nullptr;
  };
  for (const auto& model : gpus_) {
    if (const auto* lines = held(model)) told.keep(lines->shift);
  }
  profile.managed_moved = running.managed_moved;
  profile.lines_of_one = std::uint64_t{1} << told.shift;
  for (const auto& model : gpus_) {
    const auto blocks = occupancy_of(profile, model, registers_).blocks_per_sm;
    const auto shared = std::int64_t{profile.static_shared} + profile.dynamic_shared;
    const Placement placement{blocks, l1_bytes(model, blocks, shared)};
    const auto [counts, levels] = replay(told, placement, launch.window, model, host_, held(model));
    profile.caches.push_back(counts);
    running.code->add_rounds_of(running.numbers, told.sites, levels,
                                profile.lines_of_one * std::uint64_t(model.chip.sm_count),
                                profile.caches.back());
  }
}

Run Collector::run() const {
  const std::lock_guard lock(mutex_);
  return run_;
}

}  // namespace heddle::profiler
