// SPDX-License-Identifier: Apache-2.0
// Memory that graphs allocate: it keeps its address, lives until a node, a call or another graph
// frees it, and a graph cannot be launched again before, unless it frees by itself.
#include <cstdint>

#include "graphs.h"

namespace {

__global__ void fill(unsigned* p, unsigned count, unsigned seed) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) p[i] = graphs::mix(i + seed);
}
__global__ void sum(const unsigned* p, unsigned count, unsigned* out) {
  unsigned s = 0;
  for (unsigned i = 0; i < count; ++i) s += p[i];
  *out = s;
}

std::uint64_t bytes(cudaGraphMemAttributeType id) {
  std::uint64_t value = 0;
  gate::ok(cudaDeviceGetGraphMemAttribute(0, id, &value), "cudaDeviceGetGraphMemAttribute");
  return value;
}

cudaGraphNode_t allocate(cudaGraph_t graph, size_t size, unsigned** out) {
  cudaMemAllocNodeParams params{};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location = {cudaMemLocationTypeDevice, 0};
  params.bytesize = size;
  cudaGraphNode_t node;
  gate::ok(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params), "cudaGraphAddMemAllocNode");
  *out = static_cast<unsigned*>(params.dptr);
  cudaMemAllocNodeParams got{};
  gate::ok(cudaGraphMemAllocNodeGetParams(node, &got), "cudaGraphMemAllocNodeGetParams");
  gate::that(got.dptr == params.dptr && got.bytesize == size, "the node's memory");
  return node;
}

}  // namespace

int main() {
  constexpr unsigned kCount = 5000;
  auto* out = gate::pinned<unsigned>(2);
  const auto s = graphs::stream();
  unsigned want = 0;
  for (unsigned i = 0; i < kCount; ++i) want += graphs::mix(i + 3);

  // Allocated and freed in one graph.
  cudaGraph_t graph = graphs::create();
  unsigned* p;
  const auto alloc = allocate(graph, kCount * 4, &p);
  const auto filled = graphs::add(graph, {alloc}, fill, 40, 128, p, kCount, 3u);
  const auto summed = graphs::add(graph, {filled}, sum, 1, 1, p, kCount, out);
  cudaGraphNode_t freed;
  gate::ok(cudaGraphAddMemFreeNode(&freed, graph, &summed, 1, p), "cudaGraphAddMemFreeNode");
  void* address = nullptr;
  gate::ok(cudaGraphMemFreeNodeGetParams(freed, &address), "cudaGraphMemFreeNodeGetParams");
  gate::that(address == p, "the address");
  cudaGraphExec_t exec = graphs::instantiate(graph), second = nullptr;
  gate::is(cudaGraphInstantiate(&second, graph, 0), cudaErrorInvalidValue, "only one at a time");
  for (unsigned round = 0; round < 3; ++round) {
    out[0] = 0;
    graphs::run(exec, s, "cudaGraphLaunch");
    gate::that(out[0] == want, "the sum of what it allocated");
  }
  gate::that(bytes(cudaGraphMemAttrUsedMemCurrent) == 0, "nothing is used");
  gate::that(bytes(cudaGraphMemAttrUsedMemHigh) >= kCount * 4, "but was");
  gate::that(bytes(cudaGraphMemAttrReservedMemCurrent) >= kCount * 4, "and is kept");
  gate::ok(cudaDeviceGraphMemTrim(0), "cudaDeviceGraphMemTrim");
  gate::that(bytes(cudaGraphMemAttrReservedMemCurrent) == 0, "until it is trimmed");
  std::uint64_t zero = 0;
  gate::ok(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero), "reset");
  gate::that(bytes(cudaGraphMemAttrUsedMemHigh) == 0, "the high watermark");
  cudaGraph_t clone;
  cudaGraphNode_t child;
  gate::is(cudaGraphClone(&clone, graph), cudaErrorInvalidValue, "cannot be cloned");
  gate::is(cudaGraphDestroyNode(summed), cudaErrorInvalidValue, "keeps its nodes");
  cudaGraph_t outer = graphs::create();
  gate::is(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph), cudaErrorInvalidValue,
           "is nobody's child");

  // Allocated by a captured call, freed outside.
  unsigned* q = nullptr;
  gate::ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
  gate::ok(cudaMallocAsync(&q, kCount * 4, s), "cudaMallocAsync");
  fill<<<40, 128, 0, s>>>(q, kCount, 3);
  cudaGraph_t captured;
  gate::ok(cudaStreamEndCapture(s, &captured), "cudaStreamEndCapture");
  cudaGraphExec_t making = graphs::instantiate(captured);
  graphs::run(making, s, "a graph that leaves memory behind");
  gate::is(cudaGraphLaunch(making, s), cudaErrorInvalidValue, "cannot run again before");
  sum<<<1, 1, 0, s>>>(q, kCount, out + 1);
  gate::ok(cudaFreeAsync(q, s), "cudaFreeAsync");
  graphs::run(making, s, "it is freed");
  gate::that(out[1] == want, "what the graph wrote");
  gate::ok(cudaFree(q), "cudaFree");
  gate::is(cudaFree(q), cudaErrorInvalidValue, "twice");
  // Freed by another graph.
  cudaGraph_t taking = graphs::create();
  gate::ok(cudaGraphAddMemFreeNode(&freed, taking, nullptr, 0, q), "cudaGraphAddMemFreeNode");
  cudaGraphExec_t take = graphs::instantiate(taking);
  gate::is(cudaGraphLaunch(take, s), cudaErrorInvalidValue, "nothing to free");
  for (unsigned round = 0; round < 2; ++round) {
    graphs::run(making, s, "cudaGraphLaunch");
    graphs::run(take, s, "cudaGraphLaunch");
  }
  gate::ok(cudaGraphExecDestroy(making), "cudaGraphExecDestroy");
  cudaGraphExec_t freeing = graphs::instantiate(captured, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  for (unsigned round = 0; round < 3; ++round) graphs::run(freeing, s, "frees by itself");
  gate::ok(cudaFree(q), "cudaFree");
  gate::is(cudaGraphAddMemFreeNode(&freed, taking, nullptr, 0, out), cudaErrorInvalidValue,
           "memory of no graph");
  return gate::result();
}
