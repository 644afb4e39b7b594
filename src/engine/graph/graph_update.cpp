// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_update.h"

#include <algorithm>
#include <cstring>

namespace heddle::engine {
namespace {

bool same_box(const Box& a, const Box& b) {
  return a.at == b.at && a.pitch == b.pitch && a.slice == b.slice;
}

bool same_extent(const Extent& a, const Extent& b) {
  return a.width == b.width && a.height == b.height && a.depth == b.depth;
}

// On the same device or not, an array or not.
bool same_place(const GraphServices& services, const void* a, const void* b) {
  const auto first = services.pointers.find(a), second = services.pointers.find(b);
  if (!first || !second) return !first && !second;
  return first->on_device() == second->on_device() && first->device == second->device &&
         (first->kind == MemoryKind::kArray) == (second->kind == MemoryKind::kArray);
}

UpdateResult accept_if(bool good) {
  return good ? UpdateResult::kSuccess : UpdateResult::kParametersChanged;
}

struct Check {
  const GraphServices& services;
  bool fixed_priorities;

  UpdateResult operator()(const KernelWork& old, const KernelWork& work) const {
    if (old.updatable != work.updatable) return UpdateResult::kNotSupported;
    if (old.device != work.device) return UpdateResult::kUnsupportedFunctionChange;
    const bool same = old.cooperative == work.cooperative &&
                      (!fixed_priorities || old.asked_priority == work.asked_priority);
    return same ? UpdateResult::kSuccess : UpdateResult::kAttributesChanged;
  }

  // Copies of more than one row stay what they are (the documentation has it for
  // cudaGraphExecMemcpyNodeSetParams; an H100 does it here, too).
  UpdateResult operator()(const CopyWork& old, const CopyWork& work) const {
    if (!same_place(services, old.to.at, work.to.at) ||
        !same_place(services, old.from.at, work.from.at)) {
      return UpdateResult::kParametersChanged;
    }
    const bool same = same_box(old.to, work.to) && same_box(old.from, work.from) &&
                      same_extent(old.extent, work.extent);
    return accept_if(same || (old.extent.one_row() && work.extent.one_row()));
  }

  // Of several rows, only the address and the value change.
  UpdateResult operator()(const FillWork& old, const FillWork& work) const {
    if (!same_place(services, old.to.at, work.to.at)) return UpdateResult::kParametersChanged;
    const bool same = old.to.pitch == work.to.pitch && old.to.slice == work.to.slice &&
                      same_extent(old.extent, work.extent) && old.element == work.element;
    return accept_if(same || (old.extent.one_row() && work.extent.one_row()));
  }

  UpdateResult operator()(const AllocWork& old, const AllocWork& work) const {
    return old.block == work.block ? UpdateResult::kSuccess : UpdateResult::kNotSupported;
  }

  UpdateResult operator()(const FreeWork& old, const FreeWork& work) const {
    return old.block == work.block ? UpdateResult::kSuccess : UpdateResult::kNotSupported;
  }

  UpdateResult operator()(const ConditionalWork& old, const ConditionalWork& work) const {
    return accept_if(old.condition == work.condition && old.bodies.size() == work.bodies.size());
  }

  // What they wait for and write may change, and not how many there are and of what kind.
  UpdateResult operator()(const ValueWork& old, const ValueWork& work) const {
    const auto kind = [](const ValueStep& step) { return step.bytes; };
    return accept_if(std::ranges::equal(*old.steps, *work.steps, {}, kind, kind));
  }
  UpdateResult operator()(const MemoryOperationsWork& old, const MemoryOperationsWork& work) const {
    return (*this)(static_cast<const ValueWork&>(old), static_cast<const ValueWork&>(work));
  }
  UpdateResult operator()(const SemaphoreSignalWork& old, const SemaphoreSignalWork& work) const {
    return (*this)(static_cast<const ValueWork&>(old), static_cast<const ValueWork&>(work));
  }
  UpdateResult operator()(const SemaphoreWaitWork& old, const SemaphoreWaitWork& work) const {
    return (*this)(static_cast<const ValueWork&>(old), static_cast<const ValueWork&>(work));
  }

  template <class Other>
  UpdateResult operator()(const Other&, const Other&) const {
    return UpdateResult::kSuccess;
  }
};

// The nodes of a graph with those of the one that a plan was made of: sinks in their order, then
// what each pair comes after in the order of its edges.
class Pairs {
 public:
  explicit Pairs(const GraphOrder::Origins& old) : old_(old), new_of_(old.nodes.size()) {}

  UpdateReport find(const Graph& graph) {
    const std::vector<Node*> sinks = graph.sinks();
    if (graph.size() != old_.nodes.size()) return {UpdateResult::kTopologyChanged};
    if (sinks.size() > old_.sinks.size()) {
      return {UpdateResult::kTopologyChanged, sinks[old_.sinks.size()]};
    }
    for (std::size_t i = 0; i < sinks.size(); ++i) (void)pair(sinks[i], old_.sinks[i]);
    for (std::size_t next = 0; next < open_.size(); ++next) {
      const Node& node = *open_[next];
      const auto& before = old_.nodes[old_of_.at(&node)].dependencies;
      if (node.dependencies.size() != before.size()) {
        return {UpdateResult::kTopologyChanged, &node};
      }
      for (std::size_t i = 0; i < before.size(); ++i) {
        if (!pair(node.dependencies[i], before[i])) {
          return {UpdateResult::kTopologyChanged, &node, node.dependencies[i]};
        }
      }
    }
    return {};
  }

  const GraphOrder::Origin& old_of(const Node* node) const { return old_.nodes[old_of_.at(node)]; }

 private:
  bool pair(const Node* node, std::uint32_t at) {
    const auto [known, first] = old_of_.try_emplace(node, at);
    if (!first || new_of_[at]) return known->second == at && new_of_[at] == node;
    new_of_[at] = node;
    open_.push_back(node);
    return true;
  }

  const GraphOrder::Origins& old_;
  std::unordered_map<const Node*, std::uint32_t> old_of_;
  std::vector<const Node*> new_of_, open_;
};

class Update {
 public:
  Update(GraphServices& services, const GraphPlan& plan, bool fixed_priorities)
      : services_(services), plan_(plan), fixed_priorities_(fixed_priorities) {}

  // `at`: which of the plan's graphs.
  UpdateReport run(const Graph& graph, std::uint32_t at) {
    Pairs pairs(plan_.order().graphs[at]);
    UpdateReport report = pairs.find(graph);
    for (const Node* node : graph.in_order()) {
      if (report.result != UpdateResult::kSuccess) break;
      report = change(*node, pairs.old_of(node));
    }
    return report;
  }

  // The tasks to be exchanged.
  std::vector<std::pair<std::uint64_t, GraphTask>> tasks;

 private:
  UpdateReport change(const Node& node, const GraphOrder::Origin& origin) {
    if (node.kind() != origin.kind) return {UpdateResult::kNodeTypeChanged, &node};
    const GraphTask& old = *plan_.find(origin.node);
    if (old.updatable()) return {UpdateResult::kNotSupported, &node};
    if (const UpdateResult result = check_change(services_, old.work, node.work, fixed_priorities_);
        result != UpdateResult::kSuccess) {
      return {result, &node};
    }
    GraphTask task;
    if (!ok(make_task(services_, node.work, &task))) return {UpdateResult::kError, &node};
    task.enabled = old.enabled;
    if (const auto* conditional = std::get_if<ConditionalWork>(&node.work)) {
      task.bodies = old.bodies;
      for (std::size_t k = 0; k < task.bodies.size(); ++k) {
        const UpdateReport report =
            update_plan(services_, *conditional->bodies[k], fixed_priorities_, &task.bodies[k]);
        if (report.result != UpdateResult::kSuccess) return report;
      }
    }
    tasks.emplace_back(origin.node, std::move(task));
    const auto* child = std::get_if<ChildWork>(&node.work);
    return child ? run(*child->graph, origin.child) : UpdateReport{};
  }

  GraphServices& services_;
  const GraphPlan& plan_;
  const bool fixed_priorities_;
};

UpdateReport update(GraphServices& services, const Graph& graph, std::uint32_t at,
                    bool fixed_priorities, std::shared_ptr<const GraphPlan>* plan) {
  Update update(services, **plan, fixed_priorities);
  const UpdateReport report = update.run(graph, at);
  if (report.result == UpdateResult::kSuccess) *plan = (*plan)->with(std::move(update.tasks));
  return report;
}

}  // namespace

UpdateResult check_change(const GraphServices& services, const Work& old, const Work& work,
                          bool fixed_priorities) {
  if (old.index() != work.index()) return UpdateResult::kNodeTypeChanged;
  return std::visit(
      [&](const auto& to) {
        return Check{services, fixed_priorities}(std::get<std::remove_cvref_t<decltype(to)>>(old),
                                                 to);
      },
      work);
}

UpdateReport update_plan(GraphServices& services, const Graph& graph, bool fixed_priorities,
                         std::shared_ptr<const GraphPlan>* plan) {
  return update(services, graph, 0, fixed_priorities, plan);
}

UpdateReport update_child_plan(GraphServices& services, std::uint64_t node, const Graph& graph,
                               bool fixed_priorities, std::shared_ptr<const GraphPlan>* plan) {
  for (const GraphOrder::Origins& origins : (*plan)->order().graphs) {
    for (const GraphOrder::Origin& origin : origins.nodes) {
      if (origin.node != node || origin.kind != NodeKind::kChild) continue;
      return update(services, graph, origin.child, fixed_priorities, plan);
    }
  }
  return {UpdateResult::kError};
}

}  // namespace heddle::engine
