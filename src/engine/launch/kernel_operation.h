// SPDX-License-Identifier: Apache-2.0
// A kernel launch as an operation of a stream.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/grid/few_workers.h"
#include "engine/grid/grid.h"
#include "engine/launch/cooperative_launch.h"
#include "engine/launch/launch_place.h"
#include "engine/launch/launcher.h"
#include "engine/launch/left_blocks.h"
#include "engine/probes/launch_counters.h"
#include "engine/stream/operation.h"
#include "support/stopwatch.h"

namespace heddle::engine {

class Descendants;

class KernelOperation final : public Operation {
 public:
  // Copies the parameters.
  KernelOperation(Launcher& launcher, const ReadyKernel& ready);
  // Of one that device code has launched, as a part of `root`.
  KernelOperation(Launcher& launcher, const ReadyKernel& ready, const KernelOperation& root);
  ~KernelOperation() override;

  // Whether work() may return before it has ended, where it takes long: who calls it has other
  // things to do, which the kernel may wait for.
  void let_leave(bool may) { lets_leave_ = may; }
  // Whether threads may come and take part after it has begun: work() is that of an operation whose
  // places are this one's.
  void let_others_join(bool may) { lets_others_join_ = may; }
  // Whether it has: go_on() does the rest, in whichever thread.
  bool was_left() const { return left_ || left_descendants_; }
  void go_on(unsigned share);

  // It runs as a part of another operation, which its stream knows.
  void run_within(const Operation& other) { grid_.operation = &other; }
  // It is a node of a graph.
  void is_node_of(GraphLaunches& graph) { grid_.graph = &graph; }

  // Before it is submitted. Not of kernels that wait, nor of clusters.
  void run_only(BlockSet blocks) {
    only_ = std::move(blocks);
    grid_.only = &*only_;
  }

  // For a debugger, which is shown where the host is.
  void show_launch() {
    shown_ = std::make_unique<const ShownLaunch>(grid_.function->host, grid_.params);
  }

  // For Descendants, which runs its blocks and those of what it launches.
  const Function& function() const { return *grid_.function; }
  Function& function() { return const_cast<Function&>(*grid_.function); }
  // Whether its code may.
  bool may_launch() const { return grid_.variant->code.code->launches != 0; }
  void launched_by(const Function& kernel, std::uint64_t given, ChildLaunches* children) {
    grid_.launched_by = &kernel;
    given_ = given;
    grid_.children = children;
  }
  // The part of work() that is its own. False: `left` is to be gone on with, by the next call.
  bool work_on_blocks(unsigned share, LeftBlocks& left, OtherWork& others);
  bool failed() const { return grid_.failed.load(std::memory_order_acquire); }
  // Whether blocks were given back that nobody runs.
  bool is_left() const {
    return !failed() && !cooperative_ && grid_.cluster_blocks == 1 && !grid_.variant->waits &&
           grid_.is_left();
  }

  unsigned prepare() override;
  void work(unsigned share) override;
  void finish() override;
  Size size() const override;
  std::optional<int> priority() const override { return priority_; }
  bool waits() const override { return grid_.cooperative || grid_.variant->waits; }
  // Of one that was not made yet: whether it is not large, and the nanoseconds that it will take,
  // as others took; 0 = not known.
  static bool is_small(const ReadyKernel& ready);
  static float expected(const ReadyKernel& ready);
  // Of what takes so long.
  static Size size_of(float nanoseconds);
  static constexpr float kWorthHandingOverNs = 5000;

 private:
  // Whether the caller of work() shall not stay in what takes long.
  bool leaves(unsigned share) const { return share == 0 && (by_submitter() || lets_leave_); }
  bool run_or_leave(unsigned share);
  bool begin(unsigned share, BegunBlocks** begun);
  bool may_be_joined() const;
  bool may_be_dealt_out() const;
  // Whether its own code does.
  bool launches() const { return grid_.variant->code.code->launches == 1; }
  void note_arguments(const std::byte* parameters, std::uint64_t bytes);
  // Nanoseconds that the grid will take, as others took; 0 = not known.
  float expected() const;
  void begin_telling();
  void prepare_counters(const abi::KernelCode& code);
  void tell_counts();
  void note_time();

  static constexpr std::size_t kInlineParameters = 256;

  Launcher& launcher_;
  Grid grid_;
  const ListenerSet* const listeners_;
  const std::optional<int> priority_;
  const probes::AccessPolicyWindow window_;
  bool prepared_ = false, lets_leave_ = false, lets_others_join_ = false;
  bool overlaps_ = false;  // probes::Launch::overlaps
  support::Stopwatch stopwatch_;
  std::atomic<float> busy_ns_{0};  // of all workers together, where there are several
  std::vector<std::atomic<int>> members_;
  std::optional<FewWorkers> few_;
  std::optional<Rounds> rounds_;
  std::optional<CooperativeLaunch> cooperative_;
  std::optional<BlockSet> only_;
  std::unique_ptr<const ShownLaunch> shown_;
  LeftBlocks left_;
  bool left_descendants_ = false;             // they have what was left
  std::unique_ptr<Descendants> descendants_;  // where the host has launched it and it may launch
  std::uint64_t given_ = 0;                   // ChildTask::given; 0: the host has launched it
  std::optional<probes::Launch> told_;
  std::optional<LaunchCounters> counters_;  // where a tool counts
  alignas(64) std::byte inline_parameters_[kInlineParameters];
  std::unique_ptr<std::byte[]> large_parameters_;
};

}  // namespace heddle::engine
