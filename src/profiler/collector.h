// SPDX-License-Identifier: Apache-2.0
// The listener that makes profiles of launches: it takes what the workers counted and keeps one
// profile of all launches that did the same.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "gpu/model.h"
#include "probes/listener.h"
#include "profiler/block_sample.h"
#include "profiler/caches/allocations.h"
#include "profiler/caches/host_memory.h"
#include "profiler/caches/line_log.h"
#include "profiler/caches/managed_memory.h"
#include "profiler/caches/replay.h"
#include "profiler/kernel_code.h"
#include "profiler/launch_choice.h"

namespace heddle::profiler {

class Collector : public probes::Listener {
 public:
  // `gpus`: whose caches are simulated, where that is asked for. Throws support::OptionError.
  Collector(const Options& options, std::vector<gpu::Model> gpus)
      : choice_(options),
        registers_(options.registers),
        predicts_(options.predict),
        exact_(options.exact),
        keeps_l2_(options.cache_control == "none"),
        gpus_(std::move(gpus)) {}

  // Hears of each profile that is new, and of each launch and the profile that says what it did;
  // while the lock is held.
  struct Sink {
    std::function<void(std::uint64_t profile, const Profile&)> profile;
    std::function<void(std::uint64_t profile, std::uint64_t launch)> launch;
  };
  void on_profile(Sink sink) { sink_ = std::move(sink); }

  // By now.
  Run run() const;

  probes::EventMask events() const override {
    using probes::Event;
    const auto counts = Event::kKernel | Event::kCount;
    return predicts_ ? counts | Event::kBlock | Event::kAccess | Event::kAtomic | Event::kMemory
                     : counts;
  }
  void kernel_begin(const probes::Launch& launch) override;
  void block_begin(const probes::Block& block) override;
  void block_end(const probes::Block& block) override;
  void access(const probes::Access& event) override;
  void atomic(const probes::Access& event) override;
  probes::Pass passes(const probes::RowAccess& event) override;
  void count(const probes::CountedAccess& event) override;
  void counted(const probes::Counts& counts) override;
  void kernel_end(const probes::Launch& launch, bool faulted) override;
  void memory(const probes::Memory& event) override;

 private:
  // A launch under way.
  struct Running {
    bool taken = false;
    std::uint64_t number = 0;
    KernelCode* code = nullptr;  // null: nothing is counted
    LaunchNumbers numbers;
    std::unique_ptr<LineLog> lines;  // null: not asked for
    std::optional<LineLog::Told> told;
    std::uint64_t managed_moved = 0;
  };
  using Key = std::pair<std::uint64_t, std::uint64_t>;

  const std::string& name_of(const probes::Launch& launch);
  KernelCode* code_of(const probes::Launch& launch);
  void keep(const probes::Launch& launch, Running& running, bool faulted);
  Profile made(const probes::Launch& launch, Running& running, bool faulted);
  void move_managed(const probes::Launch& launch, Running& running);
  LineLog* lines_of(const probes::Launch& launch);
  void simulate(const probes::Launch& launch, Running& running, Profile& profile);

  // More profiles are not kept.
  static constexpr std::size_t kMostProfiles = 5000;

  mutable std::mutex mutex_;
  LaunchChoice choice_;
  const std::optional<int> registers_;
  const bool predicts_;
  const bool exact_;
  const bool keeps_l2_;  // from launch to launch
  const BlockSample sample_{exact_};
  const std::shared_ptr<LineLog::Spare> spare_ = std::make_shared<LineLog::Spare>();
  const std::vector<gpu::Model> gpus_;
  Sink sink_;
  PatternCosts costs_;
  Allocations allocations_;
  HostMemory host_;
  ManagedMemory managed_;
  std::map<std::pair<int, std::string>, HeldLines> held_;  // by device and GPU
  Run run_;
  std::map<std::string, std::string, std::less<>> names_;
  // By their table, and how many of functions there were.
  std::map<std::pair<const probes::Counted*, std::size_t>, std::unique_ptr<KernelCode>> codes_;
  std::unordered_map<std::uint64_t, Running> running_;
  std::map<Key, std::uint64_t> known_;
};

}  // namespace heddle::profiler
