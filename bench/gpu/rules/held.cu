// SPDX-License-Identifier: Apache-2.0
// What L1 gives in a cycle: loads of 1 to 16 bytes that it holds, by how far lanes lie apart and by
// how many they are; loads of which L2 has some; stores, of few SMs, so that L2 is not what is
// waited for.
#include "common.h"

constexpr int kSms = 132;

struct alignas(16) Quad {
  float x, y, z, w;
};
__device__ inline float sum_of(float v) {
  return v;
}
__device__ inline float sum_of(unsigned short v) {
  return v;
}
__device__ inline float sum_of(unsigned char v) {
  return v;
}
__device__ inline float sum_of(float2 v) {
  return v.x + v.y;
}
__device__ inline float sum_of(Quad v) {
  return v.x + v.y + v.z + v.w;
}
template <class T>
__global__ void held(const T* a, float* out, int apart, int lanes, int rounds) {
  float sum = 0;
  if (int(threadIdx.x % 32) >= lanes) return;
  const T* own = a + threadIdx.x % 32 * apart;
#pragma unroll 8
  for (int k = 0; k < rounds; ++k) sum += sum_of(own[(k & 7) * 32 * apart]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template <class T>
void held_rows(const char* name, const void* in, float* out) {
  for (int apart : {0, 1, 2, 3, 4, 8, 9})
    row(std::string("held ") + name + ", " + std::to_string(apart) + " apart", 4096.0 * 32,
        [&] { held<T><<<kSms, 1024>>>((const T*)in, out, apart, 32, 4096); });
  for (int lanes : {1, 8, 16})
    row(std::string("held ") + name + ", of " + std::to_string(lanes) + " lanes", 4096.0 * 32,
        [&] { held<T><<<kSms, 1024>>>((const T*)in, out, 1, lanes, 4096); });
}
// Of so many loads one is of a line that L2 has and L1 has not; lanes so many words apart.
__global__ void mixed(const float* a, float* out, int each, int apart, int rounds) {
  float sum = 0;
  const int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const float* own = a + lane * apart;
#pragma unroll 8
  for (int k = 0; k < rounds; ++k) {
    const bool far = k % each == 0;
    const int line = far ? (warp * 977 + k * 131) & 8191 : 8192 + (k & 7);
    sum += own[line * 32 * apart];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// Each warp has lines of its own.
template <class T>
__global__ void stores(T* a, int apart, int lanes, int rounds) {
  if (int(threadIdx.x % 32) >= lanes) return;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  T* own = a + (warp * 4 * 32 + threadIdx.x % 32) * apart;
  for (int k = 0; k < rounds; ++k) own[(k & 3) * 32 * apart] = T{};
}
template <class T>
void store_rows(const char* name, void* a) {
  for (int apart : {0, 1, 2, 4, 8, 9, 32})
    row(std::string("stores of 8 SMs, ") + name + ", " + std::to_string(apart) + " apart",
        1024.0 * 32, [&] { stores<T><<<8, 1024>>>((T*)a, apart, 32, 1024); });
}

int main() {
  void* a;
  CHECK(cudaMalloc(&a, size_t(256) << 20));
  CHECK(cudaMemset(a, 0, size_t(256) << 20));
  float* out;
  CHECK(cudaMalloc(&out, 1 << 20));
  held_rows<unsigned char>("bytes", a, out);
  held_rows<unsigned short>("shorts", a, out);
  held_rows<float>("words", a, out);
  held_rows<float2>("pairs", a, out);
  held_rows<Quad>("quads", a, out);
  for (int each : {1, 2, 4, 8, 16})
    for (int apart : {1, 9, 32})
      row("one of " + std::to_string(each) + " from L2, " + std::to_string(apart) + " apart",
          1024.0 * 32, [&] { mixed<<<kSms, 1024>>>((float*)a, out, each, apart, 1024); });
  store_rows<float>("words", a);
  store_rows<Quad>("quads", a);
}
