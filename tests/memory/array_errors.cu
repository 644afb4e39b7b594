// SPDX-License-Identifier: Apache-2.0
// What is wrong of arrays and copies of them, each with its documented error.
#include "memory.h"

using memory::refused;

int main() {
  const cudaChannelFormatDesc one = {8, 0, 0, 0, cudaChannelFormatKindUnsigned};
  const cudaChannelFormatDesc wide = {32, 0, 0, 0, cudaChannelFormatKindUnsigned};
  cudaArray_t a, b;
  // Texels.
  const cudaChannelFormatDesc bad[] = {
      {8, 8, 8, 0, cudaChannelFormatKindUnsigned}, {8, 16, 0, 0, cudaChannelFormatKindUnsigned},
      {64, 0, 0, 0, cudaChannelFormatKindSigned},  {8, 0, 0, 0, cudaChannelFormatKindFloat},
      {0, 0, 0, 0, cudaChannelFormatKindFloat},    {8, 0, 0, 8, cudaChannelFormatKindSigned},
      {32, 0, 0, 0, cudaChannelFormatKindNone},    {8, 0, 0, 0, (cudaChannelFormatKind)99}};
  for (const auto& desc : bad) {
    refused(cudaMallocArray(&a, &desc, 16, 16), cudaErrorInvalidChannelDescriptor, "texel");
  }
  // Shapes.
  refused(cudaMallocArray(nullptr, &one, 16), cudaErrorInvalidValue, "no place");
  refused(cudaMallocArray(&a, nullptr, 16), cudaErrorInvalidValue, "no texel");
  refused(cudaMallocArray(&a, &one, 0, 16), cudaErrorInvalidValue, "no width");
  refused(cudaMallocArray(&a, &one, 1 << 20, 16), cudaErrorInvalidValue, "wider than the limit");
  refused(cudaMallocArray(&a, &one, 16, 16, 0x1000), cudaErrorInvalidValue, "flags");
  refused(cudaMalloc3DArray(&a, &one, {16, 0, 4}), cudaErrorInvalidValue, "depth without height");
  refused(cudaMalloc3DArray(&a, &one, {16, 8, 6}, cudaArrayCubemap), cudaErrorInvalidValue,
          "a cube's faces are squares");
  refused(cudaMalloc3DArray(&a, &one, {16, 16, 5}, cudaArrayCubemap), cudaErrorInvalidValue,
          "and six");
  refused(cudaMalloc3DArray(&a, &one, {16, 16, 0}, cudaArrayLayered), cudaErrorInvalidValue,
          "no layers");
  refused(cudaMalloc3DArray(&a, &one, {16, 16, 4}, cudaArrayTextureGather), cudaErrorInvalidValue,
          "gathers are of 2-D arrays");
  refused(cudaMallocArray(&a, &one, 16, 16, cudaArraySparse), cudaErrorNotSupported, "sparse");

  // Copies.
  gate::ok(cudaMallocArray(&a, &one, 16, 8), "a");
  gate::ok(cudaMallocArray(&b, &wide, 16, 8), "b");
  unsigned char host[256] = {};
  auto to = [&](size_t x, size_t y, size_t pitch, size_t width, size_t height) {
    return cudaMemcpy2DToArray(a, x, y, host, pitch, width, height, cudaMemcpyHostToDevice);
  };
  gate::ok(to(0, 0, 16, 16, 8), "all of it");
  refused(to(1, 0, 16, 16, 8), cudaErrorInvalidValue, "past the row");
  refused(to(0, 1, 16, 16, 8), cudaErrorInvalidValue, "past the last row");
  refused(to(0, 0, 15, 16, 8), cudaErrorInvalidPitchValue, "pitch");
  refused(to(~size_t{0}, 0, 16, 16, 8), cudaErrorInvalidValue, "offset that wraps around");
  refused(cudaMemcpy2DToArray(nullptr, 0, 0, host, 16, 16, 8, cudaMemcpyHostToDevice),
          cudaErrorInvalidResourceHandle, "null");
  refused(cudaMemcpy2DToArray((cudaArray_t)host, 0, 0, host, 16, 16, 8, cudaMemcpyHostToDevice),
          cudaErrorInvalidResourceHandle, "foreign");
  refused(cudaMemcpy2DToArray(a, 0, 0, host, 16, 16, 8, cudaMemcpyDeviceToHost),
          cudaErrorInvalidValue, "direction");
  refused(cudaMemcpy2DToArray(a, 0, 0, host, 16, 16, 8, (cudaMemcpyKind)9),
          cudaErrorInvalidMemcpyDirection, "no direction");
  refused(cudaMemcpyToArray(a, 8, 7, host, 9, cudaMemcpyHostToDevice), cudaErrorInvalidValue,
          "past the end");
  cudaMemcpy3DParms p = {};
  p.srcPtr = {host, 16, 16, 8};
  p.dstArray = a;
  p.extent = {16, 8, 1};
  p.kind = cudaMemcpyHostToDevice;
  gate::ok(cudaMemcpy3D(&p), "all of it");
  p.dstPtr = {host, 16, 16, 8};
  refused(cudaMemcpy3D(&p), cudaErrorInvalidValue, "two targets");
  p.dstPtr = {};
  p.extent.depth = 2;
  refused(cudaMemcpy3D(&p), cudaErrorInvalidValue, "deeper than the array");
  p.extent.depth = 1;
  p.dstPos.x = 1;
  refused(cudaMemcpy3D(&p), cudaErrorInvalidValue, "past the row");
  p.dstPos.x = 0;
  p.dstArray = nullptr;
  refused(cudaMemcpy3D(&p), cudaErrorInvalidPitchValue, "no target");
  p = {};
  p.srcArray = a;
  p.dstArray = b;
  p.extent = {4, 4, 1};
  p.kind = cudaMemcpyDeviceToDevice;
  refused(cudaMemcpy3D(&p), cudaErrorInvalidValue, "texels of other sizes");
  cudaMemcpy3DPeerParms peer = {};
  peer.srcArray = peer.dstArray = a;
  peer.extent = {4, 4, 1};
  peer.srcDevice = 3;
  refused(cudaMemcpy3DPeer(&peer), cudaErrorInvalidDevice, "no such device");

  // Handles.
  cudaChannelFormatDesc desc;
  refused(cudaGetChannelDesc(&desc, (cudaArray_t)host), cudaErrorInvalidResourceHandle, "foreign");
  refused(cudaGetChannelDesc(nullptr, a), cudaErrorInvalidValue, "no place");
  cudaArrayMemoryRequirements needs;
  refused(cudaArrayGetMemoryRequirements(&needs, a, 0), cudaErrorInvalidValue, "it has memory");
  gate::ok(cudaFreeArray(nullptr), "nothing");
  gate::ok(cudaFreeArray(a), "once");
  refused(cudaFreeArray(a), cudaErrorInvalidResourceHandle, "twice");
  refused(to(0, 0, 16, 16, 8), cudaErrorInvalidResourceHandle, "it is gone");
  refused(cudaArrayGetInfo(nullptr, nullptr, nullptr, a), cudaErrorInvalidResourceHandle, "gone");
  unsigned* device;
  gate::ok(cudaMalloc(&device, 4096), "cudaMalloc");
  memory::count_from<<<1, 64>>>(device, 1024, 1);
  gate::that(memory::holds(device, 1024, 1), "all still works");
  return gate::result();
}
