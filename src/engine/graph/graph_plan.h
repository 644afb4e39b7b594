// SPDX-License-Identifier: Apache-2.0
// A graph as it runs: one task a node, child graphs laid out among their parents' tasks. A plan
// never changes; what updates an executable graph makes another one, since launches may still run
// the old one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/graph_services.h"
#include "engine/graph/work.h"
#include "engine/launch/launcher.h"

namespace heddle::engine {

class GraphPlan;

struct GraphTask {
  Work work = EmptyWork{};
  bool enabled = true;
  std::uint64_t version = 0;  // of a kernel that device code may change, as the host has set it
  std::optional<ReadyKernel> kernel;
  std::vector<std::shared_ptr<const GraphPlan>> bodies;  // of a conditional node

  // It is as the host has set it, if the host has set something.
  void begin() const;
  // Null: it is no kernel that device code may change.
  const UpdatableKernel* updatable() const;
  // Null: it is no library's.
  const LibraryWork* library() const {
    const auto* host = std::get_if<HostWork>(&work);
    return host ? host->library.get() : nullptr;
  }
};

// The order of a plan's tasks, which updates leave as it is.
struct GraphOrder {
  struct Place {
    std::uint32_t before = 0;  // tasks that it comes after
    std::vector<std::uint32_t> next;
  };
  std::vector<Place> places;
  std::vector<std::uint32_t> first;  // tasks that come after none
  std::vector<std::uint32_t> event_waits, event_records;
  std::unordered_map<std::uint64_t, std::uint32_t> of_node;
  // What the graph was when the plan was made, for updates.
  struct Origin {
    std::uint64_t node = 0;
    NodeKind kind = NodeKind::kEmpty;
    std::vector<std::uint32_t> dependencies;  // places in the same graph, in their order
    std::uint32_t child = 0;                  // of its child graph
  };
  struct Origins {
    std::vector<Origin> nodes;
    std::vector<std::uint32_t> sinks;
  };
  std::vector<Origins> graphs;  // the first is the graph itself, others are child graphs
};

class GraphPlan {
 public:
  // Compiles the kernels. `failed`: the node that could not be made.
  static Error make(GraphServices& services, const Graph& graph,
                    std::shared_ptr<const GraphPlan>* out, const Node** failed);

  const GraphOrder& order() const { return *order_; }
  const GraphTask& task(std::uint32_t at) const { return *tasks_[at]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(tasks_.size()); }

  // The task of a node, in bodies too; null: there is none.
  const GraphTask* find(std::uint64_t node) const;
  // The same plan with another task there.
  std::shared_ptr<const GraphPlan> with(std::uint64_t node, GraphTask task) const;
  // The same of several, none of them in bodies.
  std::shared_ptr<const GraphPlan> with(
      std::vector<std::pair<std::uint64_t, GraphTask>> tasks) const;
  // The same plan with all kernels prepared again.
  Error prepare_again(GraphServices& services, std::shared_ptr<const GraphPlan>* out) const;
  // Calls each(task) for all of them, in bodies too.
  template <class Each>
  void for_each(Each each) const {
    for (const auto& task : tasks_) {
      each(*task);
      for (const auto& body : task->bodies) body->for_each(each);
    }
  }

 private:
  friend class GraphPlanner;
  std::shared_ptr<const GraphOrder> order_;
  std::vector<std::shared_ptr<const GraphTask>> tasks_;
};

// What a node's work runs as; bodies aside. Checks what only now can be checked.
Error make_task(GraphServices& services, const Work& work, GraphTask* out);

}  // namespace heddle::engine
