// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecUpdate pairs the last nodes in the order in which they came to be last, and then
// what each pair comes after in the order of the edges: which node was added first does not matter.
// What does not pair says where. A node that was disabled stays so, which shows who is whose pair.
#include <initializer_list>

#include "graphs.h"

namespace {

unsigned* out;
cudaStream_t s;

cudaGraphNode_t put(cudaGraph_t graph, const graphs::Nodes& after, unsigned at, unsigned value) {
  return graphs::add(graph, after, gate::write, 1, 1, out + at, value);
}

// Which places hold the value after a launch.
bool written(cudaGraphExec_t exec, unsigned value, std::initializer_list<unsigned> places) {
  for (unsigned i = 0; i < 8; ++i) out[i] = 0;
  graphs::run(exec, s, "cudaGraphLaunch");
  bool good = true;
  unsigned want = 0;
  for (unsigned place : places) want |= 1u << place;
  for (unsigned i = 0; i < 8; ++i) good = good && out[i] == (want >> i & 1 ? value : 0);
  return good;
}

void refused(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t node, cudaGraphNode_t from,
             const char* what) {
  cudaGraphExecUpdateResultInfo info{};
  gate::is(cudaGraphExecUpdate(exec, graph, &info), cudaErrorGraphExecUpdateFailure, what);
  gate::that(info.result == cudaGraphExecUpdateErrorTopologyChanged, what);
  gate::that(info.errorNode == node, "the node at fault");
  gate::that(info.errorFromNode == from, "what it comes after");
  (void)cudaGetLastError();
}

void updated(cudaGraphExec_t exec, cudaGraph_t graph, const char* what) {
  cudaGraphExecUpdateResultInfo info{};
  gate::ok(cudaGraphExecUpdate(exec, graph, &info), what);
  gate::that(info.result == cudaGraphExecUpdateSuccess && !info.errorNode && !info.errorFromNode,
             what);
}

void connect(cudaGraph_t graph, cudaGraphNode_t from, cudaGraphNode_t to) {
  gate::ok(cudaGraphAddDependencies(graph, &from, &to, 1), "cudaGraphAddDependencies");
}

void diamonds() {
  // 0 before 1 and 2 before 3; 1 is disabled.
  cudaGraph_t graph = graphs::create();
  const auto top = put(graph, {}, 0, 5), left = put(graph, {top}, 1, 5),
             right = put(graph, {top}, 2, 5);
  put(graph, {left, right}, 3, 5);
  cudaGraphExec_t exec = graphs::instantiate(graph);
  gate::ok(cudaGraphNodeSetEnabled(exec, left, 0), "cudaGraphNodeSetEnabled");
  gate::that(written(exec, 5, {0, 2, 3}), "without the left side");

  cudaGraph_t other = graphs::create();
  {
    // Added from its end to its beginning.
    const auto bottom = put(other, {}, 3, 6), b = put(other, {}, 2, 6), a = put(other, {}, 1, 6),
               first = put(other, {}, 0, 6);
    connect(other, a, bottom);
    connect(other, b, bottom);
    connect(other, first, a);
    connect(other, first, b);
  }
  updated(exec, other, "nodes in another order");
  gate::that(written(exec, 6, {0, 2, 3}), "the first edge is the left side's");

  cudaGraph_t crossed = graphs::create();
  {
    const auto first = put(crossed, {}, 0, 7), a = put(crossed, {first}, 1, 7),
               b = put(crossed, {first}, 2, 7);
    put(crossed, {b, a}, 3, 7);
  }
  updated(exec, crossed, "edges in another order");
  gate::that(written(exec, 7, {0, 1, 3}), "the first edge is the other side's now");
}

void sinks() {
  cudaGraph_t graph = graphs::create();
  const auto first = put(graph, {}, 0, 5);
  put(graph, {}, 1, 5);
  cudaGraphExec_t exec = graphs::instantiate(graph);
  gate::ok(cudaGraphNodeSetEnabled(exec, first, 0), "cudaGraphNodeSetEnabled");

  cudaGraph_t swapped = graphs::create();
  put(swapped, {}, 1, 6);
  put(swapped, {}, 0, 6);
  updated(exec, swapped, "two nodes alone");
  gate::that(written(exec, 6, {0}), "in the order of their creation");

  // What loses its last edge goes behind the others.
  cudaGraph_t freed = graphs::create();
  const auto a = put(freed, {}, 0, 7), b = put(freed, {a}, 1, 7);
  gate::ok(cudaGraphRemoveDependencies(freed, &a, &b, 1), "cudaGraphRemoveDependencies");
  updated(exec, freed, "an edge that went");
  gate::that(written(exec, 7, {0}), "the node without dependents since then is the second");
  cudaGraph_t clone;
  gate::ok(cudaGraphClone(&clone, freed), "cudaGraphClone");
  updated(exec, clone, "a clone");
  gate::that(written(exec, 7, {0}), "has the order of its original");
}

void mismatches() {
  cudaGraph_t graph = graphs::create();
  const auto a = put(graph, {}, 0, 5), b = put(graph, {}, 1, 5);
  put(graph, {a, b}, 2, 5);
  put(graph, {a, b}, 3, 5);
  cudaGraphExec_t exec = graphs::instantiate(graph);

  cudaGraph_t other = graphs::create();
  put(other, {}, 0, 1);
  refused(exec, other, nullptr, nullptr, "another number of nodes");
  other = graphs::create();
  auto c = put(other, {}, 0, 1), d = put(other, {}, 1, 1);
  put(other, {c, d}, 2, 1);
  auto e = put(other, {d, c}, 3, 1);
  refused(exec, other, e, d, "an edge to what has another pair");
  other = graphs::create();
  c = put(other, {}, 0, 1), d = put(other, {}, 1, 1);
  put(other, {c, d}, 2, 1);
  e = put(other, {c}, 3, 1);
  refused(exec, other, e, nullptr, "fewer edges");
  other = graphs::create();
  c = put(other, {}, 0, 1);
  put(other, {}, 1, 1);
  put(other, {c}, 2, 1);
  e = put(other, {c}, 3, 1);
  refused(exec, other, e, nullptr, "more nodes at the end");
  other = graphs::create();
  c = put(other, {}, 0, 1), d = put(other, {}, 1, 1);
  e = put(other, {c, d}, 2, 1);
  const auto last = put(other, {c, e}, 3, 1);
  cudaGraphExecUpdateResultInfo info{};
  gate::is(cudaGraphExecUpdate(exec, other, &info), cudaErrorGraphExecUpdateFailure, "fewer");
  gate::that(info.result == cudaGraphExecUpdateErrorTopologyChanged &&
                 (info.errorNode == last || info.errorNode == e),
             "fewer nodes at the end");
  (void)cudaGetLastError();
  gate::that(written(exec, 5, {0, 1, 2, 3}), "it does what it did");
}

void children() {
  // In child graphs as well.
  const auto make = [](unsigned value, bool other_order) {
    cudaGraph_t child = graphs::create(), graph = graphs::create();
    cudaGraphNode_t a, b, node;
    if (other_order) {
      b = put(child, {}, 1, value), a = put(child, {}, 0, value);
    } else {
      a = put(child, {}, 0, value), b = put(child, {}, 1, value);
    }
    put(child, {a, b}, 2, value);
    gate::ok(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child), "a child graph");
    put(graph, {node}, 3, value);
    return graph;
  };
  cudaGraph_t graph = make(5, false), inner;
  cudaGraphNode_t root, nodes[3];
  size_t count = 1;
  gate::ok(cudaGraphGetRootNodes(graph, &root, &count), "cudaGraphGetRootNodes");
  gate::ok(cudaGraphChildGraphNodeGetGraph(root, &inner), "cudaGraphChildGraphNodeGetGraph");
  count = 3;
  gate::ok(cudaGraphGetNodes(inner, nodes, &count), "cudaGraphGetNodes");
  cudaGraphExec_t exec = graphs::instantiate(graph);
  gate::ok(cudaGraphNodeSetEnabled(exec, nodes[0], 0), "cudaGraphNodeSetEnabled");
  updated(exec, make(6, true), "child graphs");
  gate::that(written(exec, 6, {1, 2, 3}), "pair as well");
}

}  // namespace

int main() {
  out = gate::pinned<unsigned>(8);
  s = graphs::stream();
  diamonds();
  sinks();
  mismatches();
  children();
  return gate::result();
}
