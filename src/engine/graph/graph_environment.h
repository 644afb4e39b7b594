// SPDX-License-Identifier: Apache-2.0
// A graph that runs, with what its kernels have launched: it has ended when its nodes have, the
// graphs that were launched at once, and then one after the other those of its tail. What a graph
// of the tail gives its own tail comes before the rest of it.
#pragma once

#include <deque>
#include <utility>

#include "engine/graph/graph_run.h"
#include "engine/grid/graph_launches.h"

namespace heddle::engine {

struct GraphRun::Environment final : Level, GraphLaunches {
  Environment(GraphRun& run, Environment* within, DeviceGraph graph, bool in_tail = false)
      : run(run), within(within), graph(std::move(graph)), in_tail(in_tail) {
    plan = this->graph.plan.get();
  }
  Error launch(std::uint64_t handle, std::uint64_t stream) override {
    return run.launch(*this, handle, stream);
  }
  std::uint64_t current() const override { return graph.handle; }

  GraphRun& run;
  Environment* const within;  // null: of what all runs in
  DeviceGraph graph;
  const bool in_tail;  // it has come in the other's tail
  // Under the run's lock.
  unsigned open = 1;   // its nodes, and what was launched at once
  unsigned fired = 0;  // of those, since it has begun
  std::deque<DeviceGraph> tail;
};

}  // namespace heddle::engine
