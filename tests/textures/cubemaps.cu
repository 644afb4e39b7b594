// SPDX-License-Identifier: Apache-2.0
// Cubemaps: the face and the texel that a direction meets, with and without filter; equal
// coordinates, directions of no length; layers; seamless ones, which are refused where they differ.
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
  Mode linear;
  linear.filter = cudaFilterModeLinear;
  cudaTextureDesc seamless = describe(linear);
  seamless.seamlessCubemap = 1;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = cube;
  cudaTextureObject_t t = 0;
  {
    const Said said;
    gate::is(cudaCreateTextureObject(&t, &resource, &seamless, nullptr), cudaErrorNotSupported,
             "seamless");
    gate::that(said.has("seamless cubemap"), "names itself");
  }
  seamless.filterMode = cudaFilterModePoint;
  gate::ok(cudaCreateTextureObject(&t, &resource, &seamless, nullptr), "seamless without filter");
  return gate::result();
}
