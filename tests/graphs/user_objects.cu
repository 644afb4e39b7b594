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
  return gate::result();
}
