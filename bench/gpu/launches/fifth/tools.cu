// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to, by which the rules made in view of the fourth set are
// judged.
#include <cuda_fp16.h>

#include "../judge.h"

// Means and squares of pieces of a signal, each piece by a warp.
__global__ void moments(const float* in, float2* out, int length) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0, squares = 0;
  for (int k = lane; k < length; k += 32) {
    const float v = in[size_t(warp) * length + k];
    sum += v, squares += v * v;
  }
  for (int d = 16; d > 0; d /= 2) {
    sum += __shfl_xor_sync(~0u, sum, d);
    squares += __shfl_xor_sync(~0u, squares, d);
  }
  if (lane == 0) out[warp] = make_float2(sum / length, squares / length - sum * sum);
}
// Weights of classes, by class, in shared memory and then in memory.
__global__ void class_weights(const unsigned char* classes, const double* weights, double* out,
                              int n, int count) {
  extern __shared__ double s[];
  for (int k = threadIdx.x; k < count; k += blockDim.x) s[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&s[classes[i] % count], weights[i]);
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += blockDim.x) atomicAdd(&out[k], s[k]);
}
// Fading sums of double by bin, by compare and swap.
__global__ void sum_of_bins(const unsigned* keys, unsigned long long* bins, int n, unsigned mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long* p = &bins[keys[i] & mask];
  unsigned long long old = *p, seen;
  do {
    seen = old;
    const double now = __longlong_as_double(seen) * 0.999 + keys[i];
    old = atomicCAS(p, seen, (unsigned long long)__double_as_longlong(now));
  } while (old != seen);
}
// A row of a table for each thread: neighbours are 36 or 48 bytes apart.
template <int kWidth>
__global__ void sum_fields(const float* table, float* out, int rows) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
  for (int k = 0; k < kWidth; ++k) sum += table[i * kWidth + k] * (k + 1);
  out[i] = sum;
}
// Steps of a small network, weights in shared memory.
__global__ void small_network(const float* in, const float* weights, float* out, int n) {
  __shared__ float w[3 * 32 * 32];
  for (int k = threadIdx.x; k < 3 * 32 * 32; k += blockDim.x) w[k] = weights[k];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x[32], y[32];
#pragma unroll
  for (int k = 0; k < 32; ++k) x[k] = in[k * n + i];
  for (int layer = 0; layer < 3; ++layer) {
#pragma unroll
    for (int j = 0; j < 32; ++j) {
      float sum = 0;
#pragma unroll
      for (int k = 0; k < 32; ++k) sum += w[(layer * 32 + j) * 32 + k] * x[k];
      y[j] = fmaxf(sum, 0.01f * sum);
    }
#pragma unroll
    for (int k = 0; k < 32; ++k) x[k] = y[k];
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 32; ++k) sum += x[k];
  out[i] = sum;
}
// A system of Lotka and Volterra's equations, a thread each, fourth order.
__global__ void populations(const float2* in, float2* out, int n, int steps, float h) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 v = in[i];
  const auto slope = [](float2 a) {
    return make_float2(a.x * (1.1f - 0.4f * a.y), a.y * (0.1f * a.x - 0.4f));
  };
  for (int k = 0; k < steps; ++k) {
    const float2 a = slope(v);
    const float2 b = slope(make_float2(v.x + h / 2 * a.x, v.y + h / 2 * a.y));
    const float2 c = slope(make_float2(v.x + h / 2 * b.x, v.y + h / 2 * b.y));
    const float2 d = slope(make_float2(v.x + h * c.x, v.y + h * c.y));
    v.x += h / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
    v.y += h / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
  }
  out[i] = v;
}
// Distances of words, packed four bits a letter.
__global__ void count_differences(const uint2* words, const uint2* others, unsigned char* out,
                                  int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const uint2 own = words[i];
  unsigned least = 99;
  for (int k = 0; k < m; ++k) {
    const uint2 o = others[k];
    unsigned x = own.x ^ o.x, y = own.y ^ o.y;
    x |= x >> 2, x |= x >> 1, y |= y >> 2, y |= y >> 1;
    least = min(least, unsigned(__popc(x & 0x11111111) + __popc(y & 0x11111111)));
  }
  out[i] = least;
}
// Rows of a block, scaled by their sum, kept in shared memory in between.
__global__ void share_of_rows(const half* in, half* out, int width) {
  extern __shared__ float row[];
  __shared__ float total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  float sum = 0;
  for (int k = threadIdx.x; k < width; k += blockDim.x)
    sum += row[k] = __half2float(in[size_t(blockIdx.x) * width + k]);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, sum);
  __syncthreads();
  for (int k = threadIdx.x; k < width; k += blockDim.x)
    out[size_t(blockIdx.x) * width + k] = __float2half(row[k] / total);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  float* a = floats(16 << 20);
  float* b = space<float>(16 << 20);
  std::vector<unsigned> v(4 << 20);
  for (auto& x : v) x = rnd();
  unsigned* words = device(v);
  std::vector<double> dv(2 << 20);
  for (auto& x : dv) x = rnd() % 100;
  double* d = device(dv);
  JUDGE(moments, dim3(1024), dim3(256), a, (float2*)b, 2000);
  JUDGE(moments, dim3(66), dim3(128), a, (float2*)b, 20000);
  judge("class_weights", dim3(264), dim3(512), [&] {
    class_weights<<<264, 512, 800>>>((unsigned char*)words, d, (double*)b, 2 << 20, 100);
  });
  judge("class_weights", dim3(132), dim3(256),
        [&] { class_weights<<<132, 256, 64>>>((unsigned char*)words, d, (double*)b, 1 << 19, 8); });
  auto* bins = (unsigned long long*)b;
  JUDGE(sum_of_bins, dim3(256), dim3(128), words, bins, 32768, 511u);
  JUDGE(sum_of_bins, dim3(4096), dim3(256), words, bins, 1 << 20, (1u << 18) - 1);
  JUDGE(sum_fields<9>, dim3(4096), dim3(256), a, b, 1 << 20);
  JUDGE(sum_fields<12>, dim3(1000), dim3(256), a, b, 256000);
  JUDGE(small_network, dim3(512), dim3(128), a, a, b, 65536);
  JUDGE(populations, dim3(264), dim3(256), (float2*)a, (float2*)b, 67584, 200, 0.01f);
  JUDGE(populations, dim3(64), dim3(64), (float2*)a, (float2*)b, 4096, 500, 0.01f);
  JUDGE(count_differences, dim3(512), dim3(256), (uint2*)words, (uint2*)words, (unsigned char*)b,
        131072, 512);
  JUDGE(count_differences, dim3(66), dim3(256), (uint2*)words, (uint2*)words, (unsigned char*)b,
        16896, 2000);
  judge("share_of_rows", dim3(4096), dim3(128),
        [&] { share_of_rows<<<4096, 128, 8192>>>((half*)a, (half*)b, 2048); });
  judge("share_of_rows", dim3(300), dim3(256),
        [&] { share_of_rows<<<300, 256, 32768>>>((half*)a, (half*)b, 8192); });
}
