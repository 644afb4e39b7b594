// SPDX-License-Identifier: Apache-2.0
// tex and tld4 of PTX with offsets in texels, with a depth, with whole coordinates, and tld4 of
// cubemaps: the words that an H200 gave at the same 64 places, as one number (2026-11-28).
#include "../../textures/textures.h"

using namespace textures;

namespace {

__host__ __device__ unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}

// Where lane n looks: most places lie outside, many between texels.
struct Place {
  float x, y, z, depth;
  int layer, i, j, k;
};
__device__ Place place_of(int n, int normalized) {
  const unsigned h = mixed((unsigned)n);
  Place p = {(float)((int)(h % 161) - 30) / 8.0f,
             (float)((int)(h / 161 % 131) - 30) / 8.0f,
             (float)((int)(h / 21091 % 97) - 20) / 8.0f,
             (float)(n % 5) * 300.0f,
             (int)(h % 7) - 1,
             (int)(h % 23) - 4,
             (int)(h / 23 % 19) - 4,
             (int)(h / 437 % 14) - 4};
  if (normalized) {
    p.x /= 16;
    p.y /= 12;
    p.z /= 8;
  }
  return p;
}

#define LOOK(name, text, ...)                                                              \
  __global__ void name(cudaTextureObject_t t, int normalized, float4* out) {               \
    const int n = (int)threadIdx.x;                                                        \
    const Place p = place_of(n, normalized);                                               \
    float4 r = {0, 0, 0, 0};                                                               \
    asm volatile(text : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(t), __VA_ARGS__); \
    out[n] = r;                                                                            \
  }
#define TO "{%0, %1, %2, %3}, "
LOOK(row, "tex.1d.v4.f32.f32 " TO "[%4, {%5}], {%6};", "f"(p.x), "n"(3))
LOOK(row_far, "tex.1d.v4.f32.f32 " TO "[%4, {%5}], {-8};", "f"(p.x))
LOOK(plane, "tex.2d.v4.f32.f32 " TO "[%4, {%5, %6}], {2, -3};", "f"(p.x), "f"(p.y))
LOOK(plane_far, "tex.2d.v4.f32.f32 " TO "[%4, {%5, %6}], {-8, 7};", "f"(p.x), "f"(p.y))
LOOK(box, "tex.3d.v4.f32.f32 " TO "[%4, {%5, %6, %7, %7}], {1, -2, 3, 0};", "f"(p.x), "f"(p.y),
     "f"(p.z))
LOOK(rows, "tex.a1d.v4.f32.f32 " TO "[%4, {%6, %5}], {-2};", "f"(p.x), "r"(p.layer))
LOOK(planes, "tex.a2d.v4.f32.f32 " TO "[%4, {%7, %5, %6, %6}], {1, -2};", "f"(p.x), "f"(p.y),
     "r"(p.layer))
LOOK(level, "tex.level.2d.v4.f32.f32 " TO "[%4, {%5, %6}], %7, {2, -3};", "f"(p.x), "f"(p.y),
     "f"((float)(n % 3) * 0.5f))
LOOK(gradient, "tex.grad.2d.v4.f32.f32 " TO "[%4, {%5, %6}], {%7, %7}, {%7, %7}, {-1, 2};",
     "f"(p.x), "f"(p.y), "f"((float)(n % 3) * 0.0625f))
LOOK(four, "tld4.r.2d.v4.f32.f32 " TO "[%4, {%5, %6}], {2, -3};", "f"(p.x), "f"(p.y))

LOOK(whole_row, "tex.1d.v4.f32.s32 " TO "[%4, {%5}];", "r"(p.i))
LOOK(whole_plane, "tex.2d.v4.f32.s32 " TO "[%4, {%5, %6}];", "r"(p.i), "r"(p.j))
LOOK(whole_box, "tex.3d.v4.f32.s32 " TO "[%4, {%5, %6, %7, %7}];", "r"(p.i), "r"(p.j), "r"(p.k))
LOOK(whole_layers, "tex.a2d.v4.f32.s32 " TO "[%4, {%7, %5, %6, %6}];", "r"(p.i), "r"(p.j),
     "r"(p.layer))
LOOK(whole_moved, "tex.2d.v4.f32.s32 " TO "[%4, {%5, %6}], {2, -3};", "r"(p.i), "r"(p.j))

LOOK(depth, "tex.2d.v4.f32.f32 " TO "[%4, {%5, %6}], %7;", "f"(p.x), "f"(p.y), "f"(p.depth))
LOOK(depth_moved, "tex.2d.v4.f32.f32 " TO "[%4, {%5, %6}], {1, 1}, %7;", "f"(p.x), "f"(p.y),
     "f"(p.depth))
LOOK(depth_layers, "tex.a2d.v4.f32.f32 " TO "[%4, {%7, %5, %6, %6}], %8;", "f"(p.x), "f"(p.y),
     "r"(p.layer), "f"(p.depth))
LOOK(depth_four, "tld4.r.2d.v4.f32.f32 " TO "[%4, {%5, %6}], %7;", "f"(p.x), "f"(p.y), "f"(p.depth))
LOOK(cube_four, "tld4.r.cube.v4.f32.f32 " TO "[%4, {%5, %6, %7, %7}];", "f"(p.x), "f"(p.y),
     "f"(p.z))
// Not tried on a GPU: the same four texels as in a plane.
LOOK(layer_four, "tld4.r.a2d.v4.f32.f32 " TO "[%4, {%7, %5, %6, %6}];", "f"(p.x), "f"(p.y), "r"(0))

using Kernel = void (*)(cudaTextureObject_t, int, float4*);

// The words of the first 48 lanes.
void compare(const char* name, Kernel kernel, cudaArray_t a, const Mode& mode, unsigned want) {
  float4* out = nullptr;
  gate::ok(cudaMallocManaged(&out, 64 * sizeof(float4)), "results");
  const cudaTextureObject_t t = object(a, mode);
  kernel<<<1, 64>>>(t, mode.normalized, out);
  gate::ok(cudaDeviceSynchronize(), name);
  unsigned got = 17, words[192];
  std::memcpy(words, out, sizeof words);
  for (const unsigned w : words) got = mixed(got * 31 + w);
  if (got != want) {
    ++gate::failures();
    std::printf("FAIL %s, linear %d, normalized %d, mode %d: %08x, not %08x\n", name, mode.filter,
                mode.normalized, mode.address, got, want);
  }
  gate::ok(cudaDestroyTextureObject(t), "destroy");
  gate::ok(cudaFree(out), "free");
}

Mode mode_of(int address, int linear, int normalized) {
  Mode mode;
  mode.address = address;
  mode.filter = linear;
  mode.normalized = normalized;
  for (float& b : mode.border) b = 0.625f;
  return mode;
}

}  // namespace

int main() {
  std::vector<float> data(20000);
  for (unsigned i = 0; i < data.size(); ++i) data[i] = (float)(i * 7 + 3 + mixed(i) % 5 * 1000);
  const auto of = [&](int width, int height, int depth, unsigned flags) {
    return array(cudaCreateChannelDesc<float>(), (size_t)width, (size_t)height, (size_t)depth,
                 flags, data.data());
  };
  const auto row_of = of(16, 0, 0, 0), plane_of = of(16, 12, 0, 0), box_of = of(16, 12, 8, 0),
             rows_of = of(16, 0, 5, cudaArrayLayered), planes_of = of(16, 12, 5, cudaArrayLayered),
             plane_to_gather = of(16, 12, 0, cudaArrayTextureGather),
             cube_of = of(12, 12, 6, cudaArrayCubemap);

  struct Moved {
    const char* name;
    Kernel kernel;
    cudaArray_t of;
    int linear;
    // Coordinates in texels, clamped and with border; from 0 to 1 in all four modes.
    unsigned texels[2], fractions[4];
  };
  // Not the filter in boxes: an H200 splits weights otherwise (docs/language.md).
  const Moved all[] = {
      {"row",
       row,
       row_of,
       0,
       {0xd2bb5716, 0xbc32b5cf},
       {0x66bbd049, 0xd2bb5716, 0xbccdcdde, 0xbc32b5cf}},
      {"row",
       row,
       row_of,
       1,
       {0xc0aeb832, 0xff04b499},
       {0x7cc28c02, 0xc0aeb832, 0xa40f343d, 0xff04b499}},
      {"row_far",
       row_far,
       row_of,
       0,
       {0x1b7ca04b, 0xa000d278},
       {0xa3421c49, 0x1b7ca04b, 0xcf11b35d, 0xa000d278}},
      {"row_far",
       row_far,
       row_of,
       1,
       {0x4d1d9b43, 0xa000d278},
       {0xcb10a273, 0x4d1d9b43, 0xf42a3852, 0xa000d278}},
      {"plane",
       plane,
       plane_of,
       0,
       {0x41f23233, 0x77fb4f94},
       {0x493c96bd, 0x8a1c1e76, 0x810e6ed7, 0xb5d64edd}},
      {"plane",
       plane,
       plane_of,
       1,
       {0xbd021cc0, 0x560e46c5},
       {0xff91d3f0, 0xbd021cc0, 0xc0e3bb16, 0x560e46c5}},
      {"plane_far",
       plane_far,
       plane_of,
       0,
       {0x3478bd0a, 0xcd4af3a8},
       {0x709046dd, 0xc8071ee7, 0x74893670, 0xaff96fda}},
      {"plane_far",
       plane_far,
       plane_of,
       1,
       {0x4f247cae, 0x91cb2278},
       {0x1991aa3a, 0x4f247cae, 0x90285394, 0x91cb2278}},
      {"box",
       box,
       box_of,
       0,
       {0xa400a8bb, 0x516f7ad3},
       {0x21ccce84, 0xc60b9ff7, 0x43c3a143, 0x94a689b0}},
      {"rows",
       rows,
       rows_of,
       0,
       {0x149adfb5, 0x986ecbd4},
       {0xa77b9770, 0x149adfb5, 0xafe3c3a5, 0x986ecbd4}},
      {"rows",
       rows,
       rows_of,
       1,
       {0x1fb413d2, 0x08ded13a},
       {0x04c52385, 0x1fb413d2, 0xabe8792d, 0x08ded13a}},
      {"planes",
       planes,
       planes_of,
       0,
       {0xa23084d9, 0x22c9cd7e},
       {0x2fa3f522, 0x7ae3d35d, 0x9d36cf5c, 0xc3926a26}},
      {"planes",
       planes,
       planes_of,
       1,
       {0xd59693e0, 0xa9b33ef8},
       {0xd6a44a21, 0xd59693e0, 0xcd38388a, 0xa9b33ef8}},
      {"gradient",
       gradient,
       plane_of,
       0,
       {0xaf352f45, 0xd2ecf295},
       {0x7fcafee7, 0xbd893dad, 0xcf604429, 0xd0519bb1}},
      {"gradient",
       gradient,
       plane_of,
       1,
       {0x14c4c8da, 0xc942cd49},
       {0x30ddf22e, 0x14c4c8da, 0xe1e4adf5, 0xc942cd49}},
      {"level",
       level,
       plane_of,
       0,
       {0x41f23233, 0x77fb4f94},
       {0x493c96bd, 0x8a1c1e76, 0x810e6ed7, 0xb5d64edd}},
      {"level",
       level,
       plane_of,
       1,
       {0xbd021cc0, 0x560e46c5},
       {0xff91d3f0, 0xbd021cc0, 0xc0e3bb16, 0x560e46c5}},
      {"four",
       four,
       plane_to_gather,
       0,
       {0xb6151daf, 0x10c6c57b},
       {0x682c1e03, 0xb6151daf, 0x4c481d4e, 0x10c6c57b}},
  };
  for (const Moved& m : all) {
    for (const int address : {0, 1, 2}) {  // the first three clamp
      compare(m.name, m.kernel, m.of, mode_of(address, m.linear, 0), m.texels[0]);
    }
    compare(m.name, m.kernel, m.of, mode_of(3, m.linear, 0), m.texels[1]);
    for (const int address : {0, 1, 2, 3}) {
      compare(m.name, m.kernel, m.of, mode_of(address, m.linear, 1), m.fractions[address]);
    }
  }
  // Zeros outside, whatever the modes; of an array in one direction inside, too.
  for (const int address : {0, 1, 2, 3}) {
    const Mode mode = mode_of(address, 0, 0);
    compare("whole_row", whole_row, row_of, mode, 0x14538d68);
    compare("whole_plane", whole_plane, plane_of, mode, 0x53878728);
    compare("whole_box", whole_box, box_of, mode, 0x24a3d392);
    compare("whole_layers", whole_layers, planes_of, mode, 0x11e05919);
    compare("whole_moved", whole_moved, plane_of, mode, 0x8b8fccd2);
  }
  // A depth changes nothing.
  for (const int linear : {0, 1}) {
    const Mode mode = mode_of(cudaAddressModeClamp, linear, 0);
    compare("depth", depth, plane_of, mode, linear ? 0x65d3f23d : 0x41195ee5);
    compare("depth_moved", depth_moved, plane_of, mode, linear ? 0x67518c94 : 0xbf478c6a);
    compare("depth_layers", depth_layers, planes_of, mode, linear ? 0x1c9fba52 : 0x2b739c9a);
    compare("depth_four", depth_four, plane_to_gather, mode, 0x56b8a149);
  }
  compare("layer_four", layer_four, planes_of, mode_of(cudaAddressModeClamp, 0, 0), 0x56b8a149);
  compare("cube_four", cube_four, cube_of, mode_of(cudaAddressModeClamp, 0, 1), 0x82e6d163);
  return gate::result();
}
