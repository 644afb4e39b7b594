// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share.
#pragma once

#include <tuple>
#include <vector>

#include "../streams/gate.h"

namespace graphs {

using Nodes = std::vector<cudaGraphNode_t>;

template <class... Args>
struct Kernel {
  explicit Kernel(void (*function)(Args...), dim3 grid, dim3 block, Args... args)
      : values(args...) {
    params.func = (void*)function;
    params.gridDim = grid;
    params.blockDim = block;
    std::apply([&](auto&... value) { pointers = {(void*)&value...}; }, values);
    params.kernelParams = pointers.data();
  }
  Kernel(const Kernel&) = delete;
  std::tuple<Args...> values;
  std::vector<void*> pointers;
  cudaKernelNodeParams params{};
};

// A kernel node.
template <class... Params, class... Args>
cudaGraphNode_t add(cudaGraph_t graph, const Nodes& after, void (*function)(Params...), dim3 grid,
                    dim3 block, Args... args) {
  Kernel<Params...> kernel(function, grid, block, Params(args)...);
  cudaGraphNode_t node = nullptr;
  gate::ok(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &kernel.params),
           "cudaGraphAddKernelNode");
  return node;
}

inline cudaGraph_t create() {
  cudaGraph_t graph = nullptr;
  gate::ok(cudaGraphCreate(&graph, 0), "cudaGraphCreate");
  return graph;
}

inline cudaGraphExec_t instantiate(cudaGraph_t graph, unsigned long long flags = 0) {
  cudaGraphExec_t exec = nullptr;
  gate::ok(cudaGraphInstantiate(&exec, graph, flags), "cudaGraphInstantiate");
  return exec;
}

inline cudaStream_t stream(unsigned flags = cudaStreamNonBlocking) {
  cudaStream_t made = nullptr;
  gate::ok(cudaStreamCreateWithFlags(&made, flags), "cudaStreamCreate");
  return made;
}

inline void run(cudaGraphExec_t exec, cudaStream_t on, const char* what) {
  gate::ok(cudaGraphLaunch(exec, on), what);
  gate::ok(cudaStreamSynchronize(on), what);
}

// A thread's own value, so that no two are alike.
__host__ __device__ inline unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  return x;
}
__global__ void scale(unsigned* data, unsigned factor, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = data[i] * factor + mix(i);
}

}  // namespace graphs
