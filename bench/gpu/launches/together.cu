// SPDX-License-Identifier: Apache-2.0
// Reductions, scans, rows, histograms, sorts.
#include "judge.h"

__global__ void sum_modulo(const float* in, float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void sum_halves(const float* in, float* out) {
  __shared__ float s[512];
  const int t = threadIdx.x, i = blockIdx.x * 1024 + t;
  s[t] = in[i] + in[i + 512];
  __syncthreads();
  for (int d = 256; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void sum_warps(const float* in, float* out, int n) {
  __shared__ float s[32];
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    v += in[i];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0;
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x == 0) atomicAdd(out, v);
  }
}
__global__ void sum_atomic_float(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : 0;
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}
__global__ void scan_steps(const int* in, int* out) {
  __shared__ int s[2][512];
  const int t = threadIdx.x;
  int now = 0;
  s[0][t] = in[blockIdx.x * 512 + t];
  __syncthreads();
  for (int d = 1; d < 512; d *= 2) {
    s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
    now = 1 - now;
    __syncthreads();
  }
  out[blockIdx.x * 512 + t] = s[now][t];
}
__global__ void scan_warps(const int* in, int* out, int* sums) {
  __shared__ int s[32];
  const int t = threadIdx.x, lane = t % 32, w = t / 32, i = blockIdx.x * blockDim.x + t;
  int v = in[i];
  for (int d = 1; d < 32; d *= 2) {
    const int o = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += o;
  }
  if (lane == 31) s[w] = v;
  __syncthreads();
  if (w == 0) {
    int x = lane < blockDim.x / 32 ? s[lane] : 0;
    for (int d = 1; d < 32; d *= 2) {
      const int o = __shfl_up_sync(~0u, x, d);
      if (lane >= d) x += o;
    }
    s[lane] = x;
  }
  __syncthreads();
  if (w) v += s[w - 1];
  out[i] = v;
  if (t == blockDim.x - 1) sums[blockIdx.x] = v;
}
__global__ void bins_shared(const unsigned* words, int n, unsigned* bins) {
  __shared__ unsigned s[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned w = words[i];
    atomicAdd(&s[w & 255], 1);
    atomicAdd(&s[w >> 8 & 255], 1);
    atomicAdd(&s[w >> 16 & 255], 1);
    atomicAdd(&s[w >> 24], 1);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x) atomicAdd(&bins[k], s[k]);
}
__global__ void bins_global(const unsigned* words, int n, unsigned* bins, unsigned mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[words[i] & mask], 1);
}
__global__ void sort_block(int* data) {
  __shared__ int s[1024];
  const int t = threadIdx.x, at = blockIdx.x * 1024;
  s[t] = data[at + t];
  s[t + 512] = data[at + t + 512];
  for (int size = 2; size <= 1024; size *= 2)
    for (int d = size / 2; d > 0; d /= 2) {
      __syncthreads();
      const int i = 2 * t - (t & (d - 1));
      const bool up = (t & (size / 2)) == 0;
      if ((s[i] > s[i + d]) == up) {
        const int x = s[i];
        s[i] = s[i + d];
        s[i + d] = x;
      }
    }
  __syncthreads();
  data[at + t] = s[t];
  data[at + t + 512] = s[t + 512];
}
__device__ float block_sum(float v, float* s) {
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  __syncthreads();
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x % 32 < blockDim.x / 32 ? s[threadIdx.x % 32] : 0;
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}
__global__ void normalise_rows(const float* in, const float* gamma, const float* beta, float* out,
                               int width) {
  __shared__ float s[32];
  const float* row = in + blockIdx.x * width;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    const float x = row[i];
    sum += x;
    squares += x * x;
  }
  const float mean = block_sum(sum, s) / width,
              variance = block_sum(squares, s) / width - mean * mean,
              scale = rsqrtf(variance + 1e-5f);
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    out[blockIdx.x * width + i] = (row[i] - mean) * scale * gamma[i] + beta[i];
}
__global__ void softmax_rows(const float* in, float* out, int width) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  const float* row = in + blockIdx.x * width;
  float most = -1e30f;
  for (int i = t; i < width; i += 256) most = fmaxf(most, row[i]);
  s[t] = most;
  __syncthreads();
  for (int d = 128; d; d /= 2) {
    if (t < d) s[t] = fmaxf(s[t], s[t + d]);
    __syncthreads();
  }
  most = s[0];
  __syncthreads();
  float sum = 0;
  for (int i = t; i < width; i += 256) sum += expf(row[i] - most);
  s[t] = sum;
  __syncthreads();
  for (int d = 128; d; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  sum = s[0];
  for (int i = t; i < width; i += 256) out[blockIdx.x * width + i] = expf(row[i] - most) / sum;
}
__global__ void softmax_warp(const float* in, float* out, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float x[4], most = -1e30f, sum = 0;
  for (int k = 0; k < 4; ++k) {
    x[k] = in[row * 128 + k * 32 + lane];
    most = fmaxf(most, x[k]);
  }
  for (int d = 16; d; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  for (int k = 0; k < 4; ++k) {
    x[k] = __expf(x[k] - most);
    sum += x[k];
  }
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  for (int k = 0; k < 4; ++k) out[row * 128 + k * 32 + lane] = x[k] / sum;
}
__global__ void fourier_256(float2* data) {
  __shared__ float2 s[256];
  const int t = threadIdx.x;
  float2* mine = data + blockIdx.x * 256;
  s[__brev(t) >> 24] = mine[t];
  s[__brev(t + 128) >> 24] = mine[t + 128];
  for (int half = 1; half < 256; half *= 2) {
    __syncthreads();
    const int k = t & (half - 1), i = 2 * t - k;
    float sine, cosine;
    sincosf(-3.14159265f * k / half, &sine, &cosine);
    const float2 a = s[i], b = s[i + half];
    const float x = b.x * cosine - b.y * sine, y = b.x * sine + b.y * cosine;
    s[i] = make_float2(a.x + x, a.y + y);
    s[i + half] = make_float2(a.x - x, a.y - y);
  }
  __syncthreads();
  mine[t] = s[t];
  mine[t + 128] = s[t + 128];
}

int main(int argc, char** argv) {
  begin(argc, argv);
  const size_t most = 8 << 20;
  float *a = floats(most), *b = space<float>(most);
  std::vector<unsigned> words(most);
  for (auto& w : words) w = rnd();
  unsigned* w = device(words);
  int* sums = space<int>(1 << 16);
  float *gamma = floats(8192), *beta = floats(8192);
  const auto clear = [&] { CHECK(cudaMemset(sums, 0, 1 << 18)); };
  for (int n : {1 << 18, 4 << 20}) {
    JUDGE(sum_modulo, dim3(n / 256), dim3(256), a, b);
    JUDGE(sum_halves, dim3(n / 1024), dim3(512), a, b);
    JUDGE(sum_atomic_float, dim3(n / 256), dim3(256), a, b, n);
    JUDGE(scan_steps, dim3(n / 512), dim3(512), (int*)w, (int*)b);
    JUDGE(scan_warps, dim3(n / 1024), dim3(1024), (int*)w, (int*)b, sums);
    JUDGE(bins_global, dim3(n / 256), dim3(256), w, n, (unsigned*)sums, 1023u);
  }
  JUDGE(sum_warps, dim3(132), dim3(256), a, b, 1 << 20);
  JUDGE(sum_warps, dim3(528), dim3(512), a, b, 8 << 20);
  JUDGE(bins_shared, dim3(132), dim3(256), w, 1 << 19, (unsigned*)sums);
  JUDGE(bins_shared, dim3(1056), dim3(256), w, 4 << 20, (unsigned*)sums);
  JUDGE(bins_global, dim3(2048), dim3(128), w, 1 << 18, (unsigned*)sums, 15u);
  const auto again = [&] { CHECK(cudaMemcpy(b, w, most * 4, cudaMemcpyDeviceToDevice)); };
  for (int g : {64, 1024}) JUDGE_RESET(again, sort_block, dim3(g), dim3(512), (int*)b);
  JUDGE(normalise_rows, dim3(512), dim3(256), a, gamma, beta, b, 768);
  JUDGE(normalise_rows, dim3(1024), dim3(1024), a, gamma, beta, b, 4096);
  JUDGE(softmax_rows, dim3(256), dim3(256), a, b, 1000);
  JUDGE(softmax_rows, dim3(2000), dim3(256), a, b, 4000);
  JUDGE(softmax_warp, dim3(512), dim3(128), a, b, 2048);
  JUDGE(softmax_warp, dim3(8192), dim3(256), a, b, 65536);
  for (int g : {128, 8192}) JUDGE(fourier_256, dim3(g), dim3(128), (float2*)b);
}
