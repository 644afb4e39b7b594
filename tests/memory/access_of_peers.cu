// SPDX-License-Identifier: Apache-2.0
// What another device may access: memory of cudaMalloc when peer access is enabled, memory of pools
// and of graphs as it was set for them. cudaPointerGetAttributes has a device address for the
// current device only then; copies go all the same.
#include "memory.h"

using memory::refused;

namespace {

// For the current device.
bool accessible(const void* p) {
  cudaPointerAttributes attributes;
  gate::ok(cudaPointerGetAttributes(&attributes, p), "cudaPointerGetAttributes");
  gate::that(attributes.type == cudaMemoryTypeDevice, "device memory");
  gate::that(!attributes.devicePointer || attributes.devicePointer == p, "its address");
  return attributes.devicePointer != nullptr;
}

void* allocated_by_graph(const cudaMemAccessDesc* access, size_t count) {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  gate::ok(cudaGraphCreate(&graph, 0), "cudaGraphCreate");
  cudaMemAllocNodeParams params{}, got{};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location = {cudaMemLocationTypeDevice, 1};
  params.bytesize = 64;
  params.accessDescs = const_cast<cudaMemAccessDesc*>(access);
  params.accessDescCount = count;
  gate::ok(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params), "cudaGraphAddMemAllocNode");
  gate::ok(cudaGraphMemAllocNodeGetParams(node, &got), "cudaGraphMemAllocNodeGetParams");
  gate::that(got.accessDescCount == count && (!count || got.accessDescs != access), "own list");
  gate::that(!count == !got.accessDescs, "or none");
  if (got.accessDescs)
    gate::that(got.accessDescs[0].location.id == access[0].location.id, "as it was given");
  cudaMemAccessDesc wrong = {{cudaMemLocationTypeDevice, 9}, cudaMemAccessFlagsProtReadWrite};
  params.accessDescs = &wrong;
  params.accessDescCount = 1;
  refused(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params), cudaErrorInvalidValue,
          "no such device");
  return got.dptr;
}

}  // namespace

int main() {
  setenv("HEDDLE_GPU", "h200,h200", 1);
  unsigned *own, *other, *pinned = gate::pinned<unsigned>(4);
  gate::ok(cudaMalloc(&own, 64), "cudaMalloc");
  gate::ok(cudaSetDevice(1), "cudaSetDevice");
  gate::ok(cudaMalloc(&other, 64), "cudaMalloc");
  memory::count_from<<<1, 16>>>(other, 16, 30);
  gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  gate::ok(cudaSetDevice(0), "cudaSetDevice");

  gate::that(accessible(own) && !accessible(other), "its own memory only");
  gate::ok(cudaMemcpyPeer(own, 0, other, 1, 64), "cudaMemcpyPeer");
  gate::ok(cudaMemcpy(own, other, 64, cudaMemcpyDefault), "cudaMemcpy");
  gate::that(memory::holds(own, 16, 30), "copies need no access");
  gate::ok(cudaDeviceEnablePeerAccess(1, 0), "cudaDeviceEnablePeerAccess");
  gate::that(accessible(other), "the peer's");
  gate::ok(cudaSetDevice(1), "cudaSetDevice");
  gate::that(!accessible(own) && accessible(other), "access goes in one direction");
  gate::ok(cudaSetDevice(0), "cudaSetDevice");
  cudaPointerAttributes attributes;
  gate::ok(cudaPointerGetAttributes(&attributes, pinned), "cudaPointerGetAttributes");
  gate::that(attributes.devicePointer == pinned, "the host's, always");

  // Pools have access of their own.
  cudaMemPool_t pool;
  cudaStream_t s;
  unsigned* ordered;
  gate::ok(cudaDeviceGetDefaultMemPool(&pool, 1), "pool");
  gate::ok(cudaStreamCreate(&s), "cudaStreamCreate");
  gate::ok(cudaMallocFromPoolAsync(&ordered, 64, pool, s), "cudaMallocFromPoolAsync");
  gate::that(!accessible(ordered), "not by cudaDeviceEnablePeerAccess");
  cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite};
  gate::ok(cudaMemPoolSetAccess(pool, &access, 1), "cudaMemPoolSetAccess");
  gate::that(accessible(ordered), "as it is set");
  void* captured;
  cudaGraph_t graph;
  gate::ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
  gate::ok(cudaMallocFromPoolAsync(&captured, 64, pool, s), "captured");
  gate::ok(cudaStreamEndCapture(s, &graph), "cudaStreamEndCapture");
  access.flags = cudaMemAccessFlagsProtNone;
  gate::ok(cudaMemPoolSetAccess(pool, &access, 1), "cudaMemPoolSetAccess");
  gate::that(!accessible(ordered), "taken away");
  gate::ok(cudaPointerGetAttributes(&attributes, captured), "cudaPointerGetAttributes");
  gate::that(attributes.device == 1, "captured: of the pool's device");
  gate::that(accessible(captured), "with the access that the pool had then");
  gate::ok(cudaFreeAsync(ordered, s), "cudaFreeAsync");

  gate::that(!accessible(allocated_by_graph(nullptr, 0)), "a graph's own");
  access.flags = cudaMemAccessFlagsProtReadWrite;
  gate::that(accessible(allocated_by_graph(&access, 1)), "with a list");

  gate::ok(cudaDeviceDisablePeerAccess(1), "cudaDeviceDisablePeerAccess");
  gate::that(!accessible(other), "off");
  gate::ok(cudaDeviceEnablePeerAccess(1, 0), "on");
  gate::ok(cudaSetDevice(1), "cudaSetDevice");
  gate::ok(cudaDeviceReset(), "cudaDeviceReset");
  gate::ok(cudaSetDevice(0), "cudaSetDevice");
  refused(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled, "it went with the device");
  return gate::result();
}
