// SPDX-License-Identifier: Apache-2.0
// Kernels set the values that conditional nodes look at, which lie in memory of the runtime's own.
#include "planted.h"

__global__ void count_down(int* left, cudaGraphConditionalHandle handle) {
  if (--*left == 0) cudaGraphSetConditional(handle, 0);
}

__global__ void beyond(int* left) {
  left[PLANT(1, 0)] = 5;  // ERROR out-of-bounds (0,0,0)
}

int main() {
  int* left = make<int>(1);
  beyond<<<1, 1>>>(left);
  const int rounds = 3;
  good(cudaMemcpy(left, &rounds, sizeof rounds, cudaMemcpyHostToDevice));
  cudaGraph_t graph;
  good(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle handle;
  good(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = cudaGraphCondTypeWhile;
  parameters.conditional.size = 1;
  cudaGraphNode_t node, kernel;
  good(cudaGraphAddNode(&node, graph, nullptr, 0, &parameters));
  cudaGraphNodeParams body = {};
  body.type = cudaGraphNodeTypeKernel;
  body.kernel.func = reinterpret_cast<void*>(count_down);
  body.kernel.gridDim = body.kernel.blockDim = dim3(1);
  void* arguments[] = {&left, &handle};
  body.kernel.kernelParams = arguments;
  good(cudaGraphAddNode(&kernel, parameters.conditional.phGraph_out[0], nullptr, 0, &body));
  cudaGraphExec_t runs;
  good(cudaGraphInstantiate(&runs, graph, 0));
  good(cudaGraphLaunch(runs, nullptr));
  good(cudaDeviceSynchronize());
  good(cudaGraphExecDestroy(runs));
  good(cudaGraphDestroy(graph));
  std::printf("done\n");
}
