// SPDX-License-Identifier: Apache-2.0
// What the launches of launches/sixth asked: loads from L1 by their width, as no compiler takes
// them out of their loop; words of constant memory that a warp shares, at an index; sines with
// cosines; stores of few SMs, so that L2 is not what is waited for.
#include "common.h"

constexpr int kSms = 132;
__constant__ float table[16384];

// All lanes of a warp want the same words.
template <class T>
__global__ void constants(float* out, int rounds, int mask) {
  float sum = 0;
  int at = blockIdx.x & 7;
#pragma unroll 4
  for (int k = 0; k < rounds; ++k) {
    const T v = reinterpret_cast<const T*>(table)[at & mask];
    at += 1 + (v > T(1e30f));
    sum += float(v);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void quads(float* out, int rounds, int mask) {
  float sum = 0;
  int at = blockIdx.x & 7;
#pragma unroll 4
  for (int k = 0; k < rounds; ++k) {
    const float4 v = reinterpret_cast<const float4*>(table)[at & mask];
    ++at;
    sum += v.x * v.y + v.z * v.w;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template <class T, int kWhat>
__global__ void sines(T* out, T x, int rounds) {
  T a = x + threadIdx.x, sum = 0;
  for (int k = 0; k < rounds; ++k) {
    T s = 0, c = 0;
    if (kWhat == 0) s = sin(a);
    if (kWhat == 1) sincos(a, &s, &c);
    sum += s * c + s;
    a += T(0.001);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// So many loads at once, each warp from lines of its own; pieces lie side by side or far apart.
template <int kAtOnce>
__global__ void at_once(const float* a, float* out, size_t apart, int rounds) {
  const size_t warp = (size_t(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  size_t at = warp * 32 * 64 + threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    float v[kAtOnce];
#pragma unroll
    for (int j = 0; j < kAtOnce; ++j) v[j] = a[at + apart * j];
    at += size_t(1) << 20;
#pragma unroll
    for (int j = 0; j < kAtOnce; ++j) {
      sum += v[j];
      if (v[j] == 1.5f) at = warp;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template <int kAtOnce>
void at_once_rows(const float* a, float* out) {
  for (size_t apart : {size_t(32), size_t(1) << 12, size_t(1234) * 32, (size_t(1) << 22) + 4128})
    for (bool cold : {false, true})
      row(
          std::to_string(kAtOnce) + " at once, " + std::to_string(apart * 4) + " bytes apart", 48,
          [&] { at_once<kAtOnce><<<kSms, 128>>>(a, out, apart, 48); }, cold);
}
// Each warp has lines of its own.
template <class T>
__global__ void stores(T* a, int apart, int rounds) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  T* own = a + (warp * 4 * 32 + threadIdx.x % 32) * apart;
  for (int k = 0; k < rounds; ++k) own[(k & 3) * 32 * apart] = T{};
}
template <class T>
void store_rows(const char* name, void* a) {
  for (int apart : {0, 1, 2, 4, 8, 9, 32})
    row(std::string("stores of 8 SMs, ") + name + ", " + std::to_string(apart) + " apart",
        1024.0 * 32, [&] { stores<T><<<8, 1024>>>((T*)a, apart, 1024); });
}

int main() {
  void* a;
  CHECK(cudaMalloc(&a, size_t(1) << 30));
  CHECK(cudaMemset(a, 0, size_t(1) << 30));
  float* out;
  CHECK(cudaMalloc(&out, 8 << 20));
  for (int mask : {7, 255, 2047}) {
    const auto name = ", of " + std::to_string(mask + 1) + " places";
    row("constant words" + name, 4096.0 * 32,
        [&] { constants<float><<<kSms, 1024>>>(out, 4096, mask); });
    row("constant doubles" + name, 4096.0 * 32,
        [&] { constants<double><<<kSms, 1024>>>(out, 4096, mask); });
    row("constant quads" + name, 4096.0 * 32, [&] { quads<<<kSms, 1024>>>(out, 4096, mask); });
  }
  row("sine of float", 512.0 * 32, [&] { sines<float, 0><<<kSms, 1024>>>(out, 0.5f, 512); });
  row("sine and cosine of float", 512.0 * 32,
      [&] { sines<float, 1><<<kSms, 1024>>>(out, 0.5f, 512); });
  row("sine of double", 512.0 * 32,
      [&] { sines<double, 0><<<kSms, 1024>>>((double*)out, 0.5, 512); });
  row("sine and cosine of double", 512.0 * 32,
      [&] { sines<double, 1><<<kSms, 1024>>>((double*)out, 0.5, 512); });
  at_once_rows<1>((float*)a, out);
  at_once_rows<2>((float*)a, out);
  at_once_rows<4>((float*)a, out);
  at_once_rows<8>((float*)a, out);
  store_rows<float>("words", a);
  store_rows<float4>("quads", a);
}
