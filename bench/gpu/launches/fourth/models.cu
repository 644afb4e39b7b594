// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to: layers of networks, small dense systems.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include "../judge.h"

__device__ float sum_of_block(float x, float* s) {
  for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = x;
  __syncthreads();
  float all = 0;
  for (int k = 0; k < blockDim.x / 32; ++k) all += s[k];
  __syncthreads();
  return all;
}
// Rows of a multiple of the block's length, read twice.
__global__ void layer_norm(const float* in, const float* scale, const float* shift, float* out,
                           int width) {
  __shared__ float s[32];
  const float* row = in + size_t(blockIdx.x) * width;
  float sum = 0, squares = 0;
  for (int k = threadIdx.x; k < width; k += blockDim.x) {
    const float v = row[k];
    sum += v, squares += v * v;
  }
  const float mean = sum_of_block(sum, s) / width;
  const float r = rsqrtf(sum_of_block(squares, s) / width - mean * mean + 1e-5f);
  for (int k = threadIdx.x; k < width; k += blockDim.x)
    out[size_t(blockIdx.x) * width + k] = (row[k] - mean) * r * scale[k] + shift[k];
}
// One query a block: a softmax of products with all keys, then the weighted values.
__global__ void attend(const float* q, const float* k, const float* v, float* out, int keys) {
  extern __shared__ float weight[];
  __shared__ float s[32], own[64];
  const int t = threadIdx.x;
  if (t < 64) own[t] = q[blockIdx.x * 64 + t];
  __syncthreads();
  float sum = 0;
  for (int j = t; j < keys; j += blockDim.x) {
    const float4* key = (const float4*)(k + j * 64);
    float dot = 0;
    for (int d = 0; d < 16; ++d) {
      const float4 x = key[d];
      dot += x.x * own[4 * d] + x.y * own[4 * d + 1] + x.z * own[4 * d + 2] + x.w * own[4 * d + 3];
    }
    sum += weight[j] = __expf(dot * 0.125f - 4);
  }
  sum = sum_of_block(sum, s);
  float part = 0;
  for (int j = t / 64; j < keys; j += blockDim.x / 64) part += weight[j] * v[j * 64 + t % 64];
  __shared__ float parts[256];
  parts[t] = part;
  __syncthreads();
  if (t >= 64) return;
  for (int j = 64; j < blockDim.x; j += 64) part += parts[t + j];
  out[blockIdx.x * 64 + t] = part / sum;
}
// A warp for each row of a matrix of halves.
__global__ void half_rows(const uint4* a, const float* x, float* y, int rows, int eights) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = lane; k < eights; k += 32) {
    const uint4 v = a[size_t(row) * eights + k];
    const half2* h = (const half2*)&v;
    for (int j = 0; j < 4; ++j) {
      const float2 f = __half22float2(h[j]);
      sum += f.x * x[8 * k + 2 * j] + f.y * x[8 * k + 2 * j + 1];
    }
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) y[row] = sum;
}
__global__ void look_up_rows(const float4* table, const int* which, float4* out, int fours) {
  const float4* row = table + size_t(which[blockIdx.x]) * fours;
  for (int k = threadIdx.x; k < fours; k += blockDim.x)
    out[size_t(blockIdx.x) * fours + k] = row[k];
}
// A 3 x 3 convolution of 16 channels to one of them a block's row.
__global__ void convolve(const float* in, const float* weights, float* out, int w, int h) {
  __shared__ float s[18 * 34], f[9];
  const int x = threadIdx.x, y = threadIdx.y, own = y * 32 + x;
  const int left = blockIdx.x * 32, top = blockIdx.y * 16, to = blockIdx.z;
  float sum = 0;
  for (int c = 0; c < 16; ++c) {
    for (int k = own; k < 18 * 34; k += 512) {
      const int j = top + k / 34 - 1, i = left + k % 34 - 1;
      s[k] = j >= 0 && j < h && i >= 0 && i < w ? in[(c * h + j) * w + i] : 0;
    }
    if (own < 9) f[own] = weights[(to * 16 + c) * 9 + own];
    __syncthreads();
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) sum += f[j * 3 + i] * s[(y + j) * 34 + x + i];
    __syncthreads();
  }
  out[(to * h + top + y) * w + left + x] = fmaxf(sum, 0);
}
__global__ void adam(float* p, const float* g, float* m, float* v, int n, float rate,
                     float unbias) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float d = g[i], a = m[i] = 0.9f * m[i] + 0.1f * d,
              b = v[i] = 0.999f * v[i] + 0.001f * d * d;
  p[i] -= rate * a / (sqrtf(b * unbias) + 1e-8f);
}
// The place of the greatest of each row.
__global__ void greatest_of_rows(const float* in, int* out, int width) {
  __shared__ float values[32];
  __shared__ int places[32];
  float most = -1;
  int place = 0;
  for (int k = threadIdx.x; k < width; k += blockDim.x) {
    const float v = in[size_t(blockIdx.x) * width + k];
    if (v > most) most = v, place = k;
  }
  for (int d = 16; d > 0; d /= 2) {
    const float v = __shfl_down_sync(~0u, most, d);
    const int p = __shfl_down_sync(~0u, place, d);
    if (v > most) most = v, place = p;
  }
  if (threadIdx.x % 32 == 0) values[threadIdx.x / 32] = most, places[threadIdx.x / 32] = place;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int k = 1; k < blockDim.x / 32; ++k)
    if (values[k] > most) most = values[k], place = places[k];
  out[blockIdx.x] = place;
}
__global__ void turn_pairs(const float2* in, float2* out, int pairs, int heads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, pair = i % pairs, at = i / pairs / heads;
  float s, c;
  sincosf(at * exp2f(-13.3f * pair / pairs), &s, &c);
  const float2 v = in[i];
  out[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}
__global__ void drop_out(const float4* in, float4* out, unsigned char* mask, int n, unsigned seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned r = i * 0x9e3779b9u + seed;
  r = (r ^ r >> 16) * 0x85ebca6bu;
  r = (r ^ r >> 13) * 0xc2b2ae35u;
  r ^= r >> 16;
  const float4 v = in[i];
  const float a = r & 3 ? 1.25f : 0, b = r >> 8 & 3 ? 1.25f : 0, c = r >> 16 & 3 ? 1.25f : 0;
  out[i] = make_float4(v.x * a, v.y * b, v.z * c, v.w);
  mask[i] = r & 15;
}
// Rows to bytes, by their greatest.
__global__ void to_bytes(const float* in, char* out, float* scales, int width) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const float* own = in + size_t(row) * width;
  float most = 0;
  for (int k = lane; k < width; k += 32) most = fmaxf(most, fabsf(own[k]));
  for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
  if (lane == 0) scales[row] = most / 127;
  for (int k = lane; k < width; k += 32)
    out[size_t(row) * width + k] = char(__float2int_rn(own[k] * 127 / most));
}
// Cholesky's factor of a small matrix, a block each.
__global__ void factor(const float* in, float* out) {
  __shared__ float m[32][33];
  const int x = threadIdx.x % 32, y = threadIdx.x / 32;
  for (int j = y; j < 32; j += 4)
    m[j][x] = in[blockIdx.x * 1024 + j * 32 + x] * 0.01f + (j == x ? 4.f : 0.f);
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    if (threadIdx.x == 0) m[k][k] = sqrtf(m[k][k]);
    __syncthreads();
    if (y == 0 && x > k) m[x][k] /= m[k][k];
    __syncthreads();
    for (int j = y + k + 1; j < 32; j += 4)
      if (x > k && x <= j) m[j][x] -= m[j][k] * m[x][k];
    __syncthreads();
  }
  for (int j = y; j < 32; j += 4) out[blockIdx.x * 1024 + j * 32 + x] = m[j][x];
}
// Pieces of a line are fetched two rounds ahead of their use.
__global__ void filter_ahead(const float4* in, float4* out, int pieces) {
  __shared__ float4 s[3][128];
  const int t = threadIdx.x;
  const float4* own = in + size_t(blockIdx.x) * pieces * 128;
  for (int k = 0; k < 2; ++k) {
    __pipeline_memcpy_async(&s[k][t], &own[k * 128 + t], 16);
    __pipeline_commit();
  }
  for (int k = 0; k < pieces; ++k) {
    if (k + 2 < pieces) __pipeline_memcpy_async(&s[(k + 2) % 3][t], &own[(k + 2) * 128 + t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    const float4 a = s[k % 3][t], b = s[k % 3][(t + 1) % 128], c = s[k % 3][(t + 127) % 128];
    out[size_t(blockIdx.x) * pieces * 128 + k * 128 + t] =
        make_float4(a.x + b.x * c.x, a.y + b.y * c.y, a.z + b.z * c.z, a.w + b.w * c.w);
    __syncthreads();
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  float* a = floats(16 << 20);
  float* b = space<float>(16 << 20);
  JUDGE(layer_norm, dim3(2048), dim3(256), a, a, a + 4096, b, 1024);
  JUDGE(layer_norm, dim3(200), dim3(128), a, a, a + 8192, b, 8192);
  judge("attend", dim3(512), dim3(256),
        [&] { attend<<<512, 256, 4096>>>(a, a + 65536, a + (1 << 20), b, 1024); });
  judge("attend", dim3(96), dim3(128),
        [&] { attend<<<96, 128, 8192>>>(a, a + 65536, a + (1 << 20), b, 2048); });
  JUDGE(half_rows, dim3(512), dim3(256), (uint4*)a, b, b, 4096, 512);
  JUDGE(half_rows, dim3(33), dim3(128), (uint4*)a, b, b, 132, 2048);
  std::vector<int> which(20000);
  for (auto& x : which) x = rnd() % 60000;
  int* rows = device(which);
  JUDGE(look_up_rows, dim3(20000), dim3(64), (float4*)a, rows, (float4*)b, 64);
  JUDGE(convolve, dim3(4, 8, 16), dim3(32, 16), a, a, b, 128, 128);
  JUDGE(convolve, dim3(8, 16, 8), dim3(32, 16), a, a, b, 256, 256);
  JUDGE(adam, dim3(8192), dim3(256), a, b, b + (4 << 20), b + (8 << 20), 2 << 20, 0.001f, 2.f);
  JUDGE(greatest_of_rows, dim3(1000), dim3(256), a, (int*)b, 10000);
  JUDGE(greatest_of_rows, dim3(132), dim3(1024), a, (int*)b, 100000);
  JUDGE(turn_pairs, dim3(16384), dim3(256), (float2*)a, (float2*)b, 64, 16);
  JUDGE(drop_out, dim3(8192), dim3(256), (float4*)a, (float4*)b, (unsigned char*)b, 2 << 20, 7u);
  JUDGE(to_bytes, dim3(512), dim3(256), a, (char*)b, b + (8 << 20), 2048);
  JUDGE(factor, dim3(132), dim3(128), a, b);
  JUDGE(factor, dim3(4224), dim3(128), a, b);
  JUDGE(filter_ahead, dim3(128), dim3(128), (float4*)a, (float4*)b, 64);
  JUDGE(filter_ahead, dim3(1056), dim3(128), (float4*)a, (float4*)b, 24);
}
