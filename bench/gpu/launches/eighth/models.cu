// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to: networks, and small matrices.
#include <cuda_fp16.h>

#include "half.h"

__device__ float sum_of_block(float v, float* s) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  v = 0;
  for (int k = 0; k < blockDim.x / 32; ++k) v += s[k];
  __syncthreads();
  return v;
}
// Rows of halves by the root of their mean square.
__global__ void scale_rows(const half2* in, const half2* weight, half2* out, int width) {
  __shared__ float s[32];
  const half2* row = in + size_t(blockIdx.x) * width;
  float sum = 0;
  for (int k = threadIdx.x; k < width; k += blockDim.x) {
    const float2 v = __half22float2(row[k]);
    sum += v.x * v.x + v.y * v.y;
  }
  const float by = rsqrtf(sum_of_block(sum, s) / (2 * width) + 1e-5f);
  for (int k = threadIdx.x; k < width; k += blockDim.x) {
    const float2 v = __half22float2(row[k]), w = __half22float2(weight[k]);
    out[size_t(blockIdx.x) * width + k] = __floats2half2_rn(v.x * by * w.x, v.y * by * w.y);
  }
}
// An activation behind a sum, four values a thread.
__global__ void activate(const float4* in, const float4* bias, float4* out, int columns, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto f = [](float x) {
    return 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
  };
  const float4 a = in[i], b = bias[i % columns];
  out[i] = make_float4(f(a.x + b.x), f(a.y + b.y), f(a.z + b.z), f(a.w + b.w));
}
// Weights of four bits times a vector, a warp for each row.
__global__ void quarter_bytes(const uint4* weights, const float* scales, const half2* x, float* out,
                              int rows, int width) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = lane; k < width / 32; k += 32) {
    const uint4 w = weights[size_t(row) * (width / 32) + k];
    const unsigned words[4] = {w.x, w.y, w.z, w.w};
    float part = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j)
#pragma unroll
      for (int b = 0; b < 4; ++b) {
        const float2 v = __half22float2(x[k * 16 + j * 4 + b]);
        part +=
            (int(words[j] >> 8 * b & 15) - 8) * v.x + (int(words[j] >> 8 * b + 4 & 15) - 8) * v.y;
      }
    sum += part * scales[row * (width / 32) + k];
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0) out[row] = sum;
}
// Small matrices, many of them, a thread for an element.
__global__ void small_products(const float* a, const float* b, float* c, int count) {
  __shared__ float s[4][2][8][9];
  const int x = threadIdx.x % 8, y = threadIdx.x / 8, z = threadIdx.y;
  for (int m = blockIdx.x * 4 + z; m - z < count; m += gridDim.x * 4) {
    s[z][0][y][x] = m < count ? a[m * 64 + threadIdx.x] : 0;
    s[z][1][y][x] = m < count ? b[m * 64 + threadIdx.x] : 0;
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += s[z][0][y][k] * s[z][1][k][x];
    if (m < count) c[m * 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
// The loss of a row, a warp for each.
__global__ void losses(const float* in, const int* wanted, float* out, int rows, int width) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const float* own = in + size_t(row) * width;
  float most = -1e30f, sum = 0;
  for (int k = threadIdx.x; k < width; k += 32) {
    const float v = own[k], greater = fmaxf(most, v);
    sum = sum * __expf(most - greater) + __expf(v - greater);
    most = greater;
  }
  for (int d = 16; d > 0; d /= 2) {
    const float m = __shfl_xor_sync(~0u, most, d), s = __shfl_xor_sync(~0u, sum, d);
    const float greater = fmaxf(most, m);
    sum = sum * __expf(most - greater) + s * __expf(m - greater);
    most = greater;
  }
  if (threadIdx.x == 0) out[row] = most + logf(sum) - own[(wanted[row] & 0xffff) % width];
}
// What changes goes back to the rows of a table that it came from.
__global__ void add_to_rows(const int* which, const float* change, float* table, int width,
                            int rows) {
  const int row = which[blockIdx.x] % rows;
  for (int k = threadIdx.x; k < width; k += blockDim.x)
    atomicAdd(&table[row * width + k], 0.01f * change[blockIdx.x * width + k]);
}
// The greatest of three by three, every other place.
__global__ void pool(const float* in, float* out, int w, int h, int wide, int high) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= wide || y >= high) return;
  const float* plane = in + size_t(blockIdx.z) * w * h;
  float most = -1e30f;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      const int u = 2 * x + i - 1, v = 2 * y + j - 1;
      if (u >= 0 && v >= 0 && u < w && v < h) most = fmaxf(most, plane[v * w + u]);
    }
  out[(size_t(blockIdx.z) * high + y) * wide + x] = most;
}
// Groups of channels get mean 0 and variance 1, a block for each.
__global__ void normalise_groups(const float4* in, float4* out, const float* scale, int n) {
  __shared__ float s[32];
  const float4* own = in + size_t(blockIdx.x) * n;
  float sum = 0, squares = 0;
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    const float4 v = own[k];
    sum += v.x + v.y + v.z + v.w;
    squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  const float mean = sum_of_block(sum, s) / (4 * n);
  const float by = rsqrtf(sum_of_block(squares, s) / (4 * n) - mean * mean + 1e-5f);
  const float weight = scale[blockIdx.x % 64];
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    const float4 v = own[k];
    out[size_t(blockIdx.x) * n + k] =
        make_float4((v.x - mean) * by * weight, (v.y - mean) * by * weight,
                    (v.z - mean) * by * weight, (v.w - mean) * by * weight);
  }
}
// Roots of symmetric matrices, a warp for each.
__global__ void roots_of_matrices(const float* in, float* out, int count) {
  __shared__ float s[4][24][25];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int m = blockIdx.x * (blockDim.x / 32) + warp;
  if (m >= count) return;
  auto& a = s[warp];
  for (int k = lane; k < 576; k += 32)
    a[k / 24][k % 24] = in[m * 576 + k] + (k / 24 == k % 24 ? 24 : 0);
  __syncwarp();
  for (int j = 0; j < 24; ++j) {
    const float d = sqrtf(a[j][j]);
    __syncwarp();
    if (lane >= j && lane < 24) a[lane][j] /= d;
    __syncwarp();
    if (lane > j && lane < 24)
      for (int k = j + 1; k <= lane; ++k) a[lane][k] -= a[lane][j] * a[k][j];
    __syncwarp();
  }
  for (int k = lane; k < 576; k += 32) out[m * 576 + k] = k % 24 <= k / 24 ? a[k / 24][k % 24] : 0;
}
// Three values that drive each other, in steps of fourth order.
__global__ void drive(const double* in, double* out, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = in[i], y = 1, z = 20;
  const double h = 0.002;
  const auto dx = [](double a, double b) { return 10 * (b - a); };
  const auto dy = [](double a, double b, double c) { return a * (28 - c) - b; };
  const auto dz = [](double a, double b, double c) { return a * b - 8.0 / 3 * c; };
  for (int k = 0; k < steps; ++k) {
    const double a = dx(x, y), b = dy(x, y, z), c = dz(x, y, z);
    const double x1 = x + h / 2 * a, y1 = y + h / 2 * b, z1 = z + h / 2 * c;
    const double d = dx(x1, y1), e = dy(x1, y1, z1), f = dz(x1, y1, z1);
    const double x2 = x + h * d, y2 = y + h * e, z2 = z + h * f;
    x += h / 6 * (a + 4 * d + dx(x2, y2));
    y += h / 6 * (b + 4 * e + dy(x2, y2, z2));
    z += h / 6 * (c + 4 * f + dz(x2, y2, z2));
  }
  out[i] = x + y + z;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  float* a = floats(16 << 20);
  float* b = space<float>(16 << 20);
  std::vector<half2> halves(8 << 20);
  for (auto& x : halves) x = __floats2half2_rn(rnd() % 100 * 0.01f, rnd() % 100 * 0.01f);
  const half2* h = device(halves);
  std::vector<int> numbers(1 << 20);
  for (auto& x : numbers) x = rnd() & 0xfffffff;
  const int* which = device(numbers);
  std::vector<double> doubles(1 << 20);
  for (auto& x : doubles) x = rnd() % 1000 * 0.01;
  const double* places = device(doubles);
  for (int round = 0; round < 2; ++round) {
    const int block = drawn({64, 128, 256, 512}), rows = drawn({500, 1300, 4000});
    const int width = drawn({512, 1024, 1536});
    if (judges(20)) JUDGE(scale_rows, dim3(rows), dim3(block), h, h, (half2*)b, width);
    if (judges(21)) {
      const int n = rows * width / drawn({1, 4});
      JUDGE(activate, of(n / 4, block), dim3(block), (float4*)a, (float4*)a, (float4*)b, width / 4,
            n / 4);
    }
    if (judges(22))
      JUDGE(quarter_bytes, of(rows * 32, block), dim3(block), (uint4*)a, a, h, b, rows, width * 4);
    if (judges(23)) {
      const int count = rows * 30, blocks = drawn({132, 1056, 4000});
      JUDGE(small_products, dim3(blocks), dim3(64, 4), a, a + (8 << 20), b, count);
    }
    if (judges(24)) {
      const int warps = drawn({1, 4, 8});
      JUDGE(losses, of(rows * 2, warps), dim3(32, warps), a, which, b, rows * 2, width);
    }
    if (judges(25)) {
      const int of_table = drawn({100, 3000, 9000});
      JUDGE(add_to_rows, dim3(rows), dim3(block), which, a, b, width, of_table);
    }
    if (judges(26)) {
      const int w = drawn({56, 112, 224}), planes = drawn({64, 128});
      JUDGE(pool, dim3((w / 2 + 31) / 32, (w / 2 + 3) / 4, planes), dim3(32, 4), a, b, w, w, w / 2,
            w / 2);
    }
    if (judges(27))
      JUDGE(normalise_groups, dim3(rows / 2), dim3(block), (float4*)a, (float4*)b, a, width);
    if (judges(28)) {
      const int warps = drawn({1, 2, 4});
      JUDGE(roots_of_matrices, of(rows * 3, warps), dim3(warps * 32), a, b, rows * 3);
    }
    if (judges(29)) {
      const int n = drawn({4000, 40000, 150000}), steps = drawn({50, 150});
      JUDGE(drive, of(n, block), dim3(block), places, (double*)b, n, steps);
    }
  }
}
