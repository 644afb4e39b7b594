// SPDX-License-Identifier: Apache-2.0
// Prints SET(name) rows: levels that oblique gradients give, in 2-D (64 x 64, 64 x 16) and 3-D (32
// x 32 x 32, 32 x 16 x 8); level k holds k.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "ask.h"

struct Row {
  float d[8];
};
__global__ void look(cudaTextureObject_t t, int dims, const Row* at, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Row r = at[i];
  out[i] = dims == 2 ? tex2DGrad<float>(t, 0.3f, 0.4f, make_float2(r.d[0], r.d[1]),
                                        make_float2(r.d[4], r.d[5]))
           : dims == 4
               ? tex2DLayeredGrad<float>(t, 0.3f, 0.4f, i % 2, make_float2(r.d[0], r.d[1]),
                                         make_float2(r.d[4], r.d[5]))
               : tex3DGrad<float>(t, 0.3f, 0.4f, 0.5f, make_float4(r.d[0], r.d[1], r.d[2], 0),
                                  make_float4(r.d[4], r.d[5], r.d[6], 0));
}
static void ask(const char* name, int w, int h, int z, int dims, int aniso, float where) {
  int levels = 1;
  while (w >> levels || h >> levels || z >> levels) ++levels;
  auto d = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t m;
  bool layered = dims == 4;
  OK(cudaMallocMipmappedArray(&m, &d, make_cudaExtent(w, h, layered ? 2 : z), levels,
                              layered ? cudaArrayLayered : 0));
  for (int k = 0; k < levels; ++k) {
    int a = w >> k ? w >> k : 1, b = h >> k ? h >> k : 1, c = layered ? 2 : z >> k ? z >> k : 1;
    std::vector<float> v(a * b * c, (float)k);
    cudaArray_t level;
    OK(cudaGetMipmappedArrayLevel(&level, m, k));
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(v.data(), a * 4, a, b);
    p.dstArray = level;
    p.extent = make_cudaExtent(a, b, z || layered ? c : 1);
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
  }
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeMipmappedArray;
  r.res.mipmap.mipmap = m;
  cudaTextureDesc td = {};
  td.normalizedCoords = 1;
  td.mipmapFilterMode = cudaFilterModeLinear;
  td.maxMipmapLevelClamp = 100;
  td.maxAnisotropy = aniso;
  td.filterMode = aniso ? cudaFilterModeLinear : cudaFilterModePoint;
  cudaTextureObject_t t;
  OK(cudaCreateTextureObject(&t, &r, &td, nullptr));
  std::vector<Row> at;
  for (int i = 0; i < 160; ++i) {
    float s = exp2f(-5 + 4.5f * unit()) * where;
    Row q;
    for (float& x : q.d) x = (2 * unit() - 1) * s;
    if (i % 4 == 1)
      for (int k = 4; k < 8; ++k) q.d[k] = 0;
    if (i % 8 == 3)
      for (int k = 4; k < 8; ++k) q.d[k] = q.d[k - 4] * (0.7f + 0.5f * unit());
    if (i % 8 == 7) {
      q.d[0] = 0;
      q.d[1] = 0;
    }
    at.push_back(q);
  }
  Row* da;
  float* o;
  int n = (int)at.size();
  OK(cudaMalloc(&da, n * 32));
  OK(cudaMalloc(&o, n * 4));
  OK(cudaMemcpy(da, at.data(), n * 32, cudaMemcpyHostToDevice));
  look<<<(n + 31) / 32, 32>>>(t, dims, da, o, n);
  OK(cudaDeviceSynchronize());
  std::vector<float> out(n);
  OK(cudaMemcpy(out.data(), o, n * 4, cudaMemcpyDeviceToHost));
  printf("SET(\"%s\")\n", name);
  for (int i = 0; i < n; ++i) {
    unsigned w8[8], g;
    memcpy(w8, &at[i], 32);
    memcpy(&g, &out[i], 4);
    printf("{{%#x,%#x,%#x,%#x,%#x,%#x},{%#x}},\n", w8[0], w8[1], w8[2], w8[4], w8[5], w8[6], g);
  }
  printf("END\n");
}
int main() {
  ask("grad2.square", 64, 64, 0, 2, 0, 1);
  ask("grad2.wide", 64, 16, 0, 2, 0, 1);
  ask("grad2.layers", 64, 64, 0, 4, 0, 1);
  ask("grad2.aniso", 64, 64, 0, 2, 16, 1);
  ask("grad3.cube", 32, 32, 32, 3, 0, 2);
  ask("grad3.box", 32, 16, 8, 3, 0, 2);
}
