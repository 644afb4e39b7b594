// SPDX-License-Identifier: Apache-2.0
// A user object lives until the program, graphs, their clones and executable graphs, and launches
// that have not ended have all let it go; then it is destroyed, once.
#include "graphs.h"

namespace {

struct Resource {
  unsigned* destroyed;
  ~Resource() { ++*destroyed; }
};

// What ends with a launch may end a moment after the stream is seen to be idle.
bool becomes(volatile unsigned* value, unsigned want) {
  for (unsigned k = 0; k < 100000 && *value != want; ++k) gate::ok(cudaDeviceSynchronize(), "wait");
  return *value == want;
}

}  // namespace

int main() {
  auto* gates = gate::pinned<unsigned>(1);
  auto* out = gate::pinned<unsigned>(1);
  auto* destroyed = gate::pinned<unsigned>(1);
  const auto s = graphs::stream();
  cudaUserObject_t object;
  gate::ok(
      cudaUserObjectCreate(&object, new Resource{destroyed}, 1, cudaUserObjectNoDestructorSync),
      "cudaUserObjectCreate");
  gate::ok(cudaUserObjectRetain(object, 2), "cudaUserObjectRetain");
  gate::ok(cudaUserObjectRelease(object, 2), "cudaUserObjectRelease");
  cudaGraph_t graph = graphs::create(), clone;
  graphs::add(graph, {}, gate::pass, 1, 1, gates, out, 1u);
  gate::ok(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove), "the graph's own");
  gate::ok(cudaGraphClone(&clone, graph), "cudaGraphClone");
  cudaGraphExec_t exec = graphs::instantiate(graph);
  gate::ok(cudaGraphDestroy(graph), "cudaGraphDestroy");
  gate::ok(cudaGraphReleaseUserObject(clone, object, 1), "cudaGraphReleaseUserObject");
  gate::is(cudaGraphReleaseUserObject(clone, object, 1), cudaErrorInvalidValue, "more than it has");
  gate::ok(cudaGraphLaunch(exec, s), "cudaGraphLaunch");
  gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
  gate::that(*destroyed == 0, "the launch still has it");
  *(volatile unsigned*)gates = 1;
  gate::that(becomes(destroyed, 1), "it is destroyed with the launch");

  gate::ok(cudaUserObjectCreate(
               &object, destroyed, [](void* p) { *static_cast<unsigned*>(p) += 10; }, 2,
               cudaUserObjectNoDestructorSync),
           "cudaUserObjectCreate");
  gate::ok(cudaUserObjectRelease(object, 1), "cudaUserObjectRelease");
  gate::that(*destroyed == 1, "one is left");
  gate::ok(cudaUserObjectRelease(object, 1), "cudaUserObjectRelease");
  gate::that(*destroyed == 11, "none is left");
  gate::is(cudaUserObjectRelease(object, 1), cudaErrorInvalidValue, "after the last one");

  // An update brings the new graph's objects, and those of its child graphs, and lets the old go.
  const auto make = [&](unsigned* count, bool as_child) {
    cudaGraph_t inner = graphs::create(), outer = graphs::create();
    graphs::add(inner, {}, gate::write, 1, 1, out, 1u);
    gate::ok(cudaUserObjectCreate(&object, new Resource{count}, 1, cudaUserObjectNoDestructorSync),
             "cudaUserObjectCreate");
    gate::ok(cudaGraphRetainUserObject(inner, object, 1, cudaGraphUserObjectMove), "retain");
    if (!as_child) return inner;
    cudaGraphNode_t node;
    gate::ok(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, inner), "a child graph");
    gate::ok(cudaGraphDestroy(inner), "cudaGraphDestroy");
    return outer;
  };
  auto* gone = gate::pinned<unsigned>(4);
  for (const bool as_child : {false, true}) {
    graph = make(gone, as_child);
    exec = graphs::instantiate(graph);
    gate::ok(cudaGraphDestroy(graph), "cudaGraphDestroy");
    gate::that(gone[0] == as_child, "the executable graph has it");
    graph = make(gone + 1, as_child);
    cudaGraphExecUpdateResultInfo info{};
    gate::ok(cudaGraphExecUpdate(exec, graph, &info), "cudaGraphExecUpdate");
    gate::ok(cudaGraphDestroy(graph), "cudaGraphDestroy");
    gate::that(gone[0] == as_child + 1u && gone[1] == as_child, "has the new one instead");
    gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
    gate::that(gone[1] == as_child + 1u, "until it goes");
  }
  // So does an update of a child graph.
  graph = make(gone + 2, true);
  cudaGraphNode_t node;
  size_t count = 1;
  gate::ok(cudaGraphGetNodes(graph, &node, &count), "cudaGraphGetNodes");
  exec = graphs::instantiate(graph);
  cudaGraph_t next = make(gone + 3, false);
  gate::ok(cudaGraphExecChildGraphNodeSetParams(exec, node, next), "a new child");
  gate::ok(cudaGraphDestroy(graph), "cudaGraphDestroy");
  gate::ok(cudaGraphDestroy(next), "cudaGraphDestroy");
  gate::that(gone[2] == 1 && gone[3] == 0, "the new one is held, the old one is not");
  gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
  gate::that(gone[3] == 1, "until it goes");
  return gate::result();
}
