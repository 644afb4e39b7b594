// SPDX-License-Identifier: Apache-2.0
// Floats: functions of double, tensor cores, filters, fractals, few resident blocks, few threads.
#include <cuda_fp16.h>
#include <mma.h>

#include "../judge.h"

__global__ void double_functions(const double* a, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double x = a[i] + 0.1;
  out[i] = exp(-x) * sin(3 * x) + log(x) / sqrt(1 + x * x);
}
__global__ void double_powers(const double* a, double* out, int n, double e) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = pow(a[i] + 1.1, e) + cbrt(a[i]) + erf(a[i]);
}
__global__ void double_options(const double* s, const double* k, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double price = s[i] + 10, strike = k[i] + 9, v = 0.2, r = 0.02;
  const double d = (log(price / strike) + r + v * v / 2) / v;
  out[i] = price * normcdf(d) - strike * exp(-r) * normcdf(d - v);
}
__global__ void double_fractal(int* out, int w, int h, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const double cx = 3.0 * x / w - 2.2, cy = 2.4 * y / h - 1.2;
  double a = 0, b = 0;
  int k = 0;
  while (k < most && a * a + b * b < 4) {
    const double t = a * a - b * b + cx;
    b = 2 * a * b + cy;
    a = t;
    ++k;
  }
  out[y * w + x] = k;
}
__global__ void float_series(const float* a, float* out, int n, int terms) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 1; k <= terms; ++k) sum += sinf(a[i] * k) / k + tanhf(a[i] - k * 0.01f);
  out[i] = sum;
}
namespace wmma = nvcuda::wmma;
// A warp has a tile of 16 x 16 of the result.
__global__ void tensor_halves(const half* a, const half* b, float* c, int n) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int row = warp / (n / 16) * 16, column = warp % (n / 16) * 16;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.f);
  for (int k = 0; k < n; k += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
    wmma::load_matrix_sync(x, a + row * n + k, n);
    wmma::load_matrix_sync(y, b + k * n + column, n);
    wmma::mma_sync(sum, x, y, sum);
  }
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}
__device__ void product(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// Matrix instructions alone, four sums of a warp.
__global__ void tensor_only(const unsigned* in, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a[4], b[2];
  for (int k = 0; k < 4; ++k) a[k] = in[i * 4 + k] & 0x3bff3bff;
  for (int k = 0; k < 2; ++k) b[k] = in[i * 4 + k] & 0x3bff3bff;
  float d[4][4] = {};
  for (int k = 0; k < rounds; ++k) {
#pragma unroll
    for (int j = 0; j < 4; ++j) product(d[j], a, b);
  }
  float sum = 0;
  for (int j = 0; j < 4; ++j) sum += d[j][0] + d[j][1] + d[j][2] + d[j][3];
  out[i] = sum;
}
// A tile of 64 x 64 in shared memory; a warp has 32 x 16 of the result.
__global__ void tensor_tile(const half* a, const half* b, float* c, int n) {
  __shared__ half s[64][40], t[64][40];  // b's columns
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int wr = warp / 4 * 32, wc = warp % 4 * 16;
  float d[2][2][4] = {};
  for (int k = 0; k < n; k += 32) {
    const int r = threadIdx.x / 4, q = threadIdx.x % 4 * 8;
    *(uint4*)&s[r][q] = *(const uint4*)&a[(blockIdx.y * 64 + r) * n + k + q];
    *(uint4*)&t[r][q] = *(const uint4*)&b[(blockIdx.x * 64 + r) * n + k + q];
    __syncthreads();
    for (int kk = 0; kk < 32; kk += 16) {
      unsigned x[2][4], y[2][2];
      for (int j = 0; j < 2; ++j) {
        const int row = wr + j * 16 + lane / 4, at = kk + lane % 4 * 2;
        x[j][0] = *(unsigned*)&s[row][at], x[j][1] = *(unsigned*)&s[row + 8][at];
        x[j][2] = *(unsigned*)&s[row][at + 8], x[j][3] = *(unsigned*)&s[row + 8][at + 8];
        const int column = wc + j * 8 + lane / 4;
        y[j][0] = *(unsigned*)&t[column][at], y[j][1] = *(unsigned*)&t[column][at + 8];
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) product(d[i][j], x[i], y[j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int row = blockIdx.y * 64 + wr + i * 16 + lane / 4;
      const int column = blockIdx.x * 64 + wc + j * 8 + lane % 4 * 2;
      *(float2*)&c[row * n + column] = make_float2(d[i][j][0], d[i][j][1]);
      *(float2*)&c[(row + 8) * n + column] = make_float2(d[i][j][2], d[i][j][3]);
    }
}
// Much shared memory: one or two blocks of an SM.
__global__ void smooth_in_shared(const float* a, float* out, int each, int rounds) {
  extern __shared__ float line[];
  const float* own = a + size_t(blockIdx.x) * each;
  for (int k = threadIdx.x; k < each; k += blockDim.x) line[k] = own[k];
  float* from = line;
  float* to = line + each;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    for (int k = threadIdx.x; k < each; k += blockDim.x)
      to[k] = 0.5f * from[k] + 0.25f * (from[k == 0 ? 0 : k - 1] + from[k == each - 1 ? k : k + 1]);
    __syncthreads();
    float* other = from;
    from = to;
    to = other;
  }
  for (int k = threadIdx.x; k < each; k += blockDim.x) out[size_t(blockIdx.x) * each + k] = from[k];
}
// Many registers: each thread has 8 x 8 sums of double.
__global__ void double_tile(const double* a, const double* b, double* c, int n, int depth) {
  __shared__ double s[8][64], t[8][64];
  const int x = threadIdx.x % 8, y = threadIdx.x / 8;
  double d[8][8] = {};
  for (int k = 0; k < depth; k += 8) {
    for (int j = 0; j < 8; ++j) {
      s[j][threadIdx.x] = a[(k + j) * n + blockIdx.y * 64 + threadIdx.x];
      t[j][threadIdx.x] = b[(k + j) * n + blockIdx.x * 64 + threadIdx.x];
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      for (int p = 0; p < 8; ++p)
        for (int q = 0; q < 8; ++q) d[p][q] += s[j][y + p * 8] * t[j][x + q * 8];
    __syncthreads();
  }
  for (int p = 0; p < 8; ++p)
    for (int q = 0; q < 8; ++q)
      c[(blockIdx.y * 64 + y + p * 8) * n + blockIdx.x * 64 + x + q * 8] = d[p][q];
}
// One block with most of what a GPU's block may have: elimination in shared memory.
__global__ void eliminate(const float* a, float* out, int n) {
  extern __shared__ float m[];
  for (int k = threadIdx.x; k < n * n; k += blockDim.x) m[k] = a[size_t(blockIdx.x) * n * n + k];
  __syncthreads();
  for (int p = 0; p < n - 1; ++p) {
    const float pivot = 1 / (m[p * n + p] + n);
    for (int k = threadIdx.x; k < (n - 1 - p) * n; k += blockDim.x) {
      const int row = p + 1 + k / n, column = k % n;
      if (column > p) m[row * n + column] -= m[row * n + p] * pivot * m[p * n + column];
    }
    __syncthreads();
  }
  for (int k = threadIdx.x; k < n * n; k += blockDim.x) out[size_t(blockIdx.x) * n * n + k] = m[k];
}
__global__ void walk_alone(const float* a, float* out, int n) {
  float x = a[threadIdx.x], sum = 0;
  for (int k = 0; k < n; ++k) {
    x = x * 3.7f * (1 - x);
    sum += sqrtf(x);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void add_strided_grid(const float* a, const float* b, float* c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  begin(argc, argv);
  const int most = 8 << 20;
  float *a = floats(most), *b = floats(most), *c = space<float>(most);
  std::vector<double> v(1 << 20);
  for (auto& x : v) x = double(rnd() % 1000) / 1000;
  double *da = device(v), *db = device(v), *dc = space<double>(1 << 20);
  JUDGE(double_functions, dim3(256), dim3(128), da, dc, 32768);
  JUDGE(double_functions, dim3(4096), dim3(256), da, dc, 1 << 20);
  JUDGE(double_powers, dim3(1024), dim3(256), da, dc, 1 << 18, 1.7);
  JUDGE(double_options, dim3(2048), dim3(256), da, db, dc, 1 << 19);
  JUDGE(double_fractal, dim3(32, 64), dim3(16, 8), (int*)c, 512, 512, 200);
  JUDGE(float_series, dim3(512), dim3(128), a, c, 65536, 40);
  for (int n : {256, 768})
    JUDGE(tensor_halves, dim3(n * n / 1024), dim3(128), (half*)a, (half*)b, c, n);
  JUDGE(tensor_only, dim3(132), dim3(256), (unsigned*)a, c, 400);
  JUDGE(tensor_only, dim3(1056), dim3(128), (unsigned*)a, c, 100);
  for (int n : {512, 1024})
    JUDGE(tensor_tile, dim3(n / 64, n / 64), dim3(256), (half*)a, (half*)b, c, n);
  CHECK(cudaFuncSetAttribute(smooth_in_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             160 << 10));
  const dim3 few(200), block(256);
  judge("smooth_in_shared", few, block,
        [&] { smooth_in_shared<<<few, block, 160 << 10>>>(a, c, 20480, 8); });
  const dim3 more(600), threads(128);
  judge("smooth_in_shared", more, threads,
        [&] { smooth_in_shared<<<more, threads, 64 << 10>>>(a, c, 8192, 12); });
  JUDGE(double_tile, dim3(8, 8), dim3(64), da, db, dc, 512, 512);
  CHECK(cudaFuncSetAttribute(eliminate, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
  const dim3 full(1024);
  for (unsigned g : {8u, 256u}) {
    const dim3 grid(g);
    judge("eliminate", grid, full, [&] { eliminate<<<grid, full, 96 * 96 * 4>>>(a, c, 96); });
  }
  JUDGE(walk_alone, dim3(1), dim3(1024), a, c, 3000);
  JUDGE(walk_alone, dim3(8), dim3(32), a, c, 3000);
  JUDGE(add_strided_grid, dim3(16), dim3(128), a, b, c, 1 << 19);
  JUDGE(add_strided_grid, dim3(132), dim3(1024), a, b, c, 4 << 20);
}
