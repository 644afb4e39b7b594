// SPDX-License-Identifier: Apache-2.0
// CUDA's vector types that generated kernels use, for the oracle.
#pragma once

struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct float3 {
  float x, y, z;
};
struct alignas(4) uchar4 {
  unsigned char x, y, z, w;
};
struct alignas(4) short2 {
  short x, y;
};
struct alignas(16) ulonglong2 {
  unsigned long long x, y;
};

// A texture of words: its memory.
using cudaTextureObject_t = unsigned long long;
struct cudaChannelFormatDesc {};
template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  return {};
}
enum { cudaResourceTypeLinear, cudaReadModeElementType };
struct cudaResourceDesc {
  int resType;
  struct {
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      unsigned long sizeInBytes;
    } linear;
  } res;
};
struct cudaTextureDesc {
  int readMode;
};
template <class T>
T tex1Dfetch(cudaTextureObject_t texels, int at) {
  return at >= 0 && at < 1024 ? reinterpret_cast<const T*>(texels)[at] : T();
}
