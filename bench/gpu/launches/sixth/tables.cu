// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to. Which kernels of a list of thirty are here, and their sizes,
// a seed has drawn: tables, small matrices, neighbours, counts.
#include <cuda_fp16.h>
#include <mma.h>

#include "../drawn.h"

// Rows of a table that a bag names, added up by a warp.
__global__ void add_bags(const float2* table, const int* names, float2* out, int bags, int each) {
  const int bag = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (bag >= bags) return;
  float2 sum = make_float2(0, 0);
  for (int k = 0; k < each; ++k) {
    const float2 v = table[size_t(names[bag * each + k]) * 32 + lane];
    sum.x += v.x, sum.y += v.y;
  }
  out[bag * 32 + lane] = sum;
}
// Where the greatest of each column is.
__global__ void greatest_of_columns(const float* in, int* out, int rows, int columns) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  float most = in[c];
  int which = 0;
  for (int r = 1; r < rows; ++r) {
    const float v = in[r * columns + c];
    if (v > most) most = v, which = r;
  }
  out[c] = which;
}
// Values fall into equal bins; each warp counts for itself first.
__global__ void equal_bins(const float* in, int* out, int n) {
  __shared__ int bins[8][128];
  const int warp = threadIdx.x / 32;
  for (int k = threadIdx.x; k < 8 * 128; k += blockDim.x) bins[k / 128][k % 128] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[warp][min(int(in[i] * 128), 127)], 1);
  __syncthreads();
  for (int k = threadIdx.x; k < 128; k += blockDim.x) {
    int sum = 0;
    for (int w = 0; w < 8; ++w) sum += bins[w][k];
    if (sum != 0) atomicAdd(&out[k], sum);
  }
}
// A system with a lower triangle of 64, a block for each, 64 right sides.
__global__ void solve_lower(const float* in, float* x) {
  __shared__ float l[64][64], v[64][65];
  const int t = threadIdx.x;
  for (int k = 0; k < 64; ++k) {
    l[k][t] = in[(size_t(blockIdx.x) * 64 + k) * 64 + t];
    v[k][t] = x[(size_t(blockIdx.x) * 64 + k) * 64 + t];
  }
  __syncthreads();
  for (int row = 0; row < 64; ++row) {
    float sum = v[row][t];
    for (int k = 0; k < row; ++k) sum -= l[row][k] * v[k][t];
    v[row][t] = sum / (l[row][row] + 2);
  }
  for (int k = 0; k < 64; ++k) x[(size_t(blockIdx.x) * 64 + k) * 64 + t] = v[k][t];
}
// Main axes of symmetric 3 by 3 matrices by rotations.
__global__ void main_axes(const float* in, float* out, int n, int sweeps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float d[3], o[3];
  for (int k = 0; k < 3; ++k) d[k] = in[k * n + i], o[k] = in[(3 + k) * n + i];
  const auto turn = [&](float& p, float& q, float& pq, float& a, float& b) {
    const float theta = (q - p) / (2 * pq + 1e-20f);
    const float t = copysignf(1 / (fabsf(theta) + sqrtf(theta * theta + 1)), theta);
    const float c = rsqrtf(t * t + 1), s = t * c, old = a;
    p -= t * pq, q += t * pq, pq = 0;
    a = c * old - s * b, b = s * old + c * b;
  };
  for (int k = 0; k < sweeps; ++k) {
    turn(d[0], d[1], o[0], o[1], o[2]);
    turn(d[0], d[2], o[1], o[0], o[2]);
    turn(d[1], d[2], o[2], o[0], o[1]);
  }
  for (int k = 0; k < 3; ++k) out[k * n + i] = d[k];
}
// Whether keys may be in a set: five bits of a filter each.
__global__ void may_be_in(const unsigned* keys, const unsigned* bits, unsigned char* out, int n,
                          unsigned mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h = keys[i] * 0x9e3779b1u, step = keys[i] * 0x85ebca6bu | 1;
  bool all = true;
  for (int k = 0; k < 5; ++k, h += step) {
    const unsigned at = h >> 3 & mask;
    all = all && (bits[at / 32] >> at % 32 & 1) != 0;
  }
  out[i] = all;
}
// Sums of what has one key, where keys are sorted.
__global__ void sums_by_key(const int* keys, const float* values, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int key = i < n ? keys[i] : -1;
  float sum = i < n ? values[i] : 0;
  for (int d = 1; d < 32; d *= 2) {
    const float more = __shfl_up_sync(~0u, sum, d);
    const int other = __shfl_up_sync(~0u, key, d);
    if (lane >= d && other == key) sum += more;
  }
  const int next = __shfl_down_sync(~0u, key, 1);
  if (i < n && (lane == 31 || next != key)) atomicAdd(&out[key], sum);
}
// Where planets are on their ellipses.
__global__ void anomalies(const double* mean, double* out, int n, double e, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double m = mean[i];
  double x = m + e * sin(m);
  for (int k = 0; k < rounds; ++k) {
    double s, c;
    sincos(x, &s, &c);
    x -= (x - e * s - m) / (1 - e * c);
  }
  out[i] = x;
}
// How many bits differ, all words of one list to all of another, by tiles.
__global__ void bit_distances(const unsigned* a, const unsigned* b, unsigned char* out, int n) {
  __shared__ unsigned s[16][17], t[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  int sum = 0;
  for (int k = 0; k < 64; k += 16) {
    s[y][x] = a[row * 64 + k + x];
    t[y][x] = b[(blockIdx.x * 16 + y) * 64 + k + x];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += __popc(s[y][j] ^ t[x][j]);
    __syncthreads();
  }
  out[size_t(row) * n + column] = sum / 8;
}
// Small matrices taken apart into triangles, each by half a warp: a lane has a row.
__global__ void triangles_of_16(float* in, int matrices) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, matrix = i / 16, own = i % 16;
  if (matrix >= matrices) return;
  float row[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) row[k] = in[(matrix * 16 + k) * 16 + own] + (k == own ? 16 : 0);
#pragma unroll
  for (int p = 0; p < 15; ++p) {
    const float pivot = __shfl_sync(~0u, row[p], p, 16);
    const float by = own > p ? row[p] / pivot : 0;
#pragma unroll
    for (int k = p + 1; k < 16; ++k) row[k] -= by * __shfl_sync(~0u, row[k], p, 16);
    if (own > p) row[p] = by;
  }
#pragma unroll
  for (int k = 0; k < 16; ++k) in[(matrix * 16 + k) * 16 + own] = row[k];
}
// The nearest of many points in sixteen dimensions, which come by in tiles.
__global__ void nearest_of_16(const float* points, const float* others, int* out, int count) {
  __shared__ float tile[32][16];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float own[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) own[k] = points[i * 16 + k];
  float best = 1e30f;
  int which = 0;
  for (int first = 0; first < count; first += 32) {
    for (int k = threadIdx.x; k < 512; k += blockDim.x)
      tile[k / 16][k % 16] = others[first * 16 + k];
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float d = 0;
#pragma unroll
      for (int k = 0; k < 16; ++k) d += fabsf(own[k] - tile[j][k]);
      if (d < best) best = d, which = first + j;
    }
    __syncthreads();
  }
  out[i] = which;
}
// Two layers of 64 in a row on tensor cores, a warp has sixteen rows.
__global__ void two_layers(const half* in, const half* weights, half* out) {
  using namespace nvcuda::wmma;
  __shared__ half own[4][16 * 64];
  const int warp = threadIdx.x / 32;
  half* rows = own[warp];
  const half* from = in + (size_t(blockIdx.x) * 4 + warp) * 16 * 64;
  for (int layer = 0; layer < 2; ++layer) {
    fragment<accumulator, 16, 16, 16, half> sums[4];
    for (int c = 0; c < 4; ++c) fill_fragment(sums[c], __float2half(0));
    for (int k = 0; k < 4; ++k) {
      fragment<matrix_a, 16, 16, 16, half, row_major> a;
      load_matrix_sync(a, from + k * 16, 64);
      for (int c = 0; c < 4; ++c) {
        fragment<matrix_b, 16, 16, 16, half, row_major> b;
        load_matrix_sync(b, weights + (layer * 64 + k * 16) * 64 + c * 16, 64);
        mma_sync(sums[c], a, b, sums[c]);
      }
    }
    for (int c = 0; c < 4; ++c) {
      for (int k = 0; k < sums[c].num_elements; ++k)
        sums[c].x[k] = __hmax(sums[c].x[k], __float2half(0));
      store_matrix_sync(rows + c * 16, sums[c], 64, mem_row_major);
    }
    __syncwarp();
    from = rows;
  }
  half* to = out + (size_t(blockIdx.x) * 4 + warp) * 16 * 64;
  for (int k = threadIdx.x % 32; k < 16 * 64; k += 32) to[k] = rows[k];
}

int main(int argc, char** argv) {
  begin(argc, argv);
  float* a = floats(16 << 20);
  float* b = space<float>(16 << 20);
  float* c = floats(16 << 20);
  std::vector<unsigned> v(4 << 20);
  for (auto& x : v) x = rnd();
  unsigned* words = device(v);
  std::vector<int> rows(1 << 20), sorted(4 << 20);
  for (auto& x : rows) x = rnd() % 200000;
  int key = 0;
  for (auto& x : sorted) x = key += rnd() % 12 == 0;
  int *names = device(rows), *keys = device(sorted);
  std::vector<double> angles(1 << 20);
  for (auto& x : angles) x = rnd() % 6283 * 0.001;
  double* means = device(angles);
  std::vector<half> hv(4 << 20);
  for (auto& x : hv) x = __float2half((rnd() % 100) * 0.01f - 0.5f);
  half* halves = device(hv);
  for (int round = 0; round < 2; ++round) {
    {
      const int block = drawn({64, 128, 256}), bags = drawn({2000, 8000, 20000}),
                each = drawn({8, 20, 40});
      JUDGE(add_bags, of(bags * 32, block), dim3(block), (float2*)a, names, (float2*)b, bags, each);
    }
    {
      const int block = drawn({32, 128, 256}), columns = drawn({20000, 60000, 100000}),
                all = drawn({60, 150});
      JUDGE(greatest_of_columns, of(columns, block), dim3(block), a, (int*)b, all, columns);
    }
    {
      const int blocks = drawn({132, 264, 500}), n = drawn({2000000, 5000000, 12000000});
      JUDGE(equal_bins, dim3(blocks), dim3(256), a, (int*)b, n);
    }
    {
      const int blocks = drawn({100, 350, 1000});
      JUDGE(solve_lower, dim3(blocks), dim3(64), a, b);
    }
    {
      const int block = drawn({64, 128, 256}), n = drawn({400000, 1000000, 2000000}),
                sweeps = drawn({3, 5, 8});
      JUDGE(main_axes, of(n, block), dim3(block), a, b, n, sweeps);
    }
    {
      const int block = drawn({128, 256, 512}), n = drawn({500000, 1000000, 3000000}),
                bits = drawn({20, 24, 27});
      JUDGE(may_be_in, of(n, block), dim3(block), words, words, (unsigned char*)b, n,
            (1u << bits) - 1);
    }
    {
      const int block = drawn({128, 256}), n = drawn({2000000, 3000000, 4000000});
      JUDGE(sums_by_key, of(n, block), dim3(block), keys, a, b, n);
    }
    {
      const int block = drawn({64, 128, 256}), n = drawn({200000, 600000, 1000000}),
                rounds = drawn({4, 9});
      JUDGE(anomalies, of(n, block), dim3(block), means, (double*)b, n, 0.4, rounds);
    }
    {
      const int side = drawn({40, 64, 100});
      JUDGE(bit_distances, dim3(side, side), dim3(16, 16), words, words + 131072, (unsigned char*)b,
            side * 16);
    }
    {
      const int block = drawn({64, 128, 256}), n = drawn({24000, 40000, 60000});
      JUDGE(triangles_of_16, of(n * 16, block), dim3(block), c, n);
    }
    {
      const int block = drawn({64, 128, 256}), blocks = drawn({132, 250, 800}),
                count = drawn({256, 512, 1024});
      JUDGE(nearest_of_16, dim3(blocks), dim3(block), a, a + (8 << 20), (int*)b, count);
    }
    {
      const int blocks = drawn({264, 500, 900});
      JUDGE(two_layers, dim3(blocks), dim3(128), halves, halves + (3 << 20), (half*)b);
    }
  }
}
