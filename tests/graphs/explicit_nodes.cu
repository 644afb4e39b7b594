// SPDX-License-Identifier: Apache-2.0
// A graph of all plain kinds of nodes does what they say in their order, each time it is launched:
// copies in three dimensions, of one row and of symbols, fills of elements of 1, 2 and 4 bytes,
// kernels, host functions, child graphs and empty nodes.
#include <cstring>

#include "graphs.h"

__device__ unsigned table[64];

__global__ void use_table(unsigned* out, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] += table[i % 64];
}

struct Seen {
  unsigned* host;
  unsigned calls, last;
};

int main() {
  using graphs::Nodes;
  constexpr unsigned kCount = 1000;
  auto* host = gate::pinned<unsigned>(kCount);
  auto* back = gate::pinned<unsigned>(kCount);
  unsigned* device;
  gate::ok(cudaMalloc(&device, kCount * 4), "cudaMalloc");
  unsigned values[64];
  for (unsigned i = 0; i < 64; ++i) values[i] = graphs::mix(i + 7);

  cudaGraph_t graph = graphs::create();
  cudaGraphNode_t to_device, to_symbol, to_host, call, empty, child;
  gate::ok(cudaGraphAddMemcpyNode1D(&to_device, graph, nullptr, 0, device, host, kCount * 4,
                                    cudaMemcpyHostToDevice),
           "cudaGraphAddMemcpyNode1D");
  gate::ok(cudaGraphAddMemcpyNodeToSymbol(&to_symbol, graph, nullptr, 0, table, values,
                                          sizeof values, 0, cudaMemcpyHostToDevice),
           "cudaGraphAddMemcpyNodeToSymbol");
  const cudaGraphNode_t roots[] = {to_device, to_symbol};
  gate::ok(cudaGraphAddEmptyNode(&empty, graph, roots, 2), "cudaGraphAddEmptyNode");
  const auto first = graphs::add(graph, {empty}, graphs::scale, 8, 128, device, 3u, kCount);
  cudaGraph_t inner = graphs::create();
  const auto inner_first = graphs::add(inner, {}, use_table, 4, 256, device, kCount);
  graphs::add(inner, {inner_first}, graphs::scale, 4, 256, device, 5u, kCount);
  gate::ok(cudaGraphAddChildGraphNode(&child, graph, &first, 1, inner), "a child graph");
  gate::ok(cudaGraphDestroy(inner), "which is a copy");
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(device, kCount * 4, kCount * 4, 1);
  copy.dstPtr = make_cudaPitchedPtr(back, kCount * 4, kCount * 4, 1);
  copy.extent = make_cudaExtent(kCount * 4, 1, 1);
  copy.kind = cudaMemcpyDeviceToHost;
  gate::ok(cudaGraphAddMemcpyNode(&to_host, graph, &child, 1, &copy), "cudaGraphAddMemcpyNode");
  Seen seen{back, 0, 0};
  cudaHostNodeParams function{[](void* p) {
                                auto* s = static_cast<Seen*>(p);
                                ++s->calls;
                                s->last = s->host[kCount - 1];
                              },
                              &seen};
  gate::ok(cudaGraphAddHostNode(&call, graph, &to_host, 1, &function), "cudaGraphAddHostNode");

  cudaGraphExec_t exec = graphs::instantiate(graph);
  gate::ok(cudaGraphDestroy(graph), "the executable graph does not need it");
  const auto s = graphs::stream();
  for (unsigned round = 1; round < 4; ++round) {
    for (unsigned i = 0; i < kCount; ++i) host[i] = i * round;
    graphs::run(exec, s, "cudaGraphLaunch");
    bool right = seen.calls == round;
    for (unsigned i = 0; i < kCount; ++i) {
      const unsigned m = graphs::mix(i);
      right = right && back[i] == (i * round * 3 + m + values[i % 64]) * 5 + m;
    }
    gate::that(right && seen.last == back[kCount - 1], "all nodes, in their order");
  }

  // Fills.
  cudaGraph_t fills = graphs::create();
  unsigned char* bytes;
  gate::ok(cudaMalloc(&bytes, 4096), "cudaMalloc");
  gate::ok(cudaMemset(bytes, 0xee, 4096), "cudaMemset");
  cudaGraphNode_t node;
  const cudaMemsetParams of_1{bytes, 64, 0x1122334455u & 0xff, 1, 60, 3};
  const cudaMemsetParams of_2{bytes + 512, 100, 0xa1b2, 2, 31, 4};
  const cudaMemsetParams of_4{bytes + 1024, 0, 0xc1d2e3f4, 4, 100, 1};
  for (const auto* params : {&of_1, &of_2, &of_4}) {
    gate::ok(cudaGraphAddMemsetNode(&node, fills, nullptr, 0, params), "cudaGraphAddMemsetNode");
    cudaMemsetParams got{};
    gate::ok(cudaGraphMemsetNodeGetParams(node, &got), "cudaGraphMemsetNodeGetParams");
    gate::that(!std::memcmp(&got, params, sizeof got), "are those that were set");
  }
  cudaGraphExec_t fill = graphs::instantiate(fills);
  graphs::run(fill, s, "fills");
  unsigned char got[2048], want[2048];
  std::memset(want, 0xee, sizeof want);
  for (unsigned row = 0; row < 3; ++row) std::memset(want + 64 * row, 0x55, 60);
  for (unsigned row = 0; row < 4; ++row) {
    for (unsigned i = 0; i < 31; ++i) {
      want[512 + 100 * row + 2 * i] = 0xb2;
      want[512 + 100 * row + 2 * i + 1] = 0xa1;
    }
  }
  for (unsigned i = 0; i < 100; ++i) {
    const unsigned value = 0xc1d2e3f4;
    std::memcpy(want + 1024 + 4 * i, &value, 4);
  }
  gate::ok(cudaMemcpy(got, bytes, sizeof got, cudaMemcpyDeviceToHost), "cudaMemcpy");
  gate::that(!std::memcmp(got, want, sizeof got), "rows of elements, and nothing beside them");
  gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
  gate::ok(cudaGraphExecDestroy(fill), "cudaGraphExecDestroy");
  return gate::result();
}
