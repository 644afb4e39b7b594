// SPDX-License-Identifier: Apache-2.0
#include "profiler/collector.h"

#include <algorithm>

#include "profiler/access_counter.h"
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
  profile.calls_pointers = launch.calls_pointers;
  return profile;
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
  auto& code = codes_[launch.counted.data()];
  if (!code) code = std::make_unique<KernelCode>(launch.counted);
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
  running_[launch.id] = std::move(running);
}

void Collector::count(const probes::CountedAccess& event) {
  count_access(event);
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
  if (it->second.taken) keep(launch, it->second, faulted);
  running_.erase(it);
}

void Collector::keep(const probes::Launch& launch, const Running& running, bool faulted) {
  support::FieldHash hash;
  add_shape(hash, launch, faulted);
  running.numbers.add_to(hash);
  const auto digest = hash.finish();
  const auto [it, is_new] = known_.emplace(Key(digest.low, digest.high), run_.profiles.size());
  if (is_new && run_.profiles.size() == kMostProfiles) {
    known_.erase(it);
    ++run_.over_limit;
    return;
  }
  if (is_new) {
    auto& profile = run_.profiles.emplace_back(profile_of(launch, name_of(launch), faulted));
    profile.first_launch = running.number;
    if (running.code) running.code->describe(running.numbers, profile);
    if (sink_.profile) sink_.profile(it->second, profile);
  }
  run_.profiles[it->second].add_launch(running.number);
  if (sink_.launch) sink_.launch(it->second, running.number);
}

Run Collector::run() const {
  const std::lock_guard lock(mutex_);
  return run_;
}

}  // namespace heddle::profiler
