// SPDX-License-Identifier: Apache-2.0
// Threads together: chains of blocks, barriers of a grid, copies that are waited for later,
// shuffles, atomic operations, tables, sparse rows.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

#include "../judge.h"

namespace cg = cooperative_groups;

__device__ int scan_of_block(int x, int* sums) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int d = 1; d < 32; d *= 2) {
    const int y = __shfl_up_sync(~0u, x, d);
    if (lane >= d) x += y;
  }
  if (lane == 31) sums[warp] = x;
  __syncthreads();
  if (warp == 0) {
    int s = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (int d = 1; d < 32; d *= 2) {
      const int y = __shfl_up_sync(~0u, s, d);
      if (lane >= d) s += y;
    }
    sums[lane] = s;
  }
  __syncthreads();
  return warp == 0 ? x : x + sums[warp - 1];
}
// Each block adds up what those before it have published: 1 its own sum, 2 all up to it.
__global__ void scan_look_back(const int4* in, int4* out, int* next,
                               volatile unsigned long long* state) {
  __shared__ int sums[32], tile, before;
  if (threadIdx.x == 0) tile = atomicAdd(next, 1);
  __syncthreads();
  const int i = tile * blockDim.x + threadIdx.x;
  int4 v = in[i];
  v.y += v.x, v.z += v.y, v.w += v.z;
  const int upto = scan_of_block(v.w, sums);
  if (threadIdx.x == blockDim.x - 1) state[tile] = (tile == 0 ? 2ull : 1ull) << 32 | unsigned(upto);
  if (threadIdx.x < 32 && tile > 0) {
    int sum = 0;
    for (int from = tile - 1;; from -= 32) {
      const int at = from - int(threadIdx.x);
      unsigned long long s = 2ull << 32;
      if (at >= 0)
        while ((s = state[at]) == 0) {
        }
      const unsigned whole = __ballot_sync(~0u, s >> 32 == 2);
      const int last = whole ? __ffs(whole) - 1 : 31;
      int part = int(threadIdx.x) <= last ? int(s) : 0;
      for (int d = 16; d; d /= 2) part += __shfl_xor_sync(~0u, part, d);
      sum += part;
      if (whole) break;
    }
    if (threadIdx.x == 0) before = sum;
  }
  if (tile == 0 && threadIdx.x == 0) before = 0;
  __syncthreads();
  if (tile > 0 && threadIdx.x == blockDim.x - 1) state[tile] = 2ull << 32 | unsigned(upto + before);
  const int base = before + upto - v.w;
  out[i] = make_int4(base + v.x, base + v.y, base + v.z, base + v.w);
}
__global__ void relax_grid(float* a, float* b, int n, int rounds) {
  const auto grid = cg::this_grid();
  for (int r = 0; r < rounds; ++r) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      b[i] = 0.5f * a[i] + 0.25f * (a[i == 0 ? 0 : i - 1] + a[i == n - 1 ? i : i + 1]);
    grid.sync();
    float* other = a;
    a = b;
    b = other;
  }
}
// Tiles of 16 bytes a thread come while those before are added up.
__global__ void sum_ahead(const float4* a, float* out, int tiles) {
  __shared__ float4 s[4][256];
  const float4* own = a + size_t(blockIdx.x) * tiles * 256;
  const int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) {
    if (k < tiles) __pipeline_memcpy_async(&s[k][t], &own[k * 256 + t], 16);
    __pipeline_commit();
  }
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (k + 3 < tiles) __pipeline_memcpy_async(&s[(k + 3) % 4][t], &own[(k + 3) * 256 + t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(3);
    __syncthreads();
    const float4 v = s[k % 4][255 - t];
    sum += v.x * v.y + v.z * v.w;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}
__global__ void tile_ahead(const float* a, const float* b, float* c, int n) {
  __shared__ float s[2][32][32], t[2][32][32];
  const int x = threadIdx.x % 8 * 4, y = threadIdx.x / 8;
  const auto fetch = [&](int at, int k) {
    __pipeline_memcpy_async(&s[at][y][x], &a[(blockIdx.y * 32 + y) * n + k + x], 16);
    __pipeline_memcpy_async(&t[at][y][x], &b[(k + y) * n + blockIdx.x * 32 + x], 16);
    __pipeline_commit();
  };
  float sum[4] = {};
  fetch(0, 0);
  for (int k = 0; k < n; k += 32) {
    const int now = k / 32 % 2;
    if (k + 32 < n) fetch(1 - now, k + 32);
    __pipeline_wait_prior(k + 32 < n ? 1 : 0);
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      const float4 v = *(float4*)&t[now][j][x];
      const float u = s[now][y][j];
      sum[0] += u * v.x, sum[1] += u * v.y, sum[2] += u * v.z, sum[3] += u * v.w;
    }
    __syncthreads();
  }
  *(float4*)&c[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x] =
      make_float4(sum[0], sum[1], sum[2], sum[3]);
}
__global__ void sort_warps(int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int x = a[i];
  for (int size = 2; size <= 32; size *= 2)
    for (int d = size / 2; d; d /= 2) {
      const int y = __shfl_xor_sync(~0u, x, d);
      const bool up = (lane & size) == 0, low = (lane & d) == 0;
      x = up == low ? min(x, y) : max(x, y);
    }
  a[i] = x;
}
__global__ void rank_digits(const unsigned* keys, int* rank, int n, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned digit = keys[i] >> shift & 15;
  const unsigned same = __match_any_sync(__activemask(), digit);
  rank[i] = __popc(same & ((1u << threadIdx.x % 32) - 1)) * 16 + digit;
}
__global__ void add_floats(const float* a, float* bins, int n, int mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[(i * 2654435761u >> 7) & mask], a[i]);
}
__global__ void add_doubles(const double* a, double* bins, int n, int mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[(i * 2654435761u >> 7) & mask], a[i]);
}
__global__ void greatest_float(const float* a, int* most, int n, int mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* place = &most[i & mask];
  int old = *place;
  while (__int_as_float(old) < a[i]) {
    const int seen = atomicCAS(place, old, __float_as_int(a[i]));
    if (seen == old) break;
    old = seen;
  }
}
__global__ void sum_last_block(const float* a, float* parts, unsigned* done, float* out, int n) {
  __shared__ float s[256];
  __shared__ bool last;
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += a[i];
  const auto together = [&] {
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d; d /= 2) {
      if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
      __syncthreads();
    }
  };
  together();
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  sum = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += 256) sum += ((volatile float*)parts)[i];
  __syncthreads();
  together();
  if (threadIdx.x == 0) *out = s[0];
}
__global__ void count_keys(const unsigned* keys, int n, unsigned long long* table, unsigned mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long key = keys[i] % 50021 + 1;
  for (unsigned slot = unsigned(key) * 2654435761u >> 7 & mask;; slot = (slot + 1) & mask) {
    unsigned long long old = table[2 * slot];
    if (old == 0) old = atomicCAS(&table[2 * slot], 0ull, key);
    if (old != 0 && old != key) continue;
    atomicAdd(&table[2 * slot + 1], 1ull);
    return;
  }
}
// Rows of the same length, stored column by column.
__global__ void rows_of_equal_length(const int* column, const double* value, const double* x,
                                     double* y, int rows, int each) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  double sum = 0;
  for (int k = 0; k < each; ++k) sum += value[k * rows + r] * x[column[k * rows + r]];
  y[r] = sum;
}
__global__ void rows_of_eight_lanes(const int* first, const int* column, const float* value,
                                    const float* x, float* y, int rows) {
  const int r = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
  float sum = 0;
  if (r < rows)
    for (int k = first[r] + lane; k < first[r + 1]; k += 8) sum += value[k] * x[column[k]];
  for (int d = 4; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (r < rows && lane == 0) y[r] = sum;
}
// A table of two words' distance, one diagonal after the other.
__global__ void edit_distance(const unsigned char* words, int* out, int length) {
  __shared__ int d[3][130];
  const unsigned char* u = words + blockIdx.x * 2 * length;
  const unsigned char* v = u + length;
  const int t = threadIdx.x;
  for (int sum = 0; sum <= 2 * length; ++sum) {
    const int j = sum - t;
    if (t <= length && j >= 0 && j <= length) {
      int best = t == 0 ? j : t;
      if (t != 0 && j != 0)
        best = min(min(d[(sum + 2) % 3][t - 1], d[(sum + 2) % 3][t]) + 1,
                   d[(sum + 1) % 3][t - 1] + ((u[t - 1] & 3) != (v[j - 1] & 3)));
      d[sum % 3][t] = best;
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = d[2 * length % 3][length];
}

int main(int argc, char** argv) {
  begin(argc, argv);
  const int most = 8 << 20;
  std::vector<unsigned> v(most);
  for (auto& x : v) x = rnd();
  unsigned* w = device(v);
  float *a = floats(most), *b = space<float>(most);
  int* next = space<int>(1);
  auto* state = space<unsigned long long>(1 << 16);
  const auto fresh = [&] {
    CHECK(cudaMemset(next, 0, 4));
    CHECK(cudaMemset(state, 0, 8 << 16));
  };
  for (int g : {512, 4096})
    JUDGE_RESET(fresh, scan_look_back, dim3(g), dim3(256), (int4*)w, (int4*)b, next, state);
  const dim3 grid(132), block(512);
  for (int n : {1 << 18, 2 << 20}) {
    int rounds = 20;
    float *from = a, *to = b;
    void* words[] = {&from, &to, &n, &rounds};
    judge("relax_grid", n == 1 << 18 ? grid : dim3(264), block, [&] {
      CHECK(cudaLaunchCooperativeKernel(relax_grid, n == 1 << 18 ? grid : dim3(264), block, words,
                                        0, 0));
    });
  }
  JUDGE(sum_ahead, dim3(128), dim3(256), (float4*)a, b, 32);
  JUDGE(sum_ahead, dim3(792), dim3(256), (float4*)a, b, 10);
  for (int n : {512, 1024}) JUDGE(tile_ahead, dim3(n / 32, n / 32), dim3(256), a, a + n * n, b, n);
  for (int g : {512, 8192}) JUDGE(sort_warps, dim3(g), dim3(256), (int*)b);
  JUDGE(rank_digits, dim3(8192), dim3(256), w, (int*)b, 2 << 20, 8);
  JUDGE(add_floats, dim3(4096), dim3(256), a, b, 1 << 20, 4095);
  JUDGE(add_floats, dim3(1024), dim3(256), a, b, 1 << 18, (4 << 20) - 1);
  std::vector<double> dv(1 << 20, 0.5);
  double *da = device(dv), *db = space<double>(1 << 20);
  JUDGE(add_doubles, dim3(2048), dim3(256), da, db, 1 << 19, 1023);
  JUDGE(add_doubles, dim3(1024), dim3(256), da, db, 1 << 18, (1 << 20) - 1);
  const auto zero = [&] { CHECK(cudaMemset(b, 0, 4096)); };
  JUDGE_RESET(zero, greatest_float, dim3(1024), dim3(256), a, (int*)b, 1 << 18, 31);
  JUDGE_RESET([&] { CHECK(cudaMemset(next, 0, 4)); }, sum_last_block, dim3(528), dim3(256), a, b,
              (unsigned*)next, b + 4096, most);
  auto* table = space<unsigned long long>(2 << 17);
  JUDGE_RESET([&] { CHECK(cudaMemset(table, 0, 16 << 17)); }, count_keys, dim3(2048), dim3(256), w,
              1 << 19, table, (1u << 17) - 1);
  const int rows = 65536;
  std::vector<int> columns(rows * 16), first(rows + 1);
  for (auto& c : columns) c = rnd() % rows;
  for (int r = 0; r < rows; ++r) first[r + 1] = first[r] + 4 + rnd() % 12;
  int *c = device(columns), *f = device(first);
  JUDGE(rows_of_equal_length, dim3(512), dim3(128), c, da, db, (double*)b, rows, 16);
  JUDGE(rows_of_eight_lanes, dim3(2048), dim3(256), f, c, a, a + rows, b, rows);
  JUDGE(edit_distance, dim3(32), dim3(128), (unsigned char*)w, (int*)b, 127);
  JUDGE(edit_distance, dim3(4000), dim3(128), (unsigned char*)w, (int*)b, 127);
}
