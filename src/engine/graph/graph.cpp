// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/graph/graph_table.h"

namespace heddle::engine {
namespace {

bool contains(const std::vector<Node*>& nodes, const Node* node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

// Kinds that the body of a conditional node holds (CUDA C++ Programming Guide, "Conditional Graph
// Nodes").
bool fits_into_body(const Work& work) {
  if (const auto* child = std::get_if<ChildWork>(&work)) {
    const auto nodes = child->graph->nodes();
    return std::all_of(nodes.begin(), nodes.end(),
                       [](const Node* node) { return fits_into_body(node->work); });
  }
  const NodeKind kind = kind_of(work);
  return kind <= NodeKind::kFill || kind == NodeKind::kEmpty || kind == NodeKind::kConditional;
}

bool is_updatable(const Node& node) {
  const auto* kernel = std::get_if<KernelWork>(&node.work);
  return kernel && kernel->updatable;
}

void link(Node& from, Node& to) {
  from.dependents.push_back(&to);
  to.dependencies.push_back(&from);
}

}  // namespace

Graph::Graph(GraphTable& table, const Node* owner) : table_(table), owner_(owner) {
  table_.all_graphs.add(this);
}

Graph::~Graph() {
  for (const auto& node : nodes_) table_.nodes.remove(node.get());
  for (const auto& conditional : conditionals_) table_.conditionals.remove(conditional.get());
  table_.all_graphs.remove(this);
}

std::vector<Node*> Graph::nodes() const {
  std::vector<Node*> all;
  all.reserve(nodes_.size());
  for (const auto& node : nodes_) all.push_back(node.get());
  return all;
}

std::vector<Node*> Graph::roots() const {
  std::vector<Node*> roots;
  for (const auto& node : nodes_) {
    if (node->dependencies.empty()) roots.push_back(node.get());
  }
  return roots;
}

std::vector<Node*> Graph::sinks() const {
  std::vector<Node*> sinks;
  for (const auto& node : nodes_) {
    if (node->dependents.empty()) sinks.push_back(node.get());
  }
  std::sort(sinks.begin(), sinks.end(),
            [](const Node* a, const Node* b) { return a->sink_since < b->sink_since; });
  return sinks;
}

std::vector<std::pair<Node*, Node*>> Graph::edges() const {
  std::vector<std::pair<Node*, Node*>> edges;
  for (const auto& node : nodes_) {
    for (Node* dependent : node->dependents) edges.emplace_back(node.get(), dependent);
  }
  return edges;
}

std::vector<Node*> Graph::in_order() const {
  std::vector<Node*> order = roots();
  std::unordered_map<const Node*, std::size_t> left;
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (Node* dependent : order[next]->dependents) {
      const auto [at, first] = left.try_emplace(dependent, dependent->dependencies.size());
      if (--at->second == 0) order.push_back(dependent);
    }
  }
  return order;
}

Error Graph::add(Work work, std::span<Node* const> dependencies, Node** out) {
  const bool is_body = owner_ && owner_->kind() == NodeKind::kConditional;
  if (is_body && !fits_into_body(work)) return Error::kInvalidValue;
  std::unordered_set<const Node*> seen;
  for (const Node* dependency : dependencies) {
    if (&dependency->graph != this || !seen.insert(dependency).second) return Error::kInvalidValue;
  }
  auto node = std::make_unique<Node>(*this, table_.next_id(), std::move(work));
  for (Node* dependency : dependencies) link(*dependency, *node);
  node->sink_since = ++sinks_made_;
  *out = node.get();
  table_.nodes.add(node.get());
  nodes_.push_back(std::move(node));
  return Error::kSuccess;
}

bool Graph::comes_after(const Node& later, const Node& earlier) const {
  std::vector<const Node*> open{&earlier};
  std::unordered_set<const Node*> seen;
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    if (node == &later) return true;
    for (const Node* dependent : node->dependents) {
      if (seen.insert(dependent).second) open.push_back(dependent);
    }
  }
  return false;
}

void Graph::unlink(Node& from, Node& to) {
  std::erase(from.dependents, &to);
  std::erase(to.dependencies, &from);
  if (from.dependents.empty()) from.sink_since = ++sinks_made_;
}

Error Graph::connect(std::span<Node* const> from, std::span<Node* const> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const bool good = &from[i]->graph == this && &to[i]->graph == this &&
                      !contains(to[i]->dependencies, from[i]) && !comes_after(*from[i], *to[i]);
    if (!good) {
      while (i-- > 0) {
        from[i]->dependents.pop_back();
        to[i]->dependencies.pop_back();
      }
      return Error::kInvalidValue;
    }
    link(*from[i], *to[i]);
  }
  return Error::kSuccess;
}

Error Graph::disconnect(std::span<Node* const> from, std::span<Node* const> to) {
  if (has_memory_nodes()) return Error::kInvalidValue;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!contains(to[i]->dependencies, from[i]) || &to[i]->graph != this) {
      return Error::kInvalidValue;
    }
  }
  for (std::size_t i = 0; i < from.size(); ++i) unlink(*from[i], *to[i]);
  return Error::kSuccess;
}

Error Graph::remove(Node& node) {
  if (has_memory_nodes()) return Error::kInvalidValue;
  if (is_updatable(node)) return Error::kNotSupported;
  while (!node.dependencies.empty()) unlink(*node.dependencies.back(), node);
  while (!node.dependents.empty()) unlink(node, *node.dependents.back());
  table_.nodes.remove(&node);
  std::erase_if(nodes_, [&](const auto& kept) { return kept.get() == &node; });
  return Error::kSuccess;
}

Error Graph::clone(const Node* owner, std::shared_ptr<Graph>* out) const {
  if (has_memory_nodes() || has(NodeKind::kConditional) || !conditionals_.empty()) {
    return Error::kInvalidValue;
  }
  if (has_updatable()) return Error::kNotSupported;
  auto made = std::make_shared<Graph>(table_, owner);
  std::unordered_map<const Node*, Node*> clones;
  for (const auto& node : nodes_) {
    Node* clone = nullptr;
    if (Error error = made->add(node->work, {}, &clone); !ok(error)) return error;
    clone->original = node->id;
    clone->sink_since = node->sink_since;
    if (auto* child = std::get_if<ChildWork>(&clone->work)) {
      std::shared_ptr<Graph> copy;
      HEDDLE_RETURN_IF_ERROR(child->graph->clone(clone, &copy));
      child->graph = std::move(copy);
    }
    clones.emplace(node.get(), clone);
  }
  for (const auto& node : nodes_) {
    Node& clone = *clones[node.get()];
    for (const Node* dependency : node->dependencies) {
      clone.dependencies.push_back(clones[dependency]);
    }
    for (const Node* dependent : node->dependents) clone.dependents.push_back(clones[dependent]);
  }
  made->sinks_made_ = sinks_made_;
  made->user_objects.copy(user_objects);
  *out = std::move(made);
  return Error::kSuccess;
}

Node* Graph::find_clone_of(std::uint64_t id) const {
  for (const auto& node : nodes_) {
    if (node->original == id) return node.get();
  }
  return nullptr;
}

template <class Is>
bool Graph::any_node(Is is) const {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const auto& node) {
    if (is(*node)) return true;
    if (const auto* child = std::get_if<ChildWork>(&node->work)) return child->graph->any_node(is);
    const auto* conditional = std::get_if<ConditionalWork>(&node->work);
    return conditional && std::any_of(conditional->bodies.begin(), conditional->bodies.end(),
                                      [&](const auto& body) { return body->any_node(is); });
  });
}

bool Graph::has(NodeKind kind) const {
  return any_node([&](const Node& node) { return node.kind() == kind; });
}

bool Graph::has_updatable() const {
  return any_node(is_updatable);
}

std::shared_ptr<Conditional> Graph::add_conditional(std::uint32_t initial,
                                                    bool assigned_at_launch) {
  auto made = std::make_shared<Conditional>();
  *made = {initial, initial, assigned_at_launch, this, false, nullptr};
  conditionals_.push_back(made);
  table_.conditionals.add(made.get());
  return made;
}

}  // namespace heddle::engine
