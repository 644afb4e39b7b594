// SPDX-License-Identifier: Apache-2.0
// suld.b, sust.b, sured.b and suq in inline PTX: the bytes that the surface functions read and
// write, by every geometry, in 1 to 16 bytes, with the boundary modes.
#include "../../textures/textures.h"

using namespace textures;

namespace {

constexpr int kWidth = 8, kHeight = 4, kDepth = 6, kCount = 150;  // texels of 4 bytes

// Where lane i looks: x in elements of `bytes`; a third of the places lie outside.
struct Spot {
  int x, y, z;
};
__device__ Spot spot_of(int i, int bytes) {
  const unsigned h = (unsigned)i * 2654435761u >> 7;
  const int across = kWidth * 4 / bytes;
  return {((int)(h % (unsigned)(across + 4)) - 2) * bytes, (int)(h / 37 % (kHeight + 2)) - 1,
          (int)(h / 211 % (kDepth + 2)) - 1};
}

template <class T>
__device__ bool same(const T& a, const T& b) {
  for (unsigned k = 0; k < sizeof(T); ++k) {
    if (reinterpret_cast<const char*>(&a)[k] != reinterpret_cast<const char*>(&b)[k]) return false;
  }
  return true;
}

#define READ(name, type, as_function, as_ptx)                        \
  __global__ void name(cudaSurfaceObject_t s, int* bad, int* seen) { \
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);      \
    if (i >= kCount || i % 7 == 3) return;                           \
    const Spot p = spot_of(i, (int)sizeof(type));                    \
    const type want = as_function;                                   \
    type got = {};                                                   \
    as_ptx;                                                          \
    if (!same<type>(want, got)) atomicAdd(bad, 1);                   \
    const type nothing = {};                                         \
    if (!same<type>(want, nothing)) atomicAdd(seen, 1);              \
  }

READ(row, unsigned, surf1Dread<unsigned>(s, p.x, cudaBoundaryModeZero),
     asm volatile("suld.b.1d.b32.zero %0, [%1, {%2}];" : "=r"(got) : "l"(s), "r"(p.x)))
READ(plane, uint2, surf2Dread<uint2>(s, p.x, p.y, cudaBoundaryModeClamp),
     asm volatile("suld.b.2d.v2.b32.clamp {%0, %1}, [%2, {%3, %4}];" : "=r"(got.x),
                  "=r"(got.y) : "l"(s), "r"(p.x), "r"(p.y)))
READ(plane_of_16, uint4, surf2Dread<uint4>(s, p.x, p.y, cudaBoundaryModeZero),
     asm volatile("suld.b.2d.v4.b32.zero {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(got.x),
                  "=r"(got.y), "=r"(got.z), "=r"(got.w) : "l"(s), "r"(p.x), "r"(p.y)))
READ(bytes_of_plane, unsigned char, surf2Dread<unsigned char>(s, p.x, p.y, cudaBoundaryModeZero),
     unsigned short wide;
     asm volatile("suld.b.2d.b8.zero %0, [%1, {%2, %3}];" : "=h"(wide) : "l"(s), "r"(p.x),
                  "r"(p.y));
     got = (unsigned char)wide)
READ(box, unsigned long long,
     surf3Dread<unsigned long long>(s, p.x, p.y, p.z, cudaBoundaryModeZero),
     asm volatile("suld.b.3d.b64.zero %0, [%1, {%2, %3, %4, %4}];" : "=l"(got) : "l"(s), "r"(p.x),
                  "r"(p.y), "r"(p.z)))
READ(rows, unsigned short, surf1DLayeredread<unsigned short>(s, p.x, p.z, cudaBoundaryModeZero),
     asm volatile("suld.b.a1d.b16.zero %0, [%1, {%2, %3}];" : "=h"(got) : "l"(s), "r"(p.z),
                  "r"(p.x)))
READ(planes, unsigned, surf2DLayeredread<unsigned>(s, p.x, p.y, p.z, cudaBoundaryModeClamp),
     asm volatile("suld.b.a2d.b32.clamp %0, [%1, {%2, %3, %4, %4}];" : "=r"(got) : "l"(s), "r"(p.z),
                  "r"(p.x), "r"(p.y)))
READ(faces, unsigned, surfCubemapread<unsigned>(s, p.x, p.y, p.z, cudaBoundaryModeZero),
     asm volatile("suld.b.a2d.b32.zero %0, [%1, {%2, %3, %4, %4}];" : "=r"(got) : "l"(s), "r"(p.z),
                  "r"(p.x), "r"(p.y)))
READ(sizes, uint2, make_uint2(kWidth, kHeight),
     asm("suq.width.b32 %0, [%1];" : "=r"(got.x) : "l"(s));
     asm("suq.height.b32 %0, [%1];" : "=r"(got.y) : "l"(s)))

using Kernel = void (*)(cudaSurfaceObject_t, int*, int*);
void run(const char* name, Kernel kernel, cudaSurfaceObject_t s) {
  int* counts = nullptr;
  gate::ok(cudaMallocManaged(&counts, 2 * sizeof(int)), "counts");
  counts[0] = counts[1] = 0;
  kernel<<<3, 64>>>(s, counts, counts + 1);
  gate::ok(cudaDeviceSynchronize(), name);
  if (counts[0] != 0 || counts[1] < kCount / 16) {
    ++gate::failures();
    std::printf("FAIL %s: %d lanes differ, %d saw anything\n", name, counts[0], counts[1]);
  }
  gate::ok(cudaFree(counts), "free");
}

// Odd lanes write two words each, one row a warp; what lies outside is not written.
__global__ void stores(cudaSurfaceObject_t s) {
  const int i = (int)threadIdx.x;
  const int x = (i % 32 / 2 - 2) * 8, y = i / 32;
  if (i % 2) {
    asm volatile("sust.b.2d.v2.b32.zero [%0, {%1, %2}], {%3, %4};" ::"l"(s), "r"(x), "r"(y),
                 "r"(100 + i), "r"(200 + i)
                 : "memory");
  }
}
// All lanes at one texel of each kind.
__global__ void reductions(cudaSurfaceObject_t s) {
  const int i = (int)threadIdx.x;
  asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(0), "r"(0), "r"(i)
               : "memory");
  asm volatile("sured.b.min.2d.s32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(4), "r"(0), "r"(-i)
               : "memory");
  asm volatile("sured.b.max.2d.u32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(8), "r"(0), "r"(7 * i)
               : "memory");
  asm volatile("sured.b.or.2d.b32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(12), "r"(0),
               "r"(1 << (i % 31))
               : "memory");
}
// 64 bits, in the second row.
__global__ void wide_reductions(cudaSurfaceObject_t s) {
  const long long i = (long long)threadIdx.x;
  asm volatile("sured.b.add.2d.u64.zero [%0, {%1, %2}], %3;" ::"l"(s), "r"(0), "r"(1), "l"(i << 32)
               : "memory");
  asm volatile("sured.b.min.2d.s64.zero [%0, {%1, %2}], %3;" ::"l"(s), "r"(8), "r"(1), "l"(-i)
               : "memory");
  // Outside: nothing.
  asm volatile("sured.b.add.2d.u64.zero [%0, {%1, %2}], %3;" ::"l"(s), "r"(-8), "r"(1), "l"(i)
               : "memory");
}
__global__ void outside(cudaSurfaceObject_t s) {
  asm volatile("sust.b.2d.b32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(4 * kWidth), "r"(0), "r"(1)
               : "memory");
}

}  // namespace

int main() {
  std::vector<unsigned> data((size_t)kWidth * kHeight * kDepth);
  for (size_t i = 0; i < data.size(); ++i) data[i] = 0x01010101u + (unsigned)i * 0x00d1b54bu;
  const auto words = cudaCreateChannelDesc<unsigned>();
  const auto of = [&](int height, int depth, unsigned flags) {
    return array(words, kWidth, (size_t)height, (size_t)depth, flags | cudaArraySurfaceLoadStore,
                 data.data());
  };
  const auto plane_array = of(kHeight, 0, 0);
  const auto plane_surface = surface(plane_array);
  run("1d", row, surface(of(0, 0, 0)));
  run("2d", plane, plane_surface);
  run("2d of 16 bytes", plane_of_16, plane_surface);
  run("2d of bytes", bytes_of_plane, plane_surface);
  run("3d", box, surface(of(kHeight, kDepth, 0)));
  run("a1d", rows, surface(of(0, kDepth, cudaArrayLayered)));
  run("a2d", planes, surface(of(kHeight, kDepth, cudaArrayLayered)));
  run("a2d of a cubemap", faces,
      surface(array(words, 4, 4, 6, cudaArrayCubemap | cudaArraySurfaceLoadStore, data.data())));
  run("sizes", sizes, plane_surface);

  stores<<<1, 32 * kHeight>>>(plane_surface);
  std::vector<unsigned> got((size_t)kWidth * kHeight);
  const auto read_back = [&] {
    gate::ok(cudaMemcpy2DFromArray(got.data(), kWidth * 4, plane_array, 0, 0, kWidth * 4, kHeight,
                                   cudaMemcpyDeviceToHost),
             "back");
  };
  read_back();
  for (int i = 0; i < kWidth * kHeight; ++i) {
    // Texels 2k and 2k + 1 of row y are of lane 2 (k + 2) + 1.
    const int lane = i / kWidth * 32 + 2 * (i % kWidth / 2 + 2) + 1;
    gate::that(got[(size_t)i] == (unsigned)((i % 2 ? 200 : 100) + lane), "sust.v2");
  }
  const unsigned start[4] = {5, 0, 3, 0x80000000u};
  gate::ok(cudaMemcpy2DToArray(plane_array, 0, 0, start, 16, 16, 1, cudaMemcpyHostToDevice),
           "start");
  reductions<<<1, 96>>>(plane_surface);
  read_back();
  gate::that(got[0] == 5 + 95 * 48, "sured.add");
  gate::that((int)got[1] == -95, "sured.min");
  gate::that(got[2] == 7 * 95, "sured.max");
  gate::that(got[3] == 0xffffffffu, "sured.or");
  const std::vector<unsigned> before = got;
  const unsigned wide[4] = {7, 0, 0, 0};
  gate::ok(cudaMemcpy2DToArray(plane_array, 0, 1, wide, 16, 16, 1, cudaMemcpyHostToDevice), "wide");
  wide_reductions<<<1, 96>>>(plane_surface);
  read_back();
  gate::that(got[kWidth] == 7 && got[kWidth + 1] == 95 * 48, "sured.add.u64");
  gate::that((int)got[kWidth + 2] == -95 && (int)got[kWidth + 3] == -1, "sured.min.s64");
  for (int i = 0; i < kWidth * kHeight; ++i) {
    const bool changed = i >= kWidth && i < kWidth + 4;
    gate::that(changed || got[(size_t)i] == before[(size_t)i], "the rest");
  }
#ifndef ON_A_GPU
  {
    const Said quiet;
    outside<<<1, 1>>>(plane_surface);
    gate::is(cudaDeviceSynchronize(), cudaErrorIllegalAddress, "outside with .trap");
  }
#endif
  return gate::result();
}
