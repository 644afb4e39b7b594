// SPDX-License-Identifier: Apache-2.0
// One launch of an executable graph. It runs in strands, which are operations of several steps: a
// strand takes a task that is ready, does it, and takes another one. Tasks that take less than a
// hand-over to another thread follow each other within one step; a task that may take long, wait
// for others or run code of the user is a step of its own, and another strand is called for what is
// ready beside it. The first strand is what the stream knows as the launch: it ends last. Graphs
// that its kernels launch run in it, too (graph_environment.h).
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/graph/device_graph.h"
#include "engine/graph/graph_plan.h"
#include "engine/launch/kernel_operation.h"
#include "engine/launch/library_work.h"
#include "engine/memory/memory_events.h"
#include "engine/memory/transfer_events.h"
#include "engine/stream/event.h"
#include "engine/stream/operation.h"
#include "engine/stream/scheduler.h"

namespace heddle::engine {

class Stream;

class GraphRun : public std::enable_shared_from_this<GraphRun> {
 public:
  GraphRun(GraphServices& services, const Stream& stream, DeviceGraph graph, int priority,
           bool node_priorities);
  ~GraphRun();

  // The launch, for its stream. Events of the plan's nodes are waited for, and recorded, from here
  // on.
  OperationRef begin();

 private:
  // The tasks of a plan while it runs: the graph, or a body of a conditional task.
  struct Level {
    const GraphPlan* plan = nullptr;
    std::vector<std::uint32_t> before;  // what a task still comes after
    std::uint32_t left = 0;             // tasks that have not ended
    Level* parent = nullptr;
    std::uint32_t at = 0;  // of the parent
    std::size_t body = 0;
  };
  struct Ready {
    Level* level = nullptr;
    std::uint32_t at = 0;
    const GraphTask& task() const { return level->plan->task(at); }
  };
  class Strand;
  struct Environment;

  // A kernel of `by` launches a graph.
  Error launch(Environment& by, std::uint64_t handle, std::uint64_t stream);
  Environment& environment_of(Ready ready);
  // Under mutex_.
  void begin(Environment& by, DeviceGraph graph, bool in_tail);
  void start_all(Environment& one);
  void close(Environment* one);
  void forget(Environment& one);
  void set_up(Level& level);
  void start(Level& level);
  void offer(Ready ready);
  void end(Ready ready, bool body_ended);
  bool open_body(Ready ready, bool body_ended);
  Level& level_of_body(Ready ready, std::size_t body);
  void let_go();
  void start_root();
  bool over() const;

  Operation::Size size_of_all() const;
  bool is_long(const GraphTask& task) const;
  static bool is_enabled(const GraphTask& task);
  // As device code has changed it.
  struct ChangedKernel {
    ReadyKernel ready;
    std::shared_ptr<const Parameters> parameters;
  };
  // `changed`: what the answer may be of.
  const ReadyKernel& kernel_of(const GraphTask& task, std::optional<ChangedKernel>* changed);
  LibraryNote library_note(Ready ready) const;
  void run_small();
  bool run_kernel(Ready ready);
  bool run_one(Ready ready);
  // The steps of a task from this one on; false: one of them has to wait, and the task ends later.
  bool run_steps(Ready ready, std::size_t from);
  void wait_for_step(Ready ready, std::size_t step);
  TransferNote note(std::uint64_t work, const Box& to, const Box& from, const Extent& extent) const;
  void tell_order();
  // The number that tools know the task by; of a body's, that of the conditional node.
  std::uint64_t number_of(Ready ready) const;
  // Another strand for what is ready. Under the scheduler's lock and mutex_.
  void call_strand();
  void arrive(std::uint32_t at);
  void wait_for_events();
  void announce_records();

  GraphServices& services_;
  Device& device_;
  const Stream& stream_;  // until it is submitted
  const int priority_;
  const bool node_priorities_;
  Operation::Size size_ = Operation::Size::kLarge;  // of all of it
  std::mutex mutex_;
  // What all runs in, the graph itself, and those that kernels have launched.
  std::unique_ptr<Environment> outside_, root_;
  std::vector<std::unique_ptr<Environment>> launched_, gone_;
  std::vector<std::unique_ptr<Level>> bodies_;
  std::deque<Ready> small_, long_;
  std::weak_ptr<Strand> main_;
  OperationRef parked_;  // the first strand while it waits for others, when nobody else holds it
  std::unordered_map<const GraphTask*, std::shared_ptr<EventRecord>> records_;
  bool released_ = false;
  MemoryEvents::Caller by_;    // that launched it, where a tool is told of transfers
  std::uint64_t told_as_ = 0;  // the launch; 0: no tool is told of the order
};

}  // namespace heddle::engine
