// SPDX-License-Identifier: Apache-2.0
// Cubemaps: the face and the texel that a direction meets, with and without filter; equal
// coordinates, directions of no length; layers; seamless ones, across edges and at corners; the
// levels of gradients, across edges too.
#include "textures.h"

using namespace textures;

namespace {

struct InCube {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return texCubemap<T>(t, a.x, a.y, a.z);
  }
};
struct InCubes {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return texCubemapLayered<T>(t, a.x, a.y, a.z, (int)a.w);
  }
};

// Gradients of w along one axis, or along two oblique ones; layers in turn.
struct Along {
  int axis;
  template <class T>
  __device__ T at(cudaTextureObject_t t, At a) const {
    const float4 x_or_z = {axis == 0 ? a.w : 0, 0, axis == 2 ? a.w : 0, 0};
    const float4 y = {0, axis == 1 ? a.w : 0, 0, 0};
    return texCubemapGrad<T>(t, a.x, a.y, a.z, x_or_z, y);
  }
};
__device__ float4 one_way(float w) {
  return make_float4(w, 0.5f * w, -0.25f * w, 0);
}
__device__ float4 other_way(float w) {
  return make_float4(0.3f * w, -w, 0.7f * w, 0);
}
struct AlongBoth {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return texCubemapGrad<T>(t, a.x, a.y, a.z, one_way(a.w), other_way(a.w));
  }
};
struct AlongBothInLayers {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return texCubemapLayeredGrad<T>(t, a.x, a.y, a.z, (int)(threadIdx.x % 2), one_way(a.w),
                                    other_way(a.w));
  }
};

unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}

cudaTextureObject_t seamless_object(cudaArray_t of, int filter) {
  Mode mode;
  mode.filter = filter;
  mode.normalized = 1;
  cudaTextureDesc desc = describe(mode);
  desc.seamlessCubemap = 1;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = of;
  cudaTextureObject_t t = 0;
  gate::ok(cudaCreateTextureObject(&t, &resource, &desc, nullptr), "seamless cubemap");
  return t;
}

void compare_seamless(Measured& h200) {
  for (const int size : {1, 4}) {
    std::vector<float> texels((size_t)(size * size * 12));
    for (size_t i = 0; i < texels.size(); ++i)
      texels[i] = (float)(mixed((unsigned)i + 77) & 0xffff);
    const auto desc = cudaCreateChannelDesc<float>();
    const size_t n = (size_t)size;
    cudaArray_t cube = array(desc, n, n, 6, cudaArrayCubemap, texels.data());
    cudaArray_t cubes = array(desc, n, n, 12, cudaArrayCubemap | cudaArrayLayered, texels.data());
    const auto name = std::to_string(size);
    h200.compare<float>("seamless." + name, InCube(), seamless_object(cube, 1));
    h200.compare<float>("seamless.layers." + name, InCubes(), seamless_object(cubes, 1));
  }
}

// Level k holds k everywhere, layer 1 100 more: a filter between levels gives the level.
cudaTextureObject_t levels_object(int layers) {
  const auto desc = cudaCreateChannelDesc<float>();
  const unsigned flags = cudaArrayCubemap | (layers > 1 ? cudaArrayLayered : 0);
  cudaMipmappedArray_t made = nullptr;
  gate::ok(cudaMallocMipmappedArray(&made, &desc, make_cudaExtent(64, 64, 6 * layers), 7, flags),
           "levels");
  for (unsigned k = 0; k < 7; ++k) {
    const size_t n = 64u >> k, face = n * n * 6;
    std::vector<float> texels(face * layers, (float)k);
    for (size_t i = face; i < texels.size(); ++i) texels[i] += 100;
    cudaMemcpy3DParms copy = {};
    gate::ok(cudaGetMipmappedArrayLevel(&copy.dstArray, made, k), "level");
    copy.srcPtr = make_cudaPitchedPtr(texels.data(), n * sizeof(float), n, n);
    copy.extent = make_cudaExtent(n, n, 6 * layers);
    copy.kind = cudaMemcpyHostToDevice;
    gate::ok(cudaMemcpy3D(&copy), "texels");
  }
  return object_of_levels(made);
}

void compare_gradients(Measured& h200) {
  constexpr float kStep = 1.0f / 256;  // levels are multiples of it
  const cudaTextureObject_t levels = levels_object(1);
  h200.compare<float>("cubegrad.x", Along{0}, levels, kStep);
  h200.compare<float>("cubegrad.y", Along{1}, levels, kStep);
  h200.compare<float>("cubegrad.z", Along{2}, levels, kStep);
  h200.compare<float>("cubegrad.both", AlongBoth(), levels, kStep);
  h200.compare<float>("cubegrad.layers", AlongBothInLayers(), levels_object(2), kStep);
}

}  // namespace

int main() {
  Measured h100({
#include "gpu/h100_cubemaps.inc"
  });
  float texels[4 * 4 * 24];
  for (int i = 0; i < 4 * 4 * 24; ++i) texels[i] = (float)i;
  const auto desc = cudaCreateChannelDesc<float>();
  cudaArray_t cube = array(desc, 4, 4, 6, cudaArrayCubemap, texels),
              cubes = array(desc, 4, 4, 24, cudaArrayCubemap | cudaArrayLayered, texels);
  for (int filter = 0; filter < 2; ++filter) {
    Mode mode;
    mode.filter = filter;
    mode.normalized = 1;
    const std::string name = std::string(".seams.") + (filter ? "linear" : "point") + ".norm";
    h100.compare<float>("cube" + name, InCube(), object(cube, mode));
    h100.compare<float>("cubelayers" + name, InCubes(), object(cubes, mode));
    const auto nothing = ask<float>(InCube(), object(cubes, mode), {{1, 0, 0, 0}});
    gate::that(nothing[0].w[0] == 0, "a cubemap of layers as one");
  }
  Measured h200({
#include "gpu/h200_cubemaps.inc"
  });
  compare_seamless(h200);
  compare_gradients(h200);
  gate::that(seamless_object(cube, 0) != 0, "seamless without filter");
  return gate::result();
}
