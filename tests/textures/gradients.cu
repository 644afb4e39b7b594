// SPDX-License-Identifier: Apache-2.0
// Levels that gradients give, in any direction: in squares, in pictures that are not square, in
// layers, in cubes and boxes; as an H200 answered, which does not take the length of a gradient.
#include "textures.h"

using namespace textures;

namespace {

__global__ void look(cudaTextureObject_t t, int dims, bool layers, const Row* rows, float* out,
                     int count) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const auto given = [&](int k) {
    return __uint_as_float(k < 4 ? rows[i].at[k] : rows[i].words[k - 4]);
  };
  const float2 dx = {given(0), given(1)}, dy = {given(3), given(4)};
  if (dims == 3) {
    out[i] = tex3DGrad<float>(t, 0.3f, 0.4f, 0.5f, make_float4(dx.x, dx.y, given(2), 0),
                              make_float4(dy.x, dy.y, given(5), 0));
  } else if (layers) {
    out[i] = tex2DLayeredGrad<float>(t, 0.3f, 0.4f, i % 2, dx, dy);
  } else {
    out[i] = tex2DGrad<float>(t, 0.3f, 0.4f, dx, dy);
  }
}

// Level k holds k everywhere: a filter between levels gives the level.
cudaTextureObject_t levels_of(size_t w, size_t h, size_t z, bool layers) {
  unsigned levels = 1;
  while (w >> levels || h >> levels || (!layers && z >> levels)) ++levels;
  const auto desc = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t made = nullptr;
  gate::ok(cudaMallocMipmappedArray(&made, &desc, make_cudaExtent(w, h, z), levels,
                                    layers ? cudaArrayLayered : 0),
           "levels");
  for (unsigned k = 0; k < levels; ++k) {
    const auto at = [k](size_t size) { return std::max<size_t>(size >> k, 1); };
    const size_t deep = layers ? z : at(z);
    const std::vector<float> texels(at(w) * at(h) * deep, (float)k);
    cudaMemcpy3DParms copy = {};
    gate::ok(cudaGetMipmappedArrayLevel(&copy.dstArray, made, k), "level");
    copy.srcPtr =
        make_cudaPitchedPtr(const_cast<float*>(texels.data()), at(w) * sizeof(float), at(w), at(h));
    copy.extent = make_cudaExtent(at(w), at(h), deep);
    copy.kind = cudaMemcpyHostToDevice;
    gate::ok(cudaMemcpy3D(&copy), "texels");
  }
  return object_of_levels(made);
}

void compare(const Set& set, cudaTextureObject_t t, int dims, bool layers) {
  const size_t count = set.rows.size();
  Row* rows = nullptr;
  float* out = nullptr;
  gate::ok(cudaMalloc(&rows, count * sizeof(Row)), "rows");
  gate::ok(cudaMalloc(&out, count * sizeof(float)), "levels");
  gate::ok(cudaMemcpy(rows, set.rows.data(), count * sizeof(Row), cudaMemcpyHostToDevice), "rows");
  look<<<(unsigned)(count + 31) / 32, 32>>>(t, dims, layers, rows, out, (int)count);
  std::vector<float> got(count);
  gate::ok(cudaMemcpy(got.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost), "levels");
  for (size_t i = 0; i < count; ++i) {
    const float want = number(set.rows[i].words[2]);
    if (std::fabs(got[i] - want) <= 1.0f / 256) continue;
    return wrong(set.name, i, {}, 0, word(got[i]), word(want));
  }
}

}  // namespace

int main() {
  const Set sets[] = {
#include "gpu/h200_gradients.inc"
  };
  gate::that(std::size(sets) == 5, "five sets");
  compare(sets[0], levels_of(64, 64, 0, false), 2, false);
  compare(sets[1], levels_of(64, 16, 0, false), 2, false);
  compare(sets[2], levels_of(64, 64, 2, true), 2, true);
  compare(sets[3], levels_of(32, 32, 32, false), 3, false);
  compare(sets[4], levels_of(32, 16, 8, false), 3, false);
  return gate::result();
}
