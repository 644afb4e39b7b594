// SPDX-License-Identifier: Apache-2.0
// Nodes and edges are listed as they were added, also into arrays that are too short or too long;
// edges come and go; a clone has its own nodes, which are found by those of the original.
#include <algorithm>

#include "graphs.h"

namespace {

size_t count_of(cudaGraph_t graph) {
  size_t count = 0;
  gate::ok(cudaGraphGetNodes(graph, nullptr, &count), "cudaGraphGetNodes");
  return count;
}

}  // namespace

int main() {
  auto* log = gate::pinned<unsigned>(16);
  auto* count = gate::pinned<unsigned>(1);
  cudaGraph_t graph = graphs::create();
  // A diamond, and one aside.
  const auto a = graphs::add(graph, {}, gate::note, 1, 1, log, count, 1u);
  const auto b = graphs::add(graph, {a}, gate::note, 1, 1, log, count, 2u);
  const auto c = graphs::add(graph, {a}, gate::note, 1, 1, log, count, 3u);
  const auto d = graphs::add(graph, {b, c}, gate::note, 1, 1, log, count, 4u);
  const auto e = graphs::add(graph, {}, gate::note, 1, 1, log, count, 5u);

  cudaGraphNode_t nodes[8], from[8], to[8];
  cudaGraphEdgeData data[8];
  size_t n = 8;
  gate::ok(cudaGraphGetNodes(graph, nodes, &n), "cudaGraphGetNodes");
  gate::that(n == 5 && nodes[0] == a && nodes[3] == d && nodes[4] == e && !nodes[5] && !nodes[7],
             "all nodes, then null");
  n = 2;
  gate::ok(cudaGraphGetNodes(graph, nodes, &n), "a short array");
  gate::that(n == 2 && nodes[1] == b, "as many as fit");
  n = 8;
  gate::ok(cudaGraphGetRootNodes(graph, nodes, &n), "cudaGraphGetRootNodes");
  gate::that(n == 2 && nodes[0] == a && nodes[1] == e, "the roots");
  n = 8;
  gate::ok(cudaGraphGetEdges_v2(graph, from, to, data, &n), "cudaGraphGetEdges_v2");
  gate::that(n == 4 && from[0] == a && to[0] == b && to[3] == d && data[3].type == 0, "the edges");
  n = 8;
  gate::ok(cudaGraphNodeGetDependencies(d, nodes, &n), "cudaGraphNodeGetDependencies");
  gate::that(n == 2 && nodes[0] == b && nodes[1] == c, "what d comes after");
  n = 8;
  gate::ok(cudaGraphNodeGetDependentNodes(a, nodes, &n), "cudaGraphNodeGetDependentNodes");
  gate::that(n == 2 && nodes[0] == b && nodes[1] == c, "what comes after a");
  cudaGraphNodeType type;
  gate::ok(cudaGraphNodeGetType(a, &type), "cudaGraphNodeGetType");
  gate::that(type == cudaGraphNodeTypeKernel, "a kernel");

  // Edges, with their data.
  cudaGraphEdgeData edge{};
  gate::ok(cudaGraphAddDependencies_v2(graph, &d, &e, &edge, 1), "cudaGraphAddDependencies_v2");
  gate::is(cudaGraphAddDependencies(graph, &e, &a, 1), cudaErrorInvalidValue, "a cycle");
  const cudaGraphNode_t begins[] = {a, e}, ends[] = {e, b};
  gate::is(cudaGraphAddDependencies(graph, begins, ends, 2), cudaErrorInvalidValue, "one is bad");
  n = 0;
  gate::ok(cudaGraphGetEdges(graph, nullptr, nullptr, &n), "cudaGraphGetEdges");
  gate::that(n == 5, "none was added");
  edge.reserved[2] = 1;
  gate::is(cudaGraphAddDependencies_v2(graph, &a, &e, &edge, 1), cudaErrorInvalidValue, "reserved");
  gate::ok(cudaGraphRemoveDependencies(graph, &c, &d, 1), "cudaGraphRemoveDependencies");

  // A clone.
  cudaGraph_t clone;
  gate::ok(cudaGraphClone(&clone, graph), "cudaGraphClone");
  cudaGraphNode_t b_clone = nullptr, none;
  gate::ok(cudaGraphNodeFindInClone(&b_clone, b, clone), "cudaGraphNodeFindInClone");
  gate::that(b_clone && b_clone != b, "another node");
  gate::is(cudaGraphNodeFindInClone(&none, b_clone, graph), cudaErrorInvalidValue,
           "not the other way");
  gate::ok(cudaGraphDestroyNode(b), "cudaGraphDestroyNode");
  gate::that(count_of(graph) == 4 && count_of(clone) == 5, "the clone keeps its node");
  gate::is(cudaGraphNodeGetType(b, &type), cudaErrorInvalidValue, "the node is gone");
  (void)cudaGetLastError();

  // d after b; e after d; c anywhere behind a.
  const auto s = graphs::stream();
  graphs::run(graphs::instantiate(clone), s, "cudaGraphLaunch");
  const auto at = [&](unsigned what) { return std::find(log, log + *count, what) - log; };
  gate::that(*count == 5 && at(1) == 0 && at(2) < at(4) && at(4) < at(5) && at(3) > 0, "in order");
  *count = 0;
  graphs::run(graphs::instantiate(graph), s, "cudaGraphLaunch");
  gate::that(*count == 4 && at(4) < at(5), "without b");
  graphs::run(graphs::instantiate(graphs::create()), s, "an empty graph");
  return gate::result();
}
