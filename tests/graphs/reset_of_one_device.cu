// SPDX-License-Identifier: Apache-2.0
// cudaDeviceReset takes away the graphs that have to do with its device and leaves the others.
#include "graphs.h"

int main() {
  setenv("HEDDLE_GPU", "h200,h200", 1);
  gate::ok(cudaSetDevice(1), "cudaSetDevice");
  auto* out = gate::pinned<unsigned>(4);
  unsigned* memory[2];
  cudaStream_t streams[2];
  cudaGraph_t kernels[2], copies[2];
  cudaGraphExec_t execs[2], copying[2];
  for (int device : {1, 0}) {
    gate::ok(cudaSetDevice(device), "cudaSetDevice");
    gate::ok(cudaMalloc(&memory[device], 64), "cudaMalloc");
    streams[device] = graphs::stream();
    kernels[device] = graphs::create();
    graphs::add(kernels[device], {}, gate::write, 1, 1, out + device, 7u);
    copies[device] = graphs::create();
    cudaGraphNode_t node;
    gate::ok(cudaGraphAddMemcpyNode1D(&node, copies[device], nullptr, 0, memory[device], out, 4,
                                      cudaMemcpyDefault),
             "cudaGraphAddMemcpyNode1D");
    execs[device] = graphs::instantiate(kernels[device]);
    copying[device] = graphs::instantiate(copies[device]);
    graphs::run(execs[device], streams[device], "cudaGraphLaunch");
    graphs::run(copying[device], streams[device], "cudaGraphLaunch");
  }
  // Both devices' kernels in one, and what has none.
  cudaGraph_t both = graphs::create(), neither = graphs::create();
  cudaGraphNode_t node;
  gate::ok(cudaGraphAddChildGraphNode(&node, both, nullptr, 0, kernels[0]), "a child graph");
  gate::ok(cudaGraphAddChildGraphNode(&node, both, nullptr, 0, kernels[1]), "a child graph");
  gate::ok(cudaGraphAddEmptyNode(&node, neither, nullptr, 0), "cudaGraphAddEmptyNode");
  cudaGraphExec_t both_exec = graphs::instantiate(both), nothing = graphs::instantiate(neither);

  gate::ok(cudaDeviceReset(), "cudaDeviceReset");
  gate::ok(cudaSetDevice(1), "cudaSetDevice");
  out[1] = 0;
  graphs::run(execs[1], streams[1], "the other device's graph");
  gate::that(out[1] == 7, "works");
  graphs::run(copying[1], streams[1], "the other device's copies");
  graphs::run(nothing, streams[1], "a graph of no device");
  for (cudaGraphExec_t gone : {execs[0], copying[0], both_exec}) {
    gate::is(cudaGraphLaunch(gone, streams[1]), cudaErrorInvalidValue, "is gone");
    gate::is(cudaGraphExecDestroy(gone), cudaErrorInvalidValue, "is gone");
  }
  for (cudaGraph_t gone : {kernels[0], copies[0], both}) {
    gate::is(cudaGraphDestroy(gone), cudaErrorInvalidValue, "is gone");
  }
  for (cudaGraph_t kept : {kernels[1], copies[1], neither}) {
    gate::ok(cudaGraphDestroy(kept), "cudaGraphDestroy");
  }
  for (cudaGraphExec_t kept : {execs[1], copying[1], nothing}) {
    gate::ok(cudaGraphExecDestroy(kept), "cudaGraphExecDestroy");
  }
  // The device works anew.
  gate::ok(cudaSetDevice(0), "cudaSetDevice");
  out = gate::pinned<unsigned>(4);
  cudaGraph_t again = graphs::create();
  graphs::add(again, {}, gate::write, 1, 1, out, 9u);
  graphs::run(graphs::instantiate(again), graphs::stream(), "a new graph");
  gate::that(out[0] == 9, "works");
  return gate::result();
}
