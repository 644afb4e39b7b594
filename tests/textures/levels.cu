// SPDX-License-Identifier: Apache-2.0
// Levels of a mipmapped array: asked for, by gradients, and none named; the nearest and between
// two; bias and bounds. A texel holds 1000 times its level, and its place in the row.
#include "textures.h"

using namespace textures;

namespace {

struct AtLevel {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return tex2DLod<T>(t, a.x, a.y, a.w);
  }
};
struct ByGradient {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return tex2DGrad<T>(t, a.x, a.y, make_float2(a.z, 0), make_float2(0, a.w));
  }
};

cudaMipmappedArray_t pyramid() {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t made = nullptr;
  gate::ok(cudaMallocMipmappedArray(&made, &desc, make_cudaExtent(64, 32, 0), 6), "pyramid");
  for (unsigned l = 0; l < 6; ++l) {
    const size_t w = 64 >> l, h = l < 5 ? 32 >> l : 1;
    std::vector<float> texels(w * h);
    for (size_t i = 0; i < w * h; ++i) texels[i] = 1000.0f * (float)l + (float)(i % w);
    cudaArray_t level = nullptr;
    gate::ok(cudaGetMipmappedArrayLevel(&level, made, l), "level");
    gate::ok(
        cudaMemcpy2DToArray(level, 0, 0, texels.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice),
        "texels");
  }
  return made;
}

}  // namespace

int main() {
  Measured h100({
#include "gpu/h100_levels.inc"
  });
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = pyramid();
  for (int mip = 0; mip < 2; ++mip) {
    for (int filter = 0; filter < 2; ++filter) {
      Mode mode;
      mode.filter = filter;
      mode.normalized = 1;
      cudaTextureDesc desc = describe(mode);
      desc.mipmapFilterMode = (cudaTextureFilterMode)mip;
      desc.maxMipmapLevelClamp = 100;
      const auto made = [&] {
        cudaTextureObject_t t = 0;
        gate::ok(cudaCreateTextureObject(&t, &resource, &desc, nullptr), "object");
        return t;
      };
      const std::string kind =
          std::string(mip ? ".trilinear" : ".nearest") + (filter ? ".linear" : ".point");
      // Two levels are 1000 apart. An H100 rounds the weights of eight texels together.
      const float off = mip ? filter ? 4.0f : 0.01f : 0.0f;
      const bool simple = !mip && !filter;
      h100.compare<float>("lod" + kind, AtLevel(), made(), off);
      // Its logarithm is within 1/256.
      h100.compare<float>("grad" + kind, ByGradient(), made(), mip ? 8.0f : off);
      if (simple) h100.compare<float>("nolod" + kind, In2D(), made());
      desc.mipmapLevelBias = 0.75f;
      if (simple) {
        h100.compare<float>("lod.bias" + kind, AtLevel(), made());
        h100.compare<float>("nolod.bias" + kind, In2D(), made());
      }
      desc.mipmapLevelBias = 0;
      desc.minMipmapLevelClamp = 1.25f;
      desc.maxMipmapLevelClamp = 2.6f;
      if (mip) {
        const Said said;
        cudaTextureObject_t t = 0;
        gate::is(cudaCreateTextureObject(&t, &resource, &desc, nullptr), cudaErrorNotSupported,
                 "a lowest level between two");
        gate::is(cudaGetLastError(), cudaErrorNotSupported, "a lowest level between two");
        gate::that(filter || said.has("a lowest level between two"), "names itself, once");
        continue;
      }
      h100.compare<float>("lod.clamp" + kind, AtLevel(), made(), off);
      if (simple) h100.compare<float>("nolod.clamp" + kind, In2D(), made());
    }
  }
  return gate::result();
}
