// SPDX-License-Identifier: Apache-2.0
// Surfaces: reads and writes of 1 to 16 bytes in one, two and three directions and in layers, with
// the boundary modes zero and clamp as an H100 has them.
#include "textures.h"

using namespace textures;

namespace {

constexpr int kWidth = 5, kHeight = 4, kDepth = 3;  // texels of 4 bytes
enum Kind { kRow, kPlane, kBox, kLayers, kRows };

template <class T, int kKind>
__device__ T read_at(cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  x *= (int)sizeof(T);
  T value;
  if constexpr (kKind == kRow) {
    value = surf1Dread<T>(s, x, mode);
  } else if constexpr (kKind == kPlane) {
    surf2Dread(&value, s, x, y, mode);
  } else if constexpr (kKind == kBox) {
    value = surf3Dread<T>(s, x, y, z, mode);
  } else if constexpr (kKind == kLayers) {
    surf2DLayeredread(&value, s, x, y, z, mode);
  } else {
    value = surf1DLayeredread<T>(s, x, z, mode);
  }
  return value;
}

// A box of places that begins three elements in front of the surface.
template <class T, int kKind>
__global__ void reads(cudaSurfaceObject_t s, cudaSurfaceBoundaryMode mode, T* out) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int x = i % 26 - 3, y = i / 26 % 9 - 3, z = i / 26 / 9 - 2;
  if (z < 6) out[i] = read_at<T, kKind>(s, x, y, z, mode);
}

int confined(int i, int count) {
  return i < 0 ? 0 : i < count ? i : count - 1;
}

template <class T, int kind>
void check_reads(const char* name, cudaArray_t a, cudaSurfaceBoundaryMode mode,
                 const unsigned char* texels) {
  constexpr int kPlaces = 26 * 9 * 8;
  T* out = nullptr;
  gate::ok(cudaMalloc(&out, kPlaces * sizeof(T)), "results");
  reads<T, kind><<<(kPlaces + 95) / 96, 96>>>(surface(a), mode, out);
  std::vector<T> got(kPlaces);
  gate::ok(cudaMemcpy(got.data(), out, kPlaces * sizeof(T), cudaMemcpyDeviceToHost), "back");
  const int row = kWidth * 4, across = row / (int)sizeof(T);
  const int height = kind == kRow || kind == kRows ? 1 : kHeight;
  const int depth = kind == kRow || kind == kPlane ? 1 : kDepth;
  for (int i = 0; i < kPlaces; ++i) {
    int x = i % 26 - 3, y = height == 1 ? 0 : i / 26 % 9 - 3, z = depth == 1 ? 0 : i / 26 / 9 - 2;
    bool inside = x >= 0 && x < across && y >= 0 && y < height && z >= 0 && z < depth;
    if (mode == cudaBoundaryModeClamp) {
      inside = true;
      x = confined(x, across);
      y = confined(y, height);
      // Layers below 0 count as far above the last one.
      z = kind >= kLayers && z < 0 ? depth - 1 : confined(z, depth);
    }
    T want;
    std::memset(&want, 0, sizeof want);
    if (inside) std::memcpy(&want, texels + (z * height + y) * row + x * (int)sizeof(T), sizeof(T));
    if (std::memcmp(&want, &got[(size_t)i], sizeof(T)) == 0) continue;
    ++gate::failures();
    std::printf("FAIL %s of %zu bytes, place %d\n", name, sizeof(T), i);
    return;
  }
}

template <class T, int kind>
void check_all_reads(const char* name, cudaArray_t a, const unsigned char* texels) {
  check_reads<T, kind>(name, a, cudaBoundaryModeZero, texels);
  check_reads<T, kind>(name, a, cudaBoundaryModeClamp, texels);
}

// Every second place is written, some of them outside.
template <class T>
__global__ void writes(cudaSurfaceObject_t s, cudaSurfaceBoundaryMode mode) {
  const int x = (int)threadIdx.x - 2, y = (int)threadIdx.y - 2;
  if ((x + y) % 2 != 0) return;
  T value;
  memset(&value, x * 16 + y + 1, sizeof value);
  if (mode == cudaBoundaryModeZero) {
    surf2Dwrite(value, s, x * (int)sizeof(T), y, cudaBoundaryModeZero);
  } else if (x >= 0 && y >= 0 && (x + 1) * (int)sizeof(T) <= kWidth * 4 && y < kHeight) {
    surf2Dwrite(value, s, x * (int)sizeof(T), y);
  }
}

template <class T>
void check_writes(cudaArray_t a) {
  for (cudaSurfaceBoundaryMode mode : {cudaBoundaryModeZero, cudaBoundaryModeTrap}) {
    unsigned char before[kHeight][kWidth * 4], after[kHeight][kWidth * 4];
    std::memset(before, 0xcc, sizeof before);
    gate::ok(cudaMemcpy2DToArray(a, 0, 0, before, kWidth * 4, kWidth * 4, kHeight,
                                 cudaMemcpyHostToDevice),
             "before");
    writes<T><<<1, dim3(25, 9)>>>(surface(a), mode);
    gate::ok(cudaDeviceSynchronize(), "writes");
    gate::ok(cudaMemcpy2DFromArray(after, kWidth * 4, a, 0, 0, kWidth * 4, kHeight,
                                   cudaMemcpyDeviceToHost),
             "after");
    bool good = true;
    for (int y = 0; y < kHeight; ++y) {
      for (int b = 0; b < kWidth * 4; ++b) {
        const int x = b / (int)sizeof(T);
        const bool whole = (x + 1) * (int)sizeof(T) <= kWidth * 4;
        const bool written = whole && (x + y) % 2 == 0;
        good = good && after[y][b] == (written ? (unsigned char)(x * 16 + y + 1) : 0xcc);
      }
    }
    gate::that(good, "writes");
  }
}

__global__ void outside(cudaSurfaceObject_t s) {
  surf2Dwrite(1.0f, s, threadIdx.x == 40 ? 400 : 0, 0);
}

}  // namespace

int main() {
  unsigned char texels[kDepth * kHeight * kWidth * 4];
  for (unsigned i = 0; i < sizeof texels; ++i) texels[i] = (unsigned char)(i * 2654435761u >> 7);
  const auto desc = cudaCreateChannelDesc<float>();
  const unsigned flag = cudaArraySurfaceLoadStore;
  cudaArray_t row = array(desc, kWidth, 0, 0, flag, texels),
              plane = array(desc, kWidth, kHeight, 0, flag, texels),
              box = array(desc, kWidth, kHeight, kDepth, flag, texels),
              layers = array(desc, kWidth, kHeight, kDepth, flag | cudaArrayLayered, texels),
              rows = array(desc, kWidth, 0, kDepth, flag | cudaArrayLayered, texels);
  check_all_reads<float, kRow>("row", row, texels);
  check_all_reads<float, kBox>("box", box, texels);
  check_all_reads<float, kLayers>("layers", layers, texels);
  check_all_reads<float, kRows>("rows", rows, texels);
  check_all_reads<unsigned char, kPlane>("plane", plane, texels);
  check_all_reads<float, kPlane>("plane", plane, texels);
  check_all_reads<short4, kPlane>("plane", plane, texels);
  check_all_reads<uint4, kPlane>("plane", plane, texels);
  check_writes<unsigned char>(plane);
  check_writes<uchar4>(plane);
  check_writes<int4>(plane);
  // The mode that is the default ends the kernel.
  const Said said;
  outside<<<1, 64>>>(surface(plane));
  gate::is(cudaDeviceSynchronize(), cudaErrorIllegalAddress, "outside");
  gate::that(said.has("illegal address"), "outside is named");
  return gate::result();
}
