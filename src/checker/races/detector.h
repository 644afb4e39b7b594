// SPDX-License-Identifier: Apache-2.0
// The race detector: hears what the threads of kernels do (the probe events, functions of the same
// names as those of probes::Listener), and tells which accesses of theirs no rule orders.
//
// It judges by what is ordered (rules.h), never by what came first. Only what a program itself
// leaves to chance makes a difference: who got a lock first, which value a strong read found.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "checker/races/block_state.h"
#include "checker/races/cluster_memory.h"
#include "checker/races/collector.h"
#include "checker/races/launches.h"
#include "checker/races/lines_of_access.h"
#include "checker/races/mbarrier_phases.h"
#include "checker/races/noted_rows.h"
#include "checker/races/published.h"
#include "checker/races/remote_use.h"
#include "checker/races/report.h"
#include "checker/races/rules.h"
#include "checker/races/shadow.h"
#include "checker/races/shared_epoch.h"
#include "checker/races/shared_notes.h"
#include "probes/listener.h"

namespace heddle::checker::races {

struct RaceOptions {
  Rules rules = {};
  // An event comes before what it tells of happens, and blocks run at the same time: what a strong
  // read saw is looked up again when its warp goes on. Off: events are what happens, in order.
  bool look_again = true;
  // Accesses that are kept of one place in the program to the same bytes, half of them of one
  // block: of global memory and of shared memory.
  unsigned entries = 4;
  unsigned shared_entries = 1024;
  // Accesses that cannot race are not looked at one by one. Off: all are, with the same answers.
  bool shortcuts = true;
};

class RaceDetector {
 public:
  // `sink` is called at the ends of launches, by one thread at a time.
  RaceDetector(RaceOptions options, std::function<void(const RaceReport&)> sink);
  ~RaceDetector();

  static constexpr probes::EventMask kEvents = probes::Event::kKernel | probes::Event::kBlock |
                                               probes::Event::kAccess | probes::Event::kAtomic |
                                               probes::Event::kBarrier | probes::Event::kWarp |
                                               probes::Event::kFence | probes::Event::kExit |
                                               probes::Event::kOpened | probes::Event::kMemory;

  // `beside`: the work of the launch before, which it may begin before the end of; 0: none.
  void kernel_begin(const probes::Launch& launch, std::uint64_t beside = 0);
  void kernel_end(const probes::Launch& launch, bool faulted = false);
  void block_begin(const probes::Block& block);
  void block_end(const probes::Block& block);
  probes::Pass passes(const probes::RowAccess& event);
  // `values`: of stores of up to 8 bytes, what each active lane stores; empty: not known.
  void access(const probes::Access& event, std::span<const std::uint64_t> values = {});
  void atomic(const probes::Access& event) { access(event); }
  void barrier(const probes::Barrier& event);
  void opened(const probes::Opened& event);
  void in_step(const probes::InStep& event);
  void warp_operation(const probes::WarpOperation& event);
  void fence(const probes::Fence& event);
  // Lanes wait for the launch that theirs may have begun before the end of.
  void wait_for_launch_before(const probes::At& event);
  void exit(const probes::Exit& event);
  void device_launch(const probes::DeviceLaunch& event);
  // Lanes operate on mbarriers. `late` is called of threads that nobody waits for.
  void mbarrier(const probes::Operation& event, const MbarrierPhases::Report& late);
  void memory(const probes::Memory& event);
  // Is told of remote accesses as blocks end, from any worker.
  void on_use_at_end(std::function<void(const UseAtEnd&)> tell) { uses_at_end_ = std::move(tell); }

  // Entries that were forgotten because there were too many alike.
  std::uint64_t forgotten() const { return forgotten_.load(std::memory_order_relaxed); }
  std::uint64_t shadow_bytes() const { return shadow_.bytes(); }

 private:
  struct Running;  // a block
  struct Part;     // lanes of an access that go to one memory
  class Sink;
  struct Look;  // at a place that something may have been published through
  Running& running(const probes::Block& block);
  Running& begin_event(const probes::At& at);
  void begin_event(Running& in, unsigned warp, std::uint32_t lanes);
  bool go_on(Running& in, unsigned warp, std::uint32_t lanes);
  void take_notes(Running& in);
  void end_notes(Running& in);
  void touch(Running& in, const probes::Access& event, const Part& part);
  void keep(Running& in, const probes::Access& event, const Part& part, Level reach, Clock clock,
            const LazyKnowledge& known, std::uint32_t lanes, std::uint64_t own_atomic);
  bool note_lanes(Running& in, const probes::Access& event);
  bool is_unordering(Running& in, const probes::Access& event) const;
  static void tell_quiet(const Running& in, const Entry& entry, const Accessor& by,
                         std::uint64_t address, bool untold, Line& line);
  probes::Pass passes_strong(const probes::RowAccess& event);
  void touch_rows(Running& in, const probes::RowAccess& event);
  bool note_shared(Running& in, const probes::RowAccess& event);
  void end_epoch(Running& in);
  struct OfCluster;  // running_cluster.h
  void join_cluster(Running& in, const probes::Block& block);
  void leave_cluster(Running& in);
  void forget_clusters(const LaunchState& launch);
  void arrive_at_cluster(Running& in, std::uint32_t threads);
  static bool goes_afar(const Running& in, const probes::Operation& event);
  void arrive_from_afar(Running& in, const probes::Operation& event);
  bool is_early(Running& in, unsigned warp, std::uint32_t lanes);
  bool note_in_cluster(Running& in, const probes::RowAccess& event);
  bool note_in_cluster(Running& in, const probes::Access& event, std::uint32_t lanes);
  void note_remote_use(Running& in, const probes::Access& event, std::uint32_t lanes);
  void tell_uses_at_end(Running& in);
  void end_epoch(OfCluster& of);
  void touch_remote(Running& in, const probes::Access& event, std::uint32_t lanes,
                    std::span<const std::uint64_t> values);
  void make_cells(const probes::Access& event, std::uint32_t lanes);
  bool note_rows(Running& in, const probes::RowAccess& event);
  void open_stretch(Running& in, std::uint64_t address);
  void take_down_notes(Running& in, std::uint64_t stretch);
  void tell_history(std::uint64_t stretch, const Stretch::Owner& owner, const probes::Site& site,
                    std::uint32_t offset, Clock clock);
  void tell_history(std::uint64_t line, const Entry& entry, unsigned warp);
  void tell_cells(std::uint64_t stretch, NotedRows::Cells cells, BlockId end);
  void read_published(Running& in, const probes::Access& event, const Part& part, Level reach);
  void write_published(Running& in, const probes::Access& event, const Part& part, Level reach);
  void look(Running& in, unsigned warp, Look& look);
  void look_again(Running& in, unsigned warp);
  static std::uint64_t own_atomic(const Running& in, const probes::At& at, std::uint64_t address);

  RaceOptions options_;
  std::function<void(const RaceReport&)> sink_;
  std::function<void(const UseAtEnd&)> uses_at_end_;
  Launches launches_;
  Shadow shadow_;
  NotedRows noted_rows_;
  Published published_;
  std::atomic<probes::QuietLines*> quiet_ = nullptr;  // of global memory
  ClusterMemory cluster_memory_;
  std::mutex clusters_mutex_;
  std::map<BlockId, std::unique_ptr<OfCluster>> clusters_;  // that run, by first block
  std::vector<std::unique_ptr<OfCluster>> free_clusters_;
  Collector collector_;
  std::mutex handing_out_;
  std::atomic<std::uint64_t> forgotten_ = 0;
  static constexpr unsigned kMostWorkers = 1u << 16;
  std::vector<std::atomic<Running*>> running_;  // by worker
};

}  // namespace heddle::checker::races
