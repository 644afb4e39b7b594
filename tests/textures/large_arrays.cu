// SPDX-License-Identifier: Apache-2.0
// Arrays and pitched memory of more than 2 GiB: texels around places where an offset of 31 or 32
// bits ends are marked through surfaces, and looked up side by side and not, as they are and
// between two.
#include "textures.h"

using namespace textures;

namespace {

constexpr int kAround = 48, kPlaces = 4;

// Where texels are marked, in rows: (x, y, z) of the first.
struct Spot {
  int x, y, z;
};
struct Spots {
  Spot at[kPlaces];
};

template <int SHAPE, class T>
__device__ void put(cudaSurfaceObject_t s, T value, Spot p) {
  const int x = p.x * (int)sizeof(T);
  if (SHAPE == 2) surf2Dwrite(value, s, x, p.y);
  if (SHAPE == 3) surf3Dwrite(value, s, x, p.y, p.z);
  if (SHAPE == 4) surf2DLayeredwrite(value, s, x, p.y, p.z);
}
template <int SHAPE, class T>
__global__ void mark(cudaSurfaceObject_t s, Spots spots) {
  Spot p = spots.at[blockIdx.x];
  p.x += (int)threadIdx.x;
  put<SHAPE>(s, T{(decltype(T().x))(40 * blockIdx.x + threadIdx.x)}, p);
}
template <class T>
__global__ void mark_rows(char* memory, size_t pitch, Spots spots) {
  const Spot p = spots.at[blockIdx.x];
  T* row = (T*)(memory + (size_t)p.y * pitch);
  row[p.x + (int)threadIdx.x] = T{(decltype(T().x))(40 * blockIdx.x + threadIdx.x)};
}

// The second row of blocks has lanes that are not in a row.
template <int SHAPE, class T>
__global__ void around(cudaTextureObject_t t, Spots spots, float off, float* out) {
  const unsigned lane = threadIdx.x ^ blockIdx.y * 5;
  if (lane >= kAround) return;
  const Spot p = spots.at[blockIdx.x];
  const float x = (float)(p.x + (int)lane) + off, y = (float)p.y + 0.5f, z = (float)p.z + 0.5f;
  T v;
  if (SHAPE == 2) v = tex2D<T>(t, x, y);
  if (SHAPE == 3) v = tex3D<T>(t, x, y, z);
  if (SHAPE == 4) v = tex2DLayered<T>(t, x, y, p.z);
  out[(blockIdx.y * kPlaces + blockIdx.x) * kAround + lane] = (float)v.x;
}

template <int SHAPE, class T>
void look(const char* name, cudaTextureObject_t t, Spots spots, bool between, float* out) {
  around<SHAPE, T><<<dim3(kPlaces, 2), 64>>>(t, spots, between ? 1.0f : 0.5f, out);
  float got[2 * kPlaces * kAround];
  gate::ok(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost), "back");
  for (int i = 0; i < 2 * kPlaces * kAround; ++i) {
    const int lane = i % kAround;
    if (between && lane == kAround - 1) continue;
    const float want = (float)(40 * (i / kAround % kPlaces) + lane) + (between ? 0.5f : 0.0f);
    if (got[i] != want) std::printf("%s, %d: %g, not %g\n", name, i, got[i], want);
    gate::that(got[i] == want, name);
  }
}

template <int SHAPE, class T>
void try_array(const char* name, cudaExtent size, unsigned flags, Spots spots, bool between,
               float* out) {
  const auto desc = cudaCreateChannelDesc<T>();
  cudaArray_t array = nullptr;
  gate::ok(cudaMalloc3DArray(&array, &desc, size, flags | cudaArraySurfaceLoadStore), name);
  mark<SHAPE, T><<<kPlaces, kAround>>>(surface(array), spots);
  Mode mode;
  look<SHAPE, T>(name, object(array, mode), spots, false, out);
  mode.filter = cudaFilterModeLinear;
  if (between) look<SHAPE, T>(name, object(array, mode), spots, true, out);
  gate::ok(cudaFreeArray(array), "free");
}

}  // namespace

int main() {
  float* out = nullptr;
  gate::ok(cudaMalloc(&out, 2 * kPlaces * kAround * sizeof(float)), "results");
  // 2^31 and 2^32 bytes lie in rows 32768 and 65535, in slices 512 and 1024, in layers 1 and 3.
  const Spots rows = {
      {{17, 3, 0}, {65000, 32767, 0}, {100, 32769, 0}, {65536 - kAround, 65535, 0}}};
  try_array<2, uchar1>("2-D", make_cudaExtent(65536, 65536, 0), 0, rows, false, out);
  const Spots slices = {
      {{5, 1, 3}, {1024 - kAround, 1023, 511}, {9, 2, 513}, {1024 - kAround, 1023, 1026}}};
  try_array<3, float1>("3-D", make_cudaExtent(1024, 1024, 1027), 0, slices, true, out);
  const Spots layers = {{{5, 1, 0}, {8192 - kAround, 8191, 0}, {9, 2, 1}, {70, 8000, 4}}};
  try_array<4, float4>("layers", make_cudaExtent(8192, 8192, 5), cudaArrayLayered, layers, true,
                       out);
  cudaResourceDesc pitched = {};
  pitched.resType = cudaResourceTypePitch2D;
  auto& memory = pitched.res.pitch2D;
  memory = {nullptr, cudaCreateChannelDesc<float2>(), 8192, 40000, 65536};
  gate::ok(cudaMalloc(&memory.devPtr, memory.height * memory.pitchInBytes), "pitched memory");
  const Spots lines = {{{5, 1, 0}, {8000, 32767, 0}, {9, 32769, 0}, {8192 - kAround, 39999, 0}}};
  mark_rows<float2><<<kPlaces, kAround>>>((char*)memory.devPtr, memory.pitchInBytes, lines);
  Mode mode;
  look<2, float2>("pitched", object(pitched, mode), lines, false, out);
  mode.filter = cudaFilterModeLinear;
  look<2, float2>("pitched", object(pitched, mode), lines, true, out);
  return gate::result();
}
