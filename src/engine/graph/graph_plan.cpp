// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph_plan.h"

#include "engine/graph/graph_table.h"
#include "engine/graph/updatable_kernel.h"

namespace heddle::engine {

void GraphTask::begin() const {
  if (version == 0) return;
  const auto& kernel_work = std::get<KernelWork>(work);
  kernel_work.updatable->begin(version, kernel_work, enabled);
}

const UpdatableKernel* GraphTask::updatable() const {
  return version == 0 ? nullptr : std::get<KernelWork>(work).updatable.get();
}

Error make_task(GraphServices& services, const Work& work, GraphTask* out) {
  out->work = work;
  if (const auto* kernel = std::get_if<KernelWork>(&work)) {
    const Launch launch = launch_of(*kernel);
    HEDDLE_RETURN_IF_ERROR(services.launcher.check_node(launch));
    if (kernel->updatable && out->version == 0) out->version = services.table.next_id();
    return services.launcher.make_ready(launch, &out->kernel.emplace());
  }
  return Error::kSuccess;
}

class GraphPlanner {
 public:
  GraphPlanner(GraphServices& services, const Node** failed)
      : services_(services), failed_(failed) {}

  Error make(const Graph& graph, std::shared_ptr<const GraphPlan>* out) {
    auto plan = std::make_shared<GraphPlan>();
    order_ = std::make_shared<GraphOrder>();
    tasks_ = &plan->tasks_;
    if (Error error = lay_out(graph, {}, nullptr); !ok(error)) return error;
    for (std::uint32_t at = 0; at < order_->places.size(); ++at) {
      if (order_->places[at].before == 0) order_->first.push_back(at);
    }
    plan->order_ = std::move(order_);
    *out = std::move(plan);
    return Error::kSuccess;
  }

 private:
  std::uint32_t place(GraphTask task) {
    tasks_->push_back(std::make_shared<GraphTask>(std::move(task)));
    order_->places.emplace_back();
    return static_cast<std::uint32_t>(tasks_->size() - 1);
  }

  void put_after(std::uint32_t later, std::uint32_t earlier) {
    order_->places[earlier].next.push_back(later);
    ++order_->places[later].before;
  }

  void remember(const Graph& graph) {
    GraphOrder::Origins& origins = order_->graphs.emplace_back();
    std::unordered_map<const Node*, std::uint32_t> places;
    for (const Node* node : graph.in_order()) {
      places.emplace(node, static_cast<std::uint32_t>(origins.nodes.size()));
      GraphOrder::Origin& origin = origins.nodes.emplace_back();
      origin.node = node->id;
      origin.kind = node->kind();
      for (const Node* before : node->dependencies) {
        origin.dependencies.push_back(places.at(before));
      }
    }
    for (const Node* sink : graph.sinks()) origins.sinks.push_back(places.at(sink));
  }

  // `begin`: what all of it comes after; `ends`: gets what nothing in it comes after.
  Error lay_out(const Graph& graph, std::optional<std::uint32_t> begin,
                std::vector<std::uint32_t>* ends) {
    remember(graph);
    const std::size_t number = order_->graphs.size() - 1;
    std::uint32_t place_in_graph = 0;
    std::unordered_map<const Node*, std::uint32_t> last;  // of each node
    for (const Node* node : graph.in_order()) {
      GraphTask task;
      HEDDLE_RETURN_IF_ERROR(make(*node, &task));
      const auto* child = std::get_if<ChildWork>(&node->work);
      const std::uint32_t at = place(std::move(task));
      order_->of_node.emplace(node->id, at);
      if (node->kind() == NodeKind::kEventWait) order_->event_waits.push_back(at);
      if (node->kind() == NodeKind::kEventRecord) order_->event_records.push_back(at);
      for (const Node* dependency : node->dependencies) put_after(at, last[dependency]);
      if (node->dependencies.empty() && begin) put_after(at, *begin);
      last[node] = at;
      if (child) {
        order_->graphs[number].nodes[place_in_graph].child =
            static_cast<std::uint32_t>(order_->graphs.size());
        std::vector<std::uint32_t> inner;
        HEDDLE_RETURN_IF_ERROR(lay_out(*child->graph, at, &inner));
        const std::uint32_t end = place({});
        for (const std::uint32_t before : inner) put_after(end, before);
        if (inner.empty()) put_after(end, at);
        last[node] = end;
      }
      if (ends && node->dependents.empty()) ends->push_back(last[node]);
      ++place_in_graph;
    }
    return Error::kSuccess;
  }

  Error make(const Node& node, GraphTask* task) {
    Error error = make_task(services_, node.work, task);
    if (const auto* conditional = std::get_if<ConditionalWork>(&node.work)) {
      for (const auto& body : conditional->bodies) {
        if (!ok(error)) break;
        error = GraphPlanner(services_, failed_).make(*body, &task->bodies.emplace_back());
      }
    }
    if (!ok(error) && !*failed_) *failed_ = &node;
    return error;
  }

  GraphServices& services_;
  const Node** const failed_;
  std::shared_ptr<GraphOrder> order_;
  std::vector<std::shared_ptr<const GraphTask>>* tasks_ = nullptr;
};

Error GraphPlan::make(GraphServices& services, const Graph& graph,
                      std::shared_ptr<const GraphPlan>* out, const Node** failed) {
  *failed = nullptr;
  return GraphPlanner(services, failed).make(graph, out);
}

const GraphTask* GraphPlan::find(std::uint64_t node) const {
  const auto at = order_->of_node.find(node);
  if (at != order_->of_node.end()) return tasks_[at->second].get();
  for (const auto& task : tasks_) {
    for (const auto& body : task->bodies) {
      if (const GraphTask* found = body->find(node)) return found;
    }
  }
  return nullptr;
}

std::shared_ptr<const GraphPlan> GraphPlan::with(std::uint64_t node, GraphTask task) const {
  auto made = std::make_shared<GraphPlan>(*this);
  const auto at = order_->of_node.find(node);
  if (at != order_->of_node.end()) {
    made->tasks_[at->second] = std::make_shared<GraphTask>(std::move(task));
    return made;
  }
  for (auto& kept : made->tasks_) {
    for (std::size_t k = 0; k < kept->bodies.size(); ++k) {
      if (!kept->bodies[k]->find(node)) continue;
      auto changed = std::make_shared<GraphTask>(*kept);
      changed->bodies[k] = kept->bodies[k]->with(node, std::move(task));
      kept = std::move(changed);
      return made;
    }
  }
  return made;
}

std::shared_ptr<const GraphPlan> GraphPlan::with(
    std::vector<std::pair<std::uint64_t, GraphTask>> tasks) const {
  auto made = std::make_shared<GraphPlan>(*this);
  for (auto& [node, task] : tasks) {
    made->tasks_[order_->of_node.at(node)] = std::make_shared<GraphTask>(std::move(task));
  }
  return made;
}

Error GraphPlan::prepare_again(GraphServices& services,
                               std::shared_ptr<const GraphPlan>* out) const {
  auto made = std::make_shared<GraphPlan>(*this);
  for (auto& kept : made->tasks_) {
    if (!kept->kernel && kept->bodies.empty()) continue;
    auto changed = std::make_shared<GraphTask>(*kept);
    if (kept->kernel) {
      HEDDLE_RETURN_IF_ERROR(make_task(services, kept->work, changed.get()));
    }
    for (auto& body : changed->bodies) {
      HEDDLE_RETURN_IF_ERROR(body->prepare_again(services, &body));
    }
    kept = std::move(changed);
  }
  *out = std::move(made);
  return Error::kSuccess;
}

}  // namespace heddle::engine
