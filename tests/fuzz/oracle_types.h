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
