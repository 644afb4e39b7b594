// SPDX-License-Identifier: Apache-2.0
// What launches asked that the model did not know: how long a warp waits for many lines at once,
// words of constant memory beside loads, planes that go through shared memory, compare-and-swap
// that others disturb, few blocks, ways of a branch, barriers, sums in shared memory.
#include "common.h"

constexpr int kSms = 132;
__constant__ float table[4096];

// Lanes of a load lie in so many lines, anywhere; the next load waits for it.
template <int kAtOnce>
__global__ void far_lines(const int* a, int* out, unsigned mask, int lines, int rounds) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const unsigned own = lane * lines / 32;
  int sum = 0;
  for (int k = 0; k < rounds; ++k) {
    int v[kAtOnce];
#pragma unroll
    for (int j = 0; j < kAtOnce; ++j)
      v[j] = a[(spread((warp * rounds + k) * 512 + j * 32 + own + sum) & mask) * 32 + lane];
#pragma unroll
    for (int j = 0; j < kAtOnce; ++j) sum += v[j];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template <int kAtOnce>
void far_rows(const int* a, int* out) {
  for (int warps : {1, 8})
    for (int lines : {1, 2, 4, 8, 16, 32})
      for (unsigned mask : {(1u << 23) - 1, (1u << 16) - 1, (1u << 8) - 1}) {
        if (kAtOnce > 1 && (lines > 8 || mask < 65535)) continue;
        row(
            std::to_string(kAtOnce) + " at once of " + std::to_string(lines) + " lines, " +
                std::to_string((mask >> 3) + 1) + " KB, " + std::to_string(warps) +
                " warps of an SM",
            48, [&] { far_lines<kAtOnce><<<kSms, warps * 32>>>(a, out, mask, lines, 48); },
            mask > 1 << 20);
      }
}
// Words of constant memory and words that L1 holds: one, the other, or both.
template <int kWhat, class T>
__global__ void weigh(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < count; ++k) {
    const T t = reinterpret_cast<const T*>(table)[k];
    float w = 1;
    if (kWhat & 1) {
      if constexpr (sizeof(T) == 16)
        w = t.x * t.y + t.z * t.w;
      else
        w = t;
    }
    sum += w * (kWhat & 2 ? in[i + k] : sum);
  }
  out[i] = sum;
}
// A plane after the other goes through shared memory.
template <int kElements, bool kUse>
__global__ void planes(const float* in, float* out, int depth) {
  __shared__ float s[2][512];
  const size_t own = size_t(blockIdx.x) * 512;
  const size_t plane = size_t(gridDim.x) * 512;
  float sum = 0;
  for (int z = 0; z < depth; ++z) {
    for (int k = threadIdx.x; k < kElements; k += blockDim.x) s[z & 1][k] = in[z * plane + own + k];
    __syncthreads();
    if (kUse) {
#pragma unroll
      for (int j = 0; j < 16; ++j) sum += (0.1f + j) * s[z & 1][(threadIdx.x + j * 5) & 255];
      out[z * plane + own + threadIdx.x] = sum;
    }
    __syncthreads();
  }
  out[own + threadIdx.x] = sum + s[0][threadIdx.x];
}
template <int kElements, bool kUse>
void plane_rows(const float* in, float* out) {
  for (int blocks : {66, 264})
    for (bool cold : {false, true})
      row(
          "planes of " + std::to_string(kElements) + (kUse ? " used, " : ", ") +
              std::to_string(blocks) + " blocks of 256",
          48, [&] { planes<kElements, kUse><<<blocks, 256>>>(in, out, 48); }, cold);
}
// The greatest, or sums, by compare and swap; counts how often it was tried.
template <bool kGreatest>
__global__ void swap(int* place, unsigned* tries, int mask, int each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned count = 0;
  for (int k = 0; k < each; ++k) {
    const int value = spread(i * 64 + k) >> 2;
    int* p = &place[(kGreatest ? i : value) & mask];
    int old = *(volatile int*)p;
    while (!kGreatest || old < value) {
      ++count;
      const int seen = atomicCAS(p, old, kGreatest ? value : old * 3 + value);
      if (seen == old) break;
      old = seen;
    }
  }
  tries[i] = count;
}
template <bool kGreatest>
void swap_rows(int* place, unsigned* tries) {
  for (int blocks : {32, 264, 1056})
    for (int places : {1, 32, 1024, 32768})
      for (int each : {1, 4}) {
        const int n = blocks * 256;
        if (!kGreatest && double(n) * n * each / places > 7e7) continue;
        row(
            std::string(kGreatest ? "greatest" : "sums") + " by swaps of " + std::to_string(n) +
                " threads, " + std::to_string(each) + " each, " + std::to_string(places) +
                " places",
            double(n) * each,
            [&] { swap<kGreatest><<<blocks, 256>>>(place, tries, places - 1, each); }, false,
            [&] { CHECK(cudaMemset(place, 0, 1 << 20)); });
        std::vector<unsigned> all(n);
        CHECK(cudaMemcpy(all.data(), tries, n * 4, cudaMemcpyDeviceToHost));
        double sum = 0, most = 0;
        for (auto x : all) sum += x, most = std::max<double>(most, x);
        printf("  tries of each,%.3f,%.0f\n", sum / n / each, most);
      }
}
// Few blocks read, or copy.
template <class T, bool kStore>
__global__ void few(const T* in, T* out, size_t n) {
  float sum = 0;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n;
       i += size_t(gridDim.x) * blockDim.x) {
    const T v = in[i];
    if constexpr (kStore)
      out[i] = v;
    else if constexpr (sizeof(T) == 16)
      sum += v.x + v.w;
    else
      sum += v;
  }
  if (sum == 1.5f) *(float*)out = sum;
}
template <class T, bool kStore>
void few_rows(const float* in, float* out) {
  for (int blocks : {1, 8, 33, 66, 132})
    for (int threads : {256, 1024})
      for (bool cold : {false, true}) {
        const size_t bytes = size_t(blocks) << 17;
        row(
            std::string(kStore ? "copy by " : "read by ") + std::to_string(blocks) + " blocks of " +
                std::to_string(threads) + ", " + std::to_string(sizeof(T)) +
                " bytes a thread (ns of a KB of an SM)",
            128,
            [&] { few<T, kStore><<<blocks, threads>>>((const T*)in, (T*)out, bytes / sizeof(T)); },
            cold);
      }
}
// So many ways, of 16 sums each.
template <int kWays>
__global__ void ways(float* out, int rounds) {
  float x = threadIdx.x;
  const int way = threadIdx.x % kWays;
  for (int k = 0; k < rounds; ++k) {
#pragma unroll
    for (int w = 0; w < kWays; ++w)
      if (way == w) {
#pragma unroll
        for (int j = 0; j < 16; ++j)
          asm volatile("fma.rn.f32 %0, %0, %1, %0;" : "+f"(x) : "f"(0.1f + w));
      }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
template <int kWays>
void way_rows(float* out) {
  for (int threads : {32, 256, 1024})
    row(std::to_string(kWays) + " ways, " + std::to_string(threads) +
            " threads of an SM (ns of a way)",
        512.0 * kWays, [&] { ways<kWays><<<kSms, threads>>>(out, 512); });
}
// A load of shared memory, a sum, a store and a barrier.
__global__ void steps(float* out, int rounds) {
  __shared__ float s[2][1024];
  const int t = threadIdx.x;
  s[0][t] = t;
  __syncthreads();
  for (int k = 0; k < rounds; ++k) {
    s[~k & 1][t] = s[k & 1][t ^ 33 & (blockDim.x - 1)] + 1;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = s[0][t];
}
// Sums in shared memory at drawn places; kWhat 0: int, 1: long, 2: float, 3: double, 4: int whose
// old value is used.
template <class T, int kWhat>
__global__ void own_sums(float* out, int rounds, int mask) {
  __shared__ T s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = 0;
  __syncthreads();
  unsigned at = spread(blockIdx.x * blockDim.x + threadIdx.x);
  T sum = 0;
  for (int k = 0; k < rounds; ++k) {
    at = at * 1664525u + 1013904223u;
    const T old = atomicAdd(&s[at >> 16 & mask], T(1));
    if (kWhat == 4) sum += old;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = float(s[threadIdx.x & mask] + sum);
}
template <class T, int kWhat>
void sum_rows(const char* name, float* out) {
  for (int threads : {32, 256, 1024})
    for (int mask : {0, 7, 31, 255, 1023})
      row(std::string("sums in shared memory of ") + name + ", " + std::to_string(mask + 1) +
              " places, " + std::to_string(threads) + " threads of an SM (ns of a warp)",
          256.0 * threads / 32, [&] { own_sums<T, kWhat><<<kSms, threads>>>(out, 256, mask); });
}

int main() {
  char* a;
  CHECK(cudaMalloc(&a, size_t(1) << 30));
  CHECK(cudaMemset(a, 0, size_t(1) << 30));
  char* b;
  CHECK(cudaMalloc(&b, 64 << 20));
  CHECK(cudaMemset(b, 0, 64 << 20));
  float* out = (float*)b;
  far_rows<1>((int*)a, (int*)b);
  far_rows<2>((int*)a, (int*)b);
  far_rows<4>((int*)a, (int*)b);
  far_rows<8>((int*)a, (int*)b);
  far_rows<16>((int*)a, (int*)b);
  for (int count : {64, 1000}) {
    const std::string name = ", " + std::to_string(count) + " times, ns of a warp of an SM";
    const double warps = count * 16.0 * 8;
    row("constant words" + name, warps,
        [&] { weigh<1, float><<<kSms * 16, 256>>>((float*)a, out, count); });
    row("L1 words" + name, warps,
        [&] { weigh<2, float><<<kSms * 16, 256>>>((float*)a, out, count); });
    row("constant and L1 words" + name, warps,
        [&] { weigh<3, float><<<kSms * 16, 256>>>((float*)a, out, count); });
    row("constant quads" + name, warps,
        [&] { weigh<1, float4><<<kSms * 16, 256>>>((float*)a, out, count); });
    row("constant quads and L1 words" + name, warps,
        [&] { weigh<3, float4><<<kSms * 16, 256>>>((float*)a, out, count); });
  }
  plane_rows<256, false>((float*)a, out);
  plane_rows<340, false>((float*)a, out);
  plane_rows<512, false>((float*)a, out);
  plane_rows<256, true>((float*)a, out);
  plane_rows<340, true>((float*)a, out);
  few_rows<float, false>((float*)a, out);
  few_rows<float4, false>((float*)a, out);
  few_rows<float, true>((float*)a, out);
  few_rows<float4, true>((float*)a, out);
  way_rows<1>(out);
  way_rows<2>(out);
  way_rows<4>(out);
  way_rows<8>(out);
  way_rows<32>(out);
  for (int threads : {32, 64, 128, 256, 512, 1024})
    for (int blocks : {1, 2, 4, 8})
      if (threads * blocks <= 2048)
        row("steps with a barrier, " + std::to_string(threads) + " threads, " +
                std::to_string(blocks) + " blocks of an SM",
            1000, [&] { steps<<<kSms * blocks, threads>>>(out, 1000); });
  sum_rows<int, 0>("int", out);
  sum_rows<unsigned long long, 1>("64 bits", out);
  sum_rows<float, 2>("float", out);
  sum_rows<double, 3>("double", out);
  sum_rows<int, 4>("int with the old", out);
  swap_rows<true>((int*)a, (unsigned*)b);
  swap_rows<false>((int*)a, (unsigned*)b);
}
