// SPDX-License-Identifier: Apache-2.0
// tex, tld4 and txq in inline PTX give what the texture functions give at the same places: by every
// geometry, at levels, along gradients, as numbers, integers and halves. Lanes look at places that
// have nothing to do with each other, and some are off.
#include <cuda_fp16.h>

#include "../../textures/textures.h"

using namespace textures;

namespace {

constexpr int kWidth = 7, kHeight = 5, kDepth = 6, kPlaces = 197;

#define TEXEL(values) "=r"(values.x), "=r"(values.y), "=r"(values.z), "=r"(values.w)

__device__ uint4 words_of(float4 v) {
  return {__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z), __float_as_uint(v.w)};
}
__device__ uint4 words_of(uint4 v) {
  return v;
}

// Where lane i of all looks; half of the places lie outside.
struct Place {
  float x, y, z;
  int layer, whole_x, whole_y, whole_z;
};
__device__ Place place_of(int i) {
  const unsigned h = (unsigned)i * 2654435761u;
  return {(float)(h % 97) / 7 - 3,
          (float)(h / 97 % 89) / 9 - 2,
          (float)(h / 8633 % 83) / 11 - 1,
          (int)(h / 13 % 8) - 1,
          (int)(h % 11) - 2,
          (int)(h / 11 % 9) - 2,
          (int)(h / 99 % 8) - 1};
}

// Compares in lanes that are not multiples of 5; `bad` counts.
#define CASE(name, as_function, as_ptx)                                           \
  __global__ void name(cudaTextureObject_t t, int* bad, int* seen) {              \
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);                   \
    if (i >= kPlaces || i % 5 == 0) return;                                       \
    const Place p = place_of(i);                                                  \
    const uint4 want = words_of(as_function);                                     \
    uint4 got = {1, 2, 3, 4};                                                     \
    as_ptx;                                                                       \
    if (want.x != got.x || want.y != got.y || want.z != got.z || want.w != got.w) \
      atomicAdd(bad, 1);                                                          \
    if (want.x | want.y | want.z | want.w) atomicAdd(seen, 1);                    \
  }

CASE(fetch, tex1Dfetch<float4>(t, p.whole_x),
     asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : TEXEL(got) : "l"(t), "r"(p.whole_x)))
CASE(row, tex1D<uint4>(t, p.x),
     asm("tex.1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, %5];" : TEXEL(got) : "l"(t), "f"(p.x)))
CASE(plane, tex2D<float4>(t, p.x, p.y),
     asm volatile("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : TEXEL(got) : "l"(t),
                  "f"(p.x), "f"(p.y)))
// Outside there are zeros, where the function would clamp, which an H200 does not do either.
__device__ float4 texel(cudaTextureObject_t t, int x, int y) {
  if (x < 0 || x >= kWidth || y < 0 || y >= kHeight) return make_float4(0, 0, 0, 0);
  return tex2D<float4>(t, (float)x + 0.5f, (float)y + 0.5f);
}
CASE(whole_plane, texel(t, p.whole_x, p.whole_y),
     asm("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : TEXEL(got) : "l"(t),
         "r"(p.whole_x), "r"(p.whole_y)))
CASE(integers, tex2D<uint4>(t, p.x, p.y),
     asm("tex.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : TEXEL(got) : "l"(t), "f"(p.x),
         "f"(p.y)))
CASE(box, tex3D<uint4>(t, p.x, p.y, p.z),
     asm("tex.3d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : TEXEL(got) : "l"(t),
         "f"(p.x), "f"(p.y), "f"(p.z)))
CASE(rows, tex1DLayered<uint4>(t, p.x, p.layer),
     asm("tex.a1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : TEXEL(got) : "l"(t), "r"(p.layer),
         "f"(p.x)))
CASE(planes, tex2DLayered<uint4>(t, p.x, p.y, p.layer),
     asm("tex.a2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : TEXEL(got) : "l"(t),
         "r"(p.layer), "f"(p.x), "f"(p.y)))
CASE(cube, texCubemap<uint4>(t, p.x, p.y, p.z),
     asm("tex.cube.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : TEXEL(got) : "l"(t),
         "f"(p.x), "f"(p.y), "f"(p.z)))
CASE(level, tex2DLod<uint4>(t, p.x, p.y, p.z),
     asm("tex.level.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : TEXEL(got) : "l"(t),
         "f"(p.x), "f"(p.y), "f"(p.z)))
CASE(gradient, tex2DGrad<uint4>(t, p.x, p.y, make_float2(p.z, 0.25f), make_float2(0.5f, p.z)),
     asm("tex.grad.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, %8}, {%9, %7};" : TEXEL(
             got) : "l"(t),
         "f"(p.x), "f"(p.y), "f"(p.z), "f"(0.25f), "f"(0.5f)))
CASE(cube_gradient,
     texCubemapGrad<uint4>(t, p.x, p.y, p.z, make_float4(p.z, 0.25f, p.x, 0),
                           make_float4(0.5f, p.y, p.z, 0)),
     asm("tex.grad.cube.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], {%7, %8, %5, %5}, "
         "{%9, %6, %7, %7};" : TEXEL(got) : "l"(t),
         "f"(p.x), "f"(p.y), "f"(p.z), "f"(0.25f), "f"(0.5f)))
CASE(four, tex2Dgather<uint4>(t, p.x, p.y, 2),
     asm("tld4.b.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : TEXEL(got) : "l"(t), "f"(p.x),
         "f"(p.y)))

__device__ uint4 halves(cudaTextureObject_t t, float x, float y) {
  const float4 v = tex2D<float4>(t, x, y);
  const __half2 low = __floats2half2_rn(v.x, v.y), high = __floats2half2_rn(v.z, v.w);
  return {*(const unsigned*)&low, *(const unsigned*)&high, 3, 4};
}
CASE(packed, halves(t, p.x, p.y),
     asm("tex.2d.v2.f16x2.f32 {%0, %1}, [%2, {%3, %4}];" : "=r"(got.x), "=r"(got.y) : "l"(t),
         "f"(p.x), "f"(p.y)))
CASE(resident, make_uint4(tex2D<uint4>(t, p.x, p.y).y, 1, 3, 4),
     asm("{ .reg .pred there; .reg .u32 a, c, d;\n"
         " tex.2d.v4.u32.f32 {a, %0, c, d}|there, [%2, {%3, %4}];\n"
         " selp.u32 %1, 1, 0, there; }" : "=r"(got.x),
         "=r"(got.y) : "l"(t), "f"(p.x), "f"(p.y));
     got.z = 3; got.w = 4)
CASE(under_guard, i % 2 ? tex2D<uint4>(t, p.x, p.y) : make_uint4(0, 0, 0, 0),
     asm("{ .reg .pred odd; setp.ne.u32 odd, %7, 0;\n"
         " mov.u32 %0, 0; mov.u32 %1, 0; mov.u32 %2, 0; mov.u32 %3, 0;\n"
         " @odd tex.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}]; }" : "=&r"(got.x),
         "=&r"(got.y), "=&r"(got.z), "=&r"(got.w) : "l"(t), "f"(p.x), "f"(p.y), "r"(i % 2)))
CASE(sizes, make_uint4(kWidth, kHeight, 3, 4),
     asm("txq.width.b32 %0, [%1];" : "=r"(got.x) : "l"(t));
     asm("txq.height.b32 %0, [%1];" : "=r"(got.y) : "l"(t)); got.z = 3)
CASE(level_sizes, make_uint4(kWidth / 2, kHeight / 2, 3, 4),
     asm("txq.level.width.b32 %0, [%1], %2;" : "=r"(got.x) : "l"(t), "r"(1));
     asm("txq.level.height.b32 %0, [%1], %2;" : "=r"(got.y) : "l"(t), "r"(1));
     asm("txq.num_mipmap_levels.b32 %0, [%1];" : "=r"(got.z) : "l"(t)))

CASE(layers, make_uint4(kWidth, kDepth, 1, 4),
     asm("txq.width.b32 %0, [%1];" : "=r"(got.x) : "l"(t));
     asm("txq.array_size.b32 %0, [%1];" : "=r"(got.y) : "l"(t));
     asm("txq.normalized_coords.b32 %0, [%1];" : "=r"(got.z) : "l"(t)))
CASE(depth, make_uint4(kDepth, 0, 3, 4), asm("txq.depth.b32 %0, [%1];" : "=r"(got.x) : "l"(t));
     asm("txq.normalized_coords.b32 %0, [%1];" : "=r"(got.y) : "l"(t)); got.z = 3)
// Whole coordinates of arrays in three directions, and in layers.
__device__ bool is_inside(int i, int count) {
  return i >= 0 && i < count;
}
CASE(whole_box,
     is_inside(p.whole_x, kWidth) && is_inside(p.whole_y, kHeight) && is_inside(p.whole_z, kDepth)
         ? tex3D<uint4>(t, (float)p.whole_x + 0.5f, (float)p.whole_y + 0.5f,
                        (float)p.whole_z + 0.5f)
         : uint4(),
     asm("tex.3d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : TEXEL(got) : "l"(t),
         "r"(p.whole_x), "r"(p.whole_y), "r"(p.whole_z)))
CASE(whole_layers,
     is_inside(p.whole_x, kWidth) && is_inside(p.whole_y, kHeight) && is_inside(p.layer, kDepth)
         ? tex2DLayered<uint4>(t, (float)p.whole_x + 0.5f, (float)p.whole_y + 0.5f, p.layer)
         : uint4(),
     asm("tex.a2d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : TEXEL(got) : "l"(t),
         "r"(p.layer), "r"(p.whole_x), "r"(p.whole_y)))
// At a level whose size is another.
CASE(whole_level,
     is_inside(p.whole_x, kWidth / 2) && is_inside(p.whole_y, kHeight / 2)
         ? tex2DLod<uint4>(t, (float)p.whole_x + 0.5f, (float)p.whole_y + 0.5f, 1)
         : uint4(),
     asm("tex.level.2d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : TEXEL(got) : "l"(t),
         "r"(p.whole_x), "r"(p.whole_y), "r"(1)))

using Kernel = void (*)(cudaTextureObject_t, int*, int*);
void run(const char* name, Kernel kernel, cudaTextureObject_t t, int least = kPlaces / 4) {
  int* counts = nullptr;
  gate::ok(cudaMallocManaged(&counts, 2 * sizeof(int)), "counts");
  counts[0] = counts[1] = 0;
  kernel<<<4, 64>>>(t, counts, counts + 1);
  gate::ok(cudaDeviceSynchronize(), name);
  if (counts[0] != 0) {
    ++gate::failures();
    std::printf("FAIL %s: %d lanes differ\n", name, counts[0]);
  }
  if (counts[1] < least) {
    ++gate::failures();
    std::printf("FAIL %s: %d lanes saw anything\n", name, counts[1]);
  }
  gate::ok(cudaFree(counts), "free");
}

template <class T>
std::vector<T> texels(size_t count) {
  std::vector<T> made(count * 4);
  for (size_t i = 0; i < made.size(); ++i) made[i] = (T)(i * 37 % 251 + 1);
  return made;
}

cudaTextureObject_t linear_memory() {
  const auto data = texels<float>(kWidth);
  float* memory = nullptr;
  gate::ok(cudaMalloc(&memory, data.size() * sizeof(float)), "memory");
  gate::ok(cudaMemcpy(memory, data.data(), data.size() * sizeof(float), cudaMemcpyHostToDevice),
           "texels");
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, cudaCreateChannelDesc<float4>(), data.size() * sizeof(float)};
  cudaTextureDesc how = {};
  cudaTextureObject_t made = 0;
  gate::ok(cudaCreateTextureObject(&made, &resource, &how, nullptr), "object of memory");
  return made;
}

// Of a plane, or of six square faces.
cudaTextureObject_t mipmapped(unsigned width = kWidth, unsigned height = kHeight,
                              unsigned faces = 0) {
  const auto desc = cudaCreateChannelDesc<uint4>();
  cudaMipmappedArray_t array = nullptr;
  gate::ok(cudaMallocMipmappedArray(&array, &desc, make_cudaExtent(width, height, faces), 3,
                                    faces ? cudaArrayCubemap : 0),
           "levels");
  const unsigned planes = faces ? faces : 1;
  for (unsigned k = 0; k < 3; ++k) {
    auto data = texels<unsigned>((size_t)width * height * planes);
    for (unsigned& x : data) x += 1000 * k;
    cudaMemcpy3DParms copy = {};
    gate::ok(cudaGetMipmappedArrayLevel(&copy.dstArray, array, k), "level");
    copy.srcPtr = make_cudaPitchedPtr(data.data(), width * 16, width, height);
    copy.extent = make_cudaExtent(width, height, planes);
    copy.kind = cudaMemcpyHostToDevice;
    gate::ok(cudaMemcpy3D(&copy), "texels of a level");
    width = width > 1 ? width / 2 : 1;
    height = height > 1 ? height / 2 : 1;
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = array;
  cudaTextureDesc how = {};
  for (auto& mode : how.addressMode) mode = cudaAddressModeClamp;
  how.maxMipmapLevelClamp = 2;
  cudaTextureObject_t made = 0;
  gate::ok(cudaCreateTextureObject(&made, &resource, &how, nullptr), "object of levels");
  return made;
}

}  // namespace

int main() {
  const auto floats = cudaCreateChannelDesc<float4>();
  const auto data = texels<float>(kWidth * kHeight * kDepth);
  const auto bytes = texels<unsigned char>(kWidth * kHeight);
  Mode point, filtered;
  filtered.filter = cudaFilterModeLinear;
  const auto of = [&](int height, int depth, unsigned flags) {
    return array(floats, kWidth, (size_t)height, (size_t)depth, flags, data.data());
  };
  const auto whole = texels<unsigned>(kWidth * kHeight * kDepth);
  // Integers make small code: no filter.
  const auto integers_of = [&](int height, int depth, unsigned flags) {
    return object(array(cudaCreateChannelDesc<uint4>(), kWidth, (size_t)height, (size_t)depth,
                        flags, whole.data()),
                  point);
  };
  const auto plane_of_floats = of(kHeight, 0, 0);
  run("fetch", fetch, linear_memory());
  run("row", row, integers_of(0, 0, 0));
  run("plane", plane, object(plane_of_floats, filtered));
  run("whole_plane", whole_plane, object(plane_of_floats, point));
  run("integers", integers,
      object(array(cudaCreateChannelDesc<uchar4>(), kWidth, kHeight, 0, 0, bytes.data()), point));
  run("box", box, integers_of(kHeight, kDepth, 0));
  run("rows", rows, integers_of(0, kDepth, cudaArrayLayered));
  run("planes", planes, integers_of(kHeight, kDepth, cudaArrayLayered));
  run("cube", cube,
      object(array(cudaCreateChannelDesc<uint4>(), 5, 5, 6, cudaArrayCubemap, whole.data()),
             point));
  const auto levels = mipmapped();
  run("level", level, levels);
  run("gradient", gradient, levels);
  run("cube_gradient", cube_gradient, mipmapped(8, 8, 6));
  run("level_sizes", level_sizes, levels);
  run("four", four, integers_of(kHeight, 0, cudaArrayTextureGather));
  run("packed", packed, object(plane_of_floats, filtered));
  run("resident", resident, integers_of(kHeight, 0, 0));
  run("under_guard", under_guard, integers_of(kHeight, 0, 0));
  run("sizes", sizes, object(plane_of_floats, point));
  Mode normalized;
  normalized.normalized = 1;
  run("layers", layers, object(of(kHeight, kDepth, cudaArrayLayered), normalized));
  run("depth", depth, integers_of(kHeight, kDepth, 0));
  run("whole_box", whole_box, integers_of(kHeight, kDepth, 0), 30);
  run("whole_layers", whole_layers, integers_of(kHeight, kDepth, cudaArrayLayered), 30);
  run("whole_level", whole_level, levels, 8);
  return gate::result();
}
