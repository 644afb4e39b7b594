// SPDX-License-Identifier: Apache-2.0
// A cooperative kernel node whose blocks the device cannot hold all at once is refused as the
// launch would be: where it becomes one, where it grows, and where a graph of it becomes
// executable.
#include <cooperative_groups.h>

#include "graphs.h"

namespace {

__global__ void meet(unsigned* count, unsigned* blocks) {
  if (threadIdx.x == 0) atomicAdd(count, 1);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0 && *(volatile unsigned*)count == gridDim.x) atomicAdd(blocks, 1);
}

cudaError_t make_cooperative(cudaGraphNode_t node) {
  cudaLaunchAttributeValue value{};
  value.cooperative = 1;
  return cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value);
}

}  // namespace

int main() {
  auto* counts = gate::pinned<unsigned>(2);
  const auto s = graphs::stream();
  int per_sm = 0, sms = 0;
  gate::ok(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, meet, 1024, 0), "occupancy");
  gate::ok(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "multiprocessors");
  const unsigned most = (unsigned)(per_sm * sms);

  cudaGraph_t graph = graphs::create();
  const auto node = graphs::add(graph, {}, meet, 8, 64, counts, counts + 1);
  const auto large = graphs::add(graph, {node}, meet, most + 1, 1024, counts, counts + 1);
  gate::is(make_cooperative(large), cudaErrorCooperativeLaunchTooLarge, "too many blocks");
  cudaLaunchAttributeValue value{};
  gate::ok(cudaGraphKernelNodeGetAttribute(large, cudaLaunchAttributeCooperative, &value), "get");
  gate::that(value.cooperative == 0, "it stays what it was");
  gate::ok(make_cooperative(node), "few blocks");
  gate::is(cudaGraphKernelNodeCopyAttributes(node, large), cudaErrorCooperativeLaunchTooLarge,
           "copied attributes");
  gate::ok(cudaGraphDestroyNode(large), "cudaGraphDestroyNode");
  (void)cudaGetLastError();

  cudaGraphExec_t exec = graphs::instantiate(graph);
  graphs::run(exec, s, "cudaGraphLaunch");
  gate::that(counts[0] == 8 && counts[1] == 8, "all met");
  graphs::Kernel<unsigned*, unsigned*> grown(meet, most + 1, 1024, counts, counts + 1);
  gate::is(cudaGraphKernelNodeSetParams(node, &grown.params), cudaErrorCooperativeLaunchTooLarge,
           "more blocks than fit");
  gate::is(cudaGraphExecKernelNodeSetParams(exec, node, &grown.params),
           cudaErrorCooperativeLaunchTooLarge, "in an executable graph");
  graphs::Kernel<unsigned*, unsigned*> full(meet, most, 1024, counts, counts + 1);
  gate::ok(cudaGraphKernelNodeSetParams(node, &full.params), "as many as fit");
  (void)cudaGetLastError();
  counts[0] = counts[1] = 0;
  graphs::run(exec, s, "cudaGraphLaunch");
  gate::that(counts[0] == 8 && counts[1] == 8, "as it was");
  return gate::result();
}
