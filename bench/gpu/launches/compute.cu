// SPDX-License-Identifier: Apache-2.0
// Products, n-body, fractals, random numbers, functions, chains, small grids.
#include <curand_kernel.h>

#include "judge.h"

__global__ void sgemm_plain(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x,
            row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}
template <class T, int kTile>
__global__ void gemm_tile(const T* a, const T* b, T* c, int m, int n, int k) {
  __shared__ T as[kTile][kTile], bs[kTile][kTile];
  const int col = blockIdx.x * kTile + threadIdx.x, row = blockIdx.y * kTile + threadIdx.y;
  T sum = 0;
  for (int i = 0; i < k; i += kTile) {
    as[threadIdx.y][threadIdx.x] = a[row * k + i + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(i + threadIdx.y) * n + col];
    __syncthreads();
    for (int j = 0; j < kTile; ++j) sum += as[threadIdx.y][j] * bs[j][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
// 64 x 64 elements a block of 16 x 16 threads, 4 x 4 each
__global__ void sgemm_4x4(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[16][64], bs[16][64];
  const int t = threadIdx.y * 16 + threadIdx.x, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int i = 0; i < k; i += 16) {
    for (int e = t; e < 1024; e += 256) {
      as[e % 16][e / 16] = a[(row0 + e / 16) * k + i + e % 16];
      bs[e / 64][e % 64] = b[(i + e / 64) * n + col0 + e % 64];
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j) {
      float x[4], y[4];
      for (int r = 0; r < 4; ++r) {
        x[r] = as[j][threadIdx.y * 4 + r];
        y[r] = bs[j][threadIdx.x * 4 + r];
      }
      for (int r = 0; r < 4; ++r)
        for (int s = 0; s < 4; ++s) sum[r][s] += x[r] * y[s];
    }
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r)
    for (int s = 0; s < 4; ++s)
      c[(row0 + threadIdx.y * 4 + r) * n + col0 + threadIdx.x * 4 + s] = sum[r][s];
}
__global__ void dgemm_plain(const double* a, const double* b, double* c, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x,
            row = blockIdx.y * blockDim.y + threadIdx.y;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[row * n + i] * b[i * n + col];
  c[row * n + col] = sum;
}
__global__ void bytes_product(const int* a, const int* b, int* c, int n, int words) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x,
            row = blockIdx.y * blockDim.y + threadIdx.y;
  int sum = 0;
  for (int i = 0; i < words; ++i) sum = __dp4a(a[row * words + i], b[i * n + col], sum);
  c[row * n + col] = sum;
}
__global__ void attract(const float4* p, float4* f, int n) {
  __shared__ float4 tile[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const float4 me = p[i];
  float x = 0, y = 0, z = 0;
  for (int k = 0; k < n; k += 128) {
    tile[threadIdx.x] = p[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; ++j) {
      const float4 o = tile[j];
      const float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z,
                  r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = o.w * r * r * r;
      x += dx * s;
      y += dy * s;
      z += dz * s;
    }
    __syncthreads();
  }
  f[i] = make_float4(x, y, z, 0);
}
__global__ void fractal(unsigned* out, int w, int h, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float cx = -2.2f + 3.2f * x / w, cy = -1.2f + 2.4f * y / h;
  float u = 0, v = 0;
  int k = 0;
  for (; k < most && u * u + v * v < 4; ++k) {
    const float t = u * u - v * v + cx;
    v = 2 * u * v + cy;
    u = t;
  }
  out[y * w + x] = k;
}
__global__ void pi_philox(unsigned* hits, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t s;
  curand_init(42, i, 0, &s);
  unsigned inside = 0;
  for (int k = 0; k < rounds; ++k) {
    const float4 u = curand_uniform4(&s);
    inside += (u.x * u.x + u.y * u.y < 1) + (u.z * u.z + u.w * u.w < 1);
  }
  hits[i] = inside;
}
__global__ void seed_xorwow(curandState* s) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(7, i, 0, &s[i]);
}
__global__ void walk_xorwow(curandState* states, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState s = states[i];
  float price = 100;
  for (int k = 0; k < rounds; ++k) price *= __expf(0.001f + 0.02f * curand_normal(&s));
  out[i] = price;
  states[i] = s;
}
__global__ void options(const float* price, const float* strike, const float* years, float* call,
                        int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float s = 5 + 25 * price[i], k = 1 + 99 * strike[i], t = 0.25f + 9 * years[i],
              root = sqrtf(t);
  const float d1 = (logf(s / k) + (0.02f + 0.045f) * t) / (0.3f * root), d2 = d1 - 0.3f * root;
  call[i] = s * normcdff(d1) - k * expf(-0.02f * t) * normcdff(d2);
}
__global__ void polynomial(const double* x, double* y, int n, int degree) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double s = 1;
    for (int k = 0; k < degree; ++k) s = s * x[i] + 0.5;
    y[i] = s;
  }
}
__global__ void iterate_map(float* x, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  for (int k = 0; k < rounds; ++k) v = 3.7f * v * (1 - v);
  x[i] = v;
}
__global__ void saxpy_short(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
__global__ void smooth_edges(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2) return;
  const float here = in[y * w + x];
  float sum = 0, all = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      const float there = in[(y + dy) * w + x + dx], d = there - here,
                  f = __expf(-0.1f * (dx * dx + dy * dy) - 8 * d * d);
      sum += f * there;
      all += f;
    }
  out[y * w + x] = sum / all;
}
__global__ void tridiagonal(const float* lower, const float* diagonal, const float* upper,
                            const float* right, float* c, float* x, int rows, int systems) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  float last = upper[s] / (diagonal[s] + 2), value = right[s] / (diagonal[s] + 2);
  c[s] = last;
  x[s] = value;
  for (int r = 1; r < rows; ++r) {
    const int i = r * systems + s;
    const float m = 1 / (diagonal[i] + 2 - lower[i] * last);
    last = upper[i] * m;
    value = (right[i] - lower[i] * value) * m;
    c[i] = last;
    x[i] = value;
  }
  for (int r = rows - 2; r >= 0; --r) {
    const int i = r * systems + s;
    value = x[i] - c[i] * value;
    x[i] = value;
  }
}
__global__ void mix_words(const unsigned* in, unsigned* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = in[i], b = i;
  for (int k = 0; k < rounds; ++k) {
    a ^= (b << 7) | (b >> 25);
    b = b * 0x9e3779b1u + a;
    a = (a >> 3) ^ (a << 5) ^ b;
  }
  out[i] = a;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  const size_t most = 4 << 20;
  float *a = floats(most), *b = floats(most), *c = space<float>(most), *d = floats(most),
        *e = space<float>(most), *f = space<float>(most);
  for (auto [m, n, k] : {std::array{512, 512, 512}, {1024, 768, 256}}) {
    JUDGE(sgemm_plain, dim3(n / 32, m / 8), dim3(32, 8), a, b, c, m, n, k);
    judge("gemm_tile<float, 32>", dim3(n / 32, m / 32), dim3(32, 32), [&, m = m, n = n, k = k] {
      gemm_tile<float, 32><<<dim3(n / 32, m / 32), dim3(32, 32)>>>(a, b, c, m, n, k);
    });
    JUDGE(sgemm_4x4, dim3(n / 64, m / 64), dim3(16, 16), a, b, c, m, n, k);
  }
  std::vector<double> v(1 << 20);
  for (auto& x : v) x = rnd() % 1000 / 1000.0;
  double *da = device(v), *db = device(v), *dc = space<double>(1 << 20);
  for (int n : {256, 512}) {
    JUDGE(dgemm_plain, dim3(n / 16, n / 16), dim3(16, 16), da, db, dc, n);
    judge("gemm_tile<double, 16>", dim3(n / 16, n / 16), dim3(16, 16), [&] {
      gemm_tile<double, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(da, db, dc, n, n, n);
    });
    JUDGE(bytes_product, dim3(n / 16, n / 16), dim3(16, 16), (int*)a, (int*)b, (int*)c, n, n);
  }
  for (int n : {4096, 12800}) JUDGE(attract, dim3(n / 128), dim3(128), (float4*)a, (float4*)c, n);
  JUDGE(fractal, dim3(32, 64), dim3(16, 8), (unsigned*)c, 512, 512, 256);
  JUDGE(fractal, dim3(64, 32), dim3(32, 32), (unsigned*)c, 2048, 1024, 100);
  JUDGE(pi_philox, dim3(128), dim3(128), (unsigned*)c, 64);
  JUDGE(pi_philox, dim3(1024), dim3(256), (unsigned*)c, 40);
  curandState* states = space<curandState>(512 * 256);
  for (int g : {64, 512}) {
    JUDGE(seed_xorwow, dim3(g), dim3(256), states);
    JUDGE(walk_xorwow, dim3(g), dim3(256), states, c, 100);
  }
  for (int n : {200000, 2000000}) JUDGE(options, dim3((n + 255) / 256), dim3(256), a, b, d, c, n);
  JUDGE(polynomial, dim3(4), dim3(256), da, dc, 1 << 12, 40);
  JUDGE(polynomial, dim3(20), dim3(512), da, dc, 1 << 16, 40);
  JUDGE(iterate_map, dim3(1), dim3(64), e, 2000);
  JUDGE(iterate_map, dim3(640), dim3(512), e, 500);
  JUDGE(saxpy_short, dim3(2), dim3(128), 2.f, a, e, 200);
  JUDGE(saxpy_short, dim3(64), dim3(256), 2.f, a, e, 16000);
  JUDGE(smooth_edges, dim3(40, 60), dim3(16, 16), a, c, 640, 960);
  JUDGE(smooth_edges, dim3(64, 256), dim3(32, 8), a, c, 2048, 2048);
  JUDGE(tridiagonal, dim3(16), dim3(256), a, b, d, b, c, f, 128, 4096);
  JUDGE(tridiagonal, dim3(512), dim3(128), a, b, d, b, c, f, 60, 65536);
  JUDGE(mix_words, dim3(256), dim3(256), (unsigned*)a, (unsigned*)c, 300);
  JUDGE(mix_words, dim3(4096), dim3(128), (unsigned*)a, (unsigned*)c, 100);
}
