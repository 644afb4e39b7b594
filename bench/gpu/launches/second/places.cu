// SPDX-License-Identifier: Apache-2.0
// Memory: random words of more than L2 holds, parts of sectors, shifted and strided accesses,
// bytes, halves, tables.
#include <cuda_fp16.h>

#include "../judge.h"

__device__ unsigned spread(unsigned x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}
__global__ void random_words(const float* a, float* out, unsigned mask, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[spread(i) & mask];
}
template <int kEach>
__global__ void random_words_of_each(const float* a, float* out, unsigned mask, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < kEach; ++k) sum += a[spread(i + k * n) & mask];
  out[i] = sum;
}
__global__ void random_sectors(const float4* a, float* out, unsigned mask, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned at = spread(i) & mask;
  const float4 x = a[2 * at], y = a[2 * at + 1];
  out[i] = x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}
__global__ void scatter_words(float* out, unsigned mask, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[spread(i) & mask] = float(i);
}
__global__ void store_strided(float* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[size_t(i) * stride] = float(i);
}
struct Particle {
  float x, y, z, mass, vx, vy, vz, charge, age, kind;
};
__global__ void mark_ages(Particle* p, const float* now, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i].age = now[i & 1023];
}
__global__ void shifted_copy(const float* a, float* b, int n, int from, int to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i + to] = a[i + from];
}
__global__ void sum_rows_by_thread(const float* a, float* out, int rows, int width) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) sum += a[size_t(r) * width + k];
  out[r] = sum;
}
__global__ void sum_columns(const float* a, float* out, int rows, int width) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= width) return;
  float sum = 0;
  for (int k = blockIdx.y; k < rows; k += gridDim.y) sum += a[size_t(k) * width + c];
  out[blockIdx.y * width + c] = sum;
}
__global__ void scale_quads(const float4* a, float4* b, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float4 v = a[i];
    b[i] = make_float4(s * v.x, s * v.y, s * v.z, s * v.w);
  }
}
__global__ void threshold(const unsigned char* a, unsigned char* b, int n, int low) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i] < low ? 0 : a[i];
}
__global__ void blend(const uchar4* a, const uchar4* b, uchar4* c, int n, int alpha) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uchar4 x = a[i], y = b[i];
  const auto mix = [&](int u, int v) {
    return (unsigned char)((u * alpha + v * (256 - alpha)) >> 8);
  };
  c[i] = make_uchar4(mix(x.x, y.x), mix(x.y, y.y), mix(x.z, y.z), mix(x.w, y.w));
}
__global__ void life(const unsigned char* a, unsigned char* b, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) sum += a[(y + dy + h) % h * w + (x + dx + w) % w];
  b[y * w + x] = sum == 3 || (sum == 2 && a[y * w + x]);
}
__global__ void half_polynomial(const half2* a, half2* b, int n, int terms) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const half2 x = a[i];
  half2 y = __float2half2_rn(0.5f);
  for (int k = 0; k < terms; ++k) y = __hfma2(y, x, __float2half2_rn(0.25f));
  b[i] = y;
}
__global__ void half_axpy(const half2* a, half2* b, half2 s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = __hfma2(s, a[i], b[i]);
}
__constant__ float weights[1024];
__global__ void table_of_constants(const unsigned char* a, float* out, int n, int each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < each; ++k) sum += weights[a[k * n + i] + k];
  out[i] = sum;
}
__global__ void filter_line(const float* a, float* out, int n, int taps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < taps; ++k) sum += weights[k] * a[i + k];
  out[i] = sum;
}
__global__ void blur_texture(cudaTextureObject_t image, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int k = -2; k <= 2; ++k)
    sum += tex2D<float>(image, x + 0.5f + 1.4f * k, y + 0.5f + 0.7f * k);
  out[y * w + x] = sum * 0.2f;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  const int most = 64 << 20;  // floats: 256 MB
  float *a = space<float>(most), *b = space<float>(most);
  for (int n : {1 << 18, 4 << 20})
    JUDGE(random_words, dim3(n / 256), dim3(256), a, b, most - 1u, n);
  JUDGE(random_words_of_each<8>, dim3(1024), dim3(256), a, b, most - 1u, 1 << 18);
  JUDGE(random_words_of_each<4>, dim3(264), dim3(128), a, b, (8u << 20) - 1, 33792);
  JUDGE(random_sectors, dim3(8192), dim3(128), (float4*)a, b, most / 8 - 1u, 1 << 20);
  for (int n : {1 << 18, 2 << 20}) JUDGE(scatter_words, dim3(n / 256), dim3(256), a, most - 1u, n);
  JUDGE(store_strided, dim3(4096), dim3(256), a, 1 << 20, 8);
  JUDGE(store_strided, dim3(2048), dim3(256), a, 1 << 19, 33);
  JUDGE(mark_ages, dim3(4096), dim3(256), (Particle*)a, b, 1 << 20);
  JUDGE(shifted_copy, dim3(16384), dim3(256), a, b, 4 << 20, 3, 1);
  JUDGE(shifted_copy, dim3(2048), dim3(512), a, b, 1 << 20, 17, 2);
  JUDGE(sum_rows_by_thread, dim3(64), dim3(128), a, b, 8192, 200);
  JUDGE(sum_rows_by_thread, dim3(1024), dim3(256), a, b, 1 << 18, 32);
  JUDGE(sum_columns, dim3(16, 32), dim3(128), a, b, 2048, 2048);
  JUDGE(sum_columns, dim3(4, 1), dim3(256), a, b, 1024, 1000);
  JUDGE(scale_quads, dim3(32), dim3(128), (float4*)a, (float4*)b, 2.f, 1 << 18);
  JUDGE(scale_quads, dim3(16384), dim3(128), (float4*)a, (float4*)b, 2.f, 2 << 20);
  JUDGE(threshold, dim3(16384), dim3(256), (unsigned char*)a, (unsigned char*)b, 4 << 20, 99);
  JUDGE(blend, dim3(8192), dim3(256), (uchar4*)a, (uchar4*)b, (uchar4*)b, 2 << 20, 99);
  JUDGE(life, dim3(64, 256), dim3(32, 8), (unsigned char*)a, (unsigned char*)b, 2048, 2048);
  JUDGE(half_polynomial, dim3(1024), dim3(256), (half2*)a, (half2*)b, 1 << 18, 200);
  JUDGE(half_axpy, dim3(16384), dim3(256), (half2*)a, (half2*)b, __float2half2_rn(0.5f), 4 << 20);
  std::vector<unsigned char> bytes(8 << 20);
  for (auto& x : bytes) x = rnd();
  unsigned char* c = device(bytes);
  JUDGE(table_of_constants, dim3(256), dim3(256), c, b, 65536, 32);
  JUDGE(filter_line, dim3(4096), dim3(256), a, b, 1 << 20, 63);
  const int w = 1024;
  cudaArray_t array;
  const auto format = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocArray(&array, &format, w, w));
  std::vector<float> pixels(w * w, 0.5f);
  CHECK(cudaMemcpy2DToArray(array, 0, 0, pixels.data(), w * 4, w * 4, w, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t image;
  CHECK(cudaCreateTextureObject(&image, &resource, &how, nullptr));
  JUDGE(blur_texture, dim3(32, 128), dim3(32, 8), image, b, w, w);
}
