// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_update.h"

#include <algorithm>
#include <cstring>

namespace heddle::engine {
namespace {

bool same_bytes(const Box& a, const Box& b) {
  return a.at == b.at && a.pitch == b.pitch && a.slice == b.slice;
}

bool flat(const Extent& extent) {
  return extent.height <= 1 && extent.depth <= 1;
}

bool same_place(const Engine& engine, const void* a, const void* b) {
  const auto first = engine.find(a), second = engine.find(b);
  if (!first || !second) return !first && !second;
  return first->on_device() == second->on_device() && first->device == second->device;
}

UpdateResult check(const Engine&, const KernelWork& old, const KernelWork& work) {
  if (old.device != work.device) return UpdateResult::kUnsupportedFunctionChange;
  return old.cooperative == work.cooperative ? UpdateResult::kSuccess
                                             : UpdateResult::kAttributesChanged;
}

UpdateResult check(const Engine& engine, const CopyWork& old, const CopyWork& work) {
  const bool good =
      same_place(engine, old.to.at, work.to.at) && same_place(engine, old.from.at, work.from.at);
  return good ? UpdateResult::kSuccess : UpdateResult::kParametersChanged;
}

UpdateResult check(const Engine& engine, const FillWork& old, const FillWork& work) {
  if (!same_place(engine, old.to.at, work.to.at)) return UpdateResult::kParametersChanged;
  const Extent &a = old.extent, &b = work.extent;
  const bool same = same_bytes(old.to, work.to) && a.width == b.width && a.height == b.height &&
                    a.depth == b.depth && old.value == work.value && old.element == work.element;
  return same || (flat(a) && flat(b)) ? UpdateResult::kSuccess : UpdateResult::kParametersChanged;
}

UpdateResult check(const Engine&, const AllocWork& old, const AllocWork& work) {
  return old.block == work.block ? UpdateResult::kSuccess : UpdateResult::kNotSupported;
}

UpdateResult check(const Engine&, const FreeWork& old, const FreeWork& work) {
  return old.block == work.block ? UpdateResult::kSuccess : UpdateResult::kNotSupported;
}

UpdateResult check(const Engine&, const ConditionalWork& old, const ConditionalWork& work) {
  const bool same = old.condition == work.condition && old.bodies.size() == work.bodies.size();
  return same ? UpdateResult::kSuccess : UpdateResult::kParametersChanged;
}

template <class Other>
UpdateResult check(const Engine&, const Other&, const Other&) {
  return UpdateResult::kSuccess;
}

struct Met {
  const Node* node;
  std::uint32_t graph;
};

// In the order in which a plan is laid out.
void meet(const Graph& graph, std::uint32_t* graphs, std::vector<Met>* out) {
  const std::uint32_t number = (*graphs)++;
  for (const Node* node : graph.in_order()) {
    out->push_back({node, number});
    if (const auto* child = std::get_if<ChildWork>(&node->work)) meet(*child->graph, graphs, out);
  }
}

class Update {
 public:
  Update(Engine& engine, const GraphPlan& plan) : engine_(engine), plan_(plan) {}

  UpdateReport run(const Graph& graph) { return run(graph, plan_.order().origins); }

  UpdateReport run(const Graph& graph, std::span<const GraphOrder::Origin> origins) {
    std::uint32_t graphs = origins.empty() ? 0 : origins.front().graph;
    meet(graph, &graphs, &met_);
    if (met_.size() != origins.size()) return {UpdateResult::kTopologyChanged};
    for (std::size_t i = 0; i < met_.size(); ++i) {
      if (met_[i].graph != origins[i].graph) {
        return {UpdateResult::kTopologyChanged, met_[i].node};
      }
      pairs_.emplace(met_[i].node->id, origins[i].node);
      if (UpdateReport report = compare(*met_[i].node, origins[i]);
          report.result != UpdateResult::kSuccess) {
        return report;
      }
    }
    return {};
  }

  // The tasks to be exchanged.
  std::vector<std::pair<std::uint64_t, GraphTask>> tasks;

 private:
  UpdateReport compare(const Node& node, const GraphOrder::Origin& origin) {
    if (node.dependencies.size() != origin.dependencies.size()) {
      return {UpdateResult::kTopologyChanged, &node};
    }
    for (const Node* dependency : node.dependencies) {
      const auto paired = pairs_.find(dependency->id);
      const auto& old = origin.dependencies;
      if (paired == pairs_.end() ||
          std::find(old.begin(), old.end(), paired->second) == old.end()) {
        return {UpdateResult::kTopologyChanged, &node, dependency};
      }
    }
    if (node.kind() != origin.kind) return {UpdateResult::kNodeTypeChanged, &node};
    const GraphTask& old = *plan_.find(origin.node);
    if (const UpdateResult result = check_change(engine_, old.work, node.work);
        result != UpdateResult::kSuccess) {
      return {result, &node};
    }
    GraphTask task;
    if (!ok(make_task(engine_, node.work, &task))) return {UpdateResult::kError, &node};
    task.enabled = old.enabled;
    if (const auto* conditional = std::get_if<ConditionalWork>(&node.work)) {
      task.bodies = old.bodies;
      for (std::size_t k = 0; k < task.bodies.size(); ++k) {
        UpdateReport report = update_plan(engine_, *conditional->bodies[k], &task.bodies[k]);
        if (report.result != UpdateResult::kSuccess) return report;
      }
    }
    tasks.emplace_back(origin.node, std::move(task));
    return {};
  }

  Engine& engine_;
  const GraphPlan& plan_;
  std::vector<Met> met_;
  std::unordered_map<std::uint64_t, std::uint64_t> pairs_;  // new to old
};

}  // namespace

UpdateResult check_change(const Engine& engine, const Work& old, const Work& work) {
  if (old.index() != work.index()) return UpdateResult::kNodeTypeChanged;
  return std::visit(
      [&](const auto& to) {
        return check(engine, std::get<std::remove_cvref_t<decltype(to)>>(old), to);
      },
      work);
}

UpdateReport update_plan(Engine& engine, const Graph& graph,
                         std::shared_ptr<const GraphPlan>* plan) {
  Update update(engine, **plan);
  const UpdateReport report = update.run(graph);
  if (report.result == UpdateResult::kSuccess) *plan = (*plan)->with(std::move(update.tasks));
  return report;
}

UpdateReport update_child_plan(Engine& engine, std::uint64_t node, const Graph& graph,
                               std::shared_ptr<const GraphPlan>* plan) {
  // A child graph's nodes follow its node, with those of its own child graphs among them.
  const std::span<const GraphOrder::Origin> origins = (*plan)->order().origins;
  std::size_t begin = 0;
  while (begin < origins.size() && origins[begin].node != node) ++begin;
  if (begin == origins.size() || origins[begin].kind != NodeKind::kChild) {
    return {UpdateResult::kError};
  }
  const std::uint32_t outer = origins[begin++].graph;
  std::size_t end = begin;
  while (end < origins.size() && origins[end].graph > outer) ++end;
  Update update(engine, **plan);
  const UpdateReport report = update.run(graph, origins.subspan(begin, end - begin));
  if (report.result == UpdateResult::kSuccess) *plan = (*plan)->with(std::move(update.tasks));
  return report;
}

}  // namespace heddle::engine
