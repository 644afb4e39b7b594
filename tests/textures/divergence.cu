// SPDX-License-Identifier: Apache-2.0
// Lookups where lanes go different ways: under branches, in loops of different lengths, with an
// object of their own for each lane, in blocks of every shape; and surfaces that a block writes
// and reads behind a barrier.
#include <cuda_runtime.h>

#include <cstring>

#include "../lang/check.h"

namespace {

constexpr int kSize = 64;  // a power of two

cudaTextureObject_t objects[3];
cudaSurfaceObject_t canvas;

HD float texel(int which, int x, int y) {
  return (float)((x * 7 + y * 13 + which * 29) % 101) * 0.25f;
}
HD int confined(int i) {
  return i < 0 ? 0 : i < kSize ? i : kSize - 1;
}

struct Args {
  cudaTextureObject_t t[3];
};

__device__ float look(const Args& args, unsigned in, unsigned i) {
  // Texels are looked up in their middles, where a filter gives them as they are.
  const float x = (float)(int)(in % 80) - 7.5f, y = (float)(int)(in / 80 % 80) - 7.5f;
  float sum = 0;
  switch (in >> 16 & 3) {
    case 0:
      sum = tex2D<float>(args.t[0], x, y);
      break;
    case 1:
      for (unsigned k = 0; k < (in >> 20 & 7); ++k) {
        if ((k + i) % 3 == 1) continue;
        sum += tex2D<float>(args.t[1], x + (float)k, y);
      }
      break;
    case 2:
      return tex2D<float>(args.t[in >> 18 & 1], x, y) + 1;
    default:
      // An object of the lane's own, which may be any of three.
      sum = tex2D<float>(args.t[i % 3], x, y);
  }
  return sum * 2;
}

float want(unsigned in, unsigned i) {
  const int x = (int)(in % 80) - 8, y = (int)(in / 80 % 80) - 8;
  const auto at = [&](int which, int dx) { return texel(which, confined(x + dx), confined(y)); };
  float sum = 0;
  switch (in >> 16 & 3) {
    case 0:
      sum = at(0, 0);
      break;
    case 1:
      for (unsigned k = 0; k < (in >> 20 & 7); ++k) {
        if ((k + i) % 3 != 1) sum += at(1, (int)k);
      }
      break;
    case 2:
      return at((int)(in >> 18 & 1), 0) + 1;
    default:
      sum = at((int)(i % 3), 0);
  }
  return sum * 2;
}

__global__ void __launch_bounds__(1024) lookups(Args args, const unsigned* in, float* out) {
  const unsigned i = check::gid();
  out[i] = look(args, in[i], i);
}

// Each thread writes its texel and reads that of its block's mirror image.
__global__ void __launch_bounds__(1024)
    canvases(cudaSurfaceObject_t s, const unsigned* in, unsigned* out) {
  const unsigned n = check::block_threads(), t = check::tid(), i = check::gid();
  const int row = (int)(blockIdx.x * 16);
  surf2Dwrite(in[i], s, (int)(t % kSize) * 4, row + (int)(t / kSize));
  __syncthreads();
  const unsigned other = n - 1 - t;
  out[i] = surf2Dread<unsigned>(s, (int)(other % kSize) * 4, row + (int)(other / kSize));
}

void make() {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  for (int which = 0; which < 3; ++which) {
    static float texels[kSize * kSize];
    for (int i = 0; i < kSize * kSize; ++i) texels[i] = texel(which, i % kSize, i / kSize);
    cudaResourceDesc resource = {};
    cudaTextureDesc texture = {};
    resource.resType = cudaResourceTypeArray;
    texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
    // Objects differ in more than their memory.
    texture.filterMode = which == 1 ? cudaFilterModeLinear : cudaFilterModePoint;
    check::cuda(cudaMallocArray(&resource.res.array.array, &desc, kSize, kSize), "array");
    check::cuda(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, texels, kSize * 4, kSize * 4,
                                    kSize, cudaMemcpyHostToDevice),
                "texels");
    check::cuda(cudaCreateTextureObject(&objects[which], &resource, &texture, nullptr), "object");
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  check::cuda(
      cudaMallocArray(&resource.res.array.array, &desc, kSize, kSize, cudaArraySurfaceLoadStore),
      "canvas");
  check::cuda(cudaCreateSurfaceObject(&canvas, &resource), "surface");
}

}  // namespace

int main() {
  make();
  check::run<float>(
      "lookups",
      [](dim3 grid, dim3 block, const unsigned* in, float* out) {
        lookups<<<grid, block>>>({{objects[0], objects[1], objects[2]}}, in, out);
      },
      [](const check::Thread& t, const unsigned* in) { return want(in[t.global], t.global); });
  check::run<unsigned>(
      "canvases",
      [](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        canvases<<<grid, block>>>(canvas, in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.block_first + t.block_threads - 1 - t.linear];
      });
  return check::result();
}
