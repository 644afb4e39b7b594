// SPDX-License-Identifier: Apache-2.0
// A graph as it is built: nodes and what they come after. Nothing of it runs (graph_exec.h does).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/graph/user_object.h"
#include "engine/graph/work.h"

namespace heddle::engine {

class GraphTable;

struct Node {
  Node(Graph& in, std::uint64_t number, Work does) : graph(in), id(number), work(std::move(does)) {}
  NodeKind kind() const { return kind_of(work); }

  Graph& graph;
  const std::uint64_t id;      // of no other node of the process
  std::uint64_t original = 0;  // the node that this one was cloned from
  Work work;
  std::vector<Node*> dependencies, dependents;  // in the order in which they were added
  std::uint64_t sink_since = 0;  // when the last of its dependents went, or it was added
};

class Graph : public std::enable_shared_from_this<Graph> {
 public:
  // `owner`: of a child graph or the body of a conditional node, which goes with its node.
  explicit Graph(GraphTable& table, const Node* owner = nullptr);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // In the order of their creation.
  std::vector<Node*> nodes() const;
  std::size_t size() const { return nodes_.size(); }
  std::vector<Node*> roots() const;
  // Nodes without dependents, in the order in which they became so.
  std::vector<Node*> sinks() const;
  std::vector<std::pair<Node*, Node*>> edges() const;
  // Each node behind those that it comes after.
  std::vector<Node*> in_order() const;

  // kInvalidValue: a dependency that is not of this graph, or given twice; work that the graph
  // cannot have.
  Error add(Work work, std::span<Node* const> dependencies, Node** out);
  // All edges or none. kInvalidValue: an edge that is there, or would close a cycle.
  Error connect(std::span<Node* const> from, std::span<Node* const> to);
  // kInvalidValue: an edge that is not there.
  Error disconnect(std::span<Node* const> from, std::span<Node* const> to);
  // kInvalidValue: of a graph with memory nodes. kNotSupported: device code may change the node.
  Error remove(Node& node);

  // kInvalidValue: a graph with memory or conditional nodes cannot be cloned. kNotSupported: nor
  // one with a node that device code may change.
  Error clone(const Node* owner, std::shared_ptr<Graph>* out) const;
  // Of the clone: the node that was made of the one with this number.
  Node* find_clone_of(std::uint64_t id) const;

  // Whether there is one of a kind, in child graphs and bodies too.
  bool has(NodeKind kind) const;
  // A kernel node that device code may change.
  bool has_updatable() const;
  bool has_memory_nodes() const { return has(NodeKind::kAlloc) || has(NodeKind::kFree); }

  const Node* owner() const { return owner_; }
  void set_owner(const Node* owner) { owner_ = owner; }

  std::shared_ptr<Conditional> add_conditional(std::uint32_t initial, bool assigned_at_launch);
  const std::vector<std::shared_ptr<Conditional>>& conditionals() const { return conditionals_; }

  UserObjectRefs user_objects;
  // An executable graph of it lives: there is only one of a graph with memory nodes, and of one
  // that device code may change.
  std::weak_ptr<const void> only_exec;

 private:
  template <class Is>
  bool any_node(Is is) const;
  bool comes_after(const Node& later, const Node& earlier) const;
  void unlink(Node& from, Node& to);

  GraphTable& table_;
  const Node* owner_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<std::shared_ptr<Conditional>> conditionals_;
  std::uint64_t sinks_made_ = 0;
};

}  // namespace heddle::engine
