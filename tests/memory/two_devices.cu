// SPDX-License-Identifier: Apache-2.0
// Memory of two devices: each has its own, copies go from one to the other whether or not they are
// peers, pools say who may access them, and access is switched on and off once.
#include "memory.h"

using memory::refused;

namespace {
__device__ unsigned variable[4];
}

int main() {
  setenv("HEDDLE_GPU", "h200,h200", 1);
  int count = 0;
  gate::ok(cudaGetDeviceCount(&count), "count");
  gate::that(count == 2, "two devices");
  constexpr unsigned kCount = 5000;
  unsigned *p[2], *symbol[2];
  for (int device : {0, 1}) {
    gate::ok(cudaSetDevice(device), "cudaSetDevice");
    gate::ok(cudaMalloc(&p[device], kCount * 4), "cudaMalloc");
    gate::ok(cudaGetSymbolAddress((void**)&symbol[device], variable), "symbol");
    memory::count_from<<<2, 64>>>(p[device], kCount, 100 * (unsigned)device);
    gate::ok(cudaDeviceSynchronize(), "count");
    cudaPointerAttributes attributes;
    gate::ok(cudaPointerGetAttributes(&attributes, p[device] + 3), "attributes");
    gate::that(attributes.device == device, "whose it is");
  }
  gate::that(symbol[0] != symbol[1], "each has variables of its own");
  gate::ok(cudaMemcpyPeer(p[0], 0, p[1], 1, kCount * 4), "cudaMemcpyPeer");
  gate::that(memory::holds(p[0], kCount, 100), "from the other");
  cudaMemcpy3DPeerParms box = {};
  box.srcPtr = {p[0], 100, 100, 10};
  box.dstPtr = {p[1], 200, 200, 10};
  box.srcDevice = 0;
  box.dstDevice = 1;
  box.extent = {40, 10, 2};
  gate::ok(cudaMemcpy3DPeerAsync(&box, 0), "cudaMemcpy3DPeerAsync");
  gate::ok(cudaDeviceSynchronize(), "wait");
  unsigned back[10];
  gate::ok(cudaMemcpy(back, p[1] + 19 * 50, 40, cudaMemcpyDefault), "back");
  gate::that(back[0] == 100 + 19 * 25 && back[9] == back[0] + 9, "the last row");
  refused(cudaMemcpyPeer(p[0], 2, p[1], 1, 4), cudaErrorInvalidDevice, "no such device");
  refused(cudaMemcpyPeer(p[0], 0, p[1], 1, kCount * 4 + 1), cudaErrorInvalidValue, "past the end");
  box.extent.width = 101;
  refused(cudaMemcpy3DPeer(&box), cudaErrorInvalidPitchValue, "wider than the pitch");

  gate::ok(cudaSetDevice(0), "cudaSetDevice");
  int can = 0;
  gate::ok(cudaDeviceCanAccessPeer(&can, 0, 1), "can");
  gate::that(can == 1, "they are peers");
  gate::ok(cudaDeviceEnablePeerAccess(1, 0), "on");
  refused(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled, "again");
  refused(cudaDeviceEnablePeerAccess(1, 3), cudaErrorInvalidValue, "flags");
  refused(cudaDeviceEnablePeerAccess(5, 0), cudaErrorInvalidDevice, "no such device");
  memory::count_from<<<2, 64>>>(p[1], kCount, 7);
  gate::that(memory::holds(p[1], kCount, 7), "a kernel writes the other's memory");
  gate::ok(cudaDeviceDisablePeerAccess(1), "off");
  refused(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled, "again");

  // Pools are of one device, allocations of the pool's.
  cudaMemPool_t first, second;
  gate::ok(cudaDeviceGetDefaultMemPool(&first, 0), "pool");
  gate::ok(cudaDeviceGetDefaultMemPool(&second, 1), "pool");
  gate::that(first != second, "each has its own");
  refused(cudaDeviceSetMemPool(0, second), cudaErrorInvalidValue, "the other's");
  cudaMemAccessFlags flags;
  cudaMemLocation one = {cudaMemLocationTypeDevice, 1};
  gate::ok(cudaMemPoolGetAccess(&flags, first, &one), "access");
  gate::that(flags == cudaMemAccessFlagsProtNone, "none at first");
  const cudaMemAccessDesc access = {one, cudaMemAccessFlagsProtRead};
  gate::ok(cudaMemPoolSetAccess(first, &access, 1), "access");
  gate::ok(cudaMemPoolGetAccess(&flags, first, &one), "access");
  gate::that(flags == cudaMemAccessFlagsProtRead, "as set");
  unsigned* ordered;
  gate::ok(cudaMallocFromPoolAsync(&ordered, 400, second, 0), "in a stream of the other device");
  cudaPointerAttributes attributes;
  gate::ok(cudaPointerGetAttributes(&attributes, ordered), "attributes");
  gate::that(attributes.device == 1, "the pool's device");
  gate::ok(cudaFreeAsync(ordered, 0), "free");
  gate::ok(cudaDeviceReset(), "reset of one");
  gate::that(memory::holds(p[1], kCount, 7), "leaves the other");
  gate::ok(cudaFree(p[1]), "free");
  return gate::result();
}
