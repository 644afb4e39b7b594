// SPDX-License-Identifier: Apache-2.0
// Launches to judge the rules that the second set has led to: as mixed as that.
#include <cuda_fp16.h>

#include "../judge.h"

__device__ unsigned spread(unsigned x) {
  x ^= x >> 17, x *= 0xed5ad4bbu;
  x ^= x >> 11, x *= 0xac4c1b51u;
  return x ^ x >> 15;
}
// Of a table larger than L2, entries of 16 bytes that a list names.
__global__ void join_rows(const int* key, const int4* table, int mask, int2* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int4 row = table[key[i] & mask];
  out[i] = make_int2(row.x + row.y, row.z ^ row.w);
}
__global__ void set_bytes(unsigned char* a, unsigned mask, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[spread(i) & mask] = i;
}
struct Cell {
  float value[6];
  int owner, flags;
};
__global__ void touch_cells(Cell* cells, const int* which, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) cells[which[i]].flags = i;
}
__global__ void pack_bits(const unsigned* a, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = a[i], sum = 0;
  for (int k = 0; k < 16; ++k) {
    x = x * 747796405u + 2891336453u;
    sum += __popc(x) + __clz(x | 1) + (__brev(x) & 7);
  }
  out[i] = sum;
}
// A generator of 64 bits with a state of 256.
__global__ void long_random(unsigned long long* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long s[4] = {i + 1ull, i * 3ull + 7, i ^ 0x55ull, 99};
  unsigned long long sum = 0;
  for (int k = 0; k < rounds; ++k) {
    const auto turn = [](unsigned long long x, int n) { return x << n | x >> (64 - n); };
    sum += turn(s[1] * 5, 7) * 9;
    const unsigned long long t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t;
    s[3] = turn(s[3], 45);
  }
  out[i] = sum;
}
__global__ void similar_rows(const int* a, const int* b, int* best, int rows, int words) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int most = -1;
  for (int other = 0; other < 32; ++other) {
    int sum = 0;
    for (int k = 0; k < words; ++k) sum = __dp4a(a[k * rows + r], b[other * words + k], sum);
    most = max(most, sum * 32 + other);
  }
  best[r] = most;
}
__global__ void newton_roots(const float* a, float* out, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i] + 1.5f;
  for (int k = 0; k < rounds; ++k)
    x = x - (x * x * x - 2 * x - a[k & 1023]) / (3 * x * x - 2 + 1e-3f);
  out[i] = x;
}
__global__ void cluster_double(const double* points, const double* centres, int* which, int n,
                               int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double x = points[i], y = points[n + i];
  double least = 1e300;
  int at = 0;
  for (int c = 0; c < k; ++c) {
    const double dx = x - centres[2 * c], dy = y - centres[2 * c + 1], d = dx * dx + dy * dy;
    if (d < least) least = d, at = c;
  }
  which[i] = at;
}
// The ten least of what each thread reads, in an array of its own.
__global__ void least_ten(const float* a, float* out, int n, int each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float own[10];
  for (int k = 0; k < 10; ++k) own[k] = 1e30f;
  for (int k = 0; k < each; ++k) {
    const float x = a[k * n + i];
    int most = 0;
    for (int j = 1; j < 10; ++j)
      if (own[j] > own[most]) most = j;
    if (x < own[most]) own[most] = x;
  }
  float sum = 0;
  for (int k = 0; k < 10; ++k) sum += own[k];
  out[i] = sum;
}
// A permutation of each thread's own, shuffled and followed.
__global__ void shuffle_own(unsigned* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char deck[128];
  for (int k = 0; k < 128; ++k) deck[k] = k;
  unsigned state = i + 1;
  for (int k = 0; k < rounds; ++k) {
    state = state * 1664525u + 1013904223u;
    const int p = state >> 25, q = state >> 11 & 127;
    const unsigned char t = deck[p];
    deck[p] = deck[q];
    deck[q] = t;
  }
  out[i] = deck[0] * 256 + deck[5];
}
__device__ void product(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// Fragments come from global memory as they are needed, already in the order of the lanes.
__global__ void tensor_stream(const uint4* a, const uint2* b, float4* c, int depth) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float d[4][4] = {};
  for (int k = 0; k < depth; ++k) {
    const uint4 x = a[(warp % 64 * depth + k) * 32 + lane];
    const unsigned words[4] = {x.x, x.y, x.z, x.w};
    for (int j = 0; j < 4; ++j) {
      const uint2 y = b[((warp / 64 * 4 + j) % 32 * depth + k) * 32 + lane];
      const unsigned other[2] = {y.x, y.y};
      product(d[j], words, other);
    }
  }
  for (int j = 0; j < 4; ++j)
    c[(warp * 4 + j) * 32 + lane] = make_float4(d[j][0], d[j][1], d[j][2], d[j][3]);
}
__global__ void julia(unsigned* out, int w, int h, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float a = 3.f * x / w - 1.5f, b = 3.f * y / h - 1.5f;
  int k = 0;
  while (k < most && a * a + b * b < 4) {
    const float t = a * a - b * b - 0.8f;
    b = 2 * a * b + 0.156f;
    a = t;
    ++k;
  }
  out[y * w + x] = k;
}
__global__ void prefix_rows(const float* a, float* out, int rows, int width) {
  __shared__ float s[256];
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    float carry = 0;
    for (int c = 0; c < width; c += 256) {
      float x = a[r * width + c + threadIdx.x];
      s[threadIdx.x] = x;
      __syncthreads();
      for (int d = 1; d < 256; d *= 2) {
        const float y = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] = x += y;
        __syncthreads();
      }
      out[r * width + c + threadIdx.x] = x + carry;
      carry += s[255];
      __syncthreads();
    }
  }
}
__global__ void normalise_columns(const half2* a, half2* out, int rows, int pairs) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= pairs) return;
  float2 sum = make_float2(0, 0);
  for (int r = 0; r < rows; ++r) {
    const float2 v = __half22float2(a[r * pairs + c]);
    sum.x += v.x * v.x, sum.y += v.y * v.y;
  }
  const half2 scale = __floats2half2_rn(rsqrtf(sum.x + 1e-5f), rsqrtf(sum.y + 1e-5f));
  for (int r = 0; r < rows; ++r) out[r * pairs + c] = __hmul2(a[r * pairs + c], scale);
}
__global__ void vote_lines(const unsigned char* image, unsigned* votes, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (image[y * w + x] < 250) return;
  for (int angle = 0; angle < 64; ++angle) {
    const float t = angle * 0.0490874f;
    const int d = int(x * __cosf(t) + y * __sinf(t)) + 4096;
    atomicAdd(&votes[angle * 8192 + d], 1u);
  }
}
__global__ void relax_edges(const int2* edges, const float* weight, float* value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int2 e = edges[i];
  atomicAdd(&value[e.y], weight[i] * 0.001f * value[e.x]);
}

int main(int argc, char** argv) {
  begin(argc, argv);
  const int most = 32 << 20;  // words
  std::vector<unsigned> v(4 << 20);
  for (auto& x : v) x = rnd();
  unsigned* words = device(v);
  unsigned* a = space<unsigned>(most);
  unsigned* b = space<unsigned>(most);
  float* f = floats(4 << 20);
  for (int n : {1 << 18, 2 << 20})
    JUDGE(join_rows, dim3(n / 256), dim3(256), (int*)words, (int4*)a, most / 4 - 1, (int2*)b, n);
  JUDGE(set_bytes, dim3(2048), dim3(256), (unsigned char*)a, (64u << 20) - 1, 1 << 19);
  JUDGE(set_bytes, dim3(4096), dim3(256), (unsigned char*)a, (4u << 20) - 1, 1 << 20);
  std::vector<int> which(1 << 20);
  for (auto& x : which) x = rnd() & ((1 << 20) - 1);
  JUDGE(touch_cells, dim3(4096), dim3(256), (Cell*)a, device(which), 1 << 20);
  JUDGE(pack_bits, dim3(4096), dim3(256), words, b, 1 << 20);
  JUDGE(long_random, dim3(264), dim3(128), (unsigned long long*)b, 300);
  JUDGE(long_random, dim3(2048), dim3(256), (unsigned long long*)b, 60);
  JUDGE(similar_rows, dim3(128), dim3(128), (int*)words, (int*)words, (int*)b, 16384, 64);
  JUDGE(similar_rows, dim3(512), dim3(256), (int*)words, (int*)words, (int*)b, 131072, 16);
  JUDGE(newton_roots, dim3(64), dim3(128), f, (float*)b, 8192, 64);
  JUDGE(newton_roots, dim3(2048), dim3(256), f, (float*)b, 1 << 19, 20);
  std::vector<double> dv(1 << 19);
  for (auto& x : dv) x = double(rnd() % 1000) / 1000;
  double* d = device(dv);
  JUDGE(cluster_double, dim3(1024), dim3(256), d, d, (int*)b, 1 << 18, 32);
  JUDGE(cluster_double, dim3(100), dim3(64), d, d, (int*)b, 6400, 100);
  JUDGE(least_ten, dim3(128), dim3(128), f, (float*)b, 16384, 100);
  JUDGE(least_ten, dim3(512), dim3(256), f, (float*)b, 131072, 30);
  JUDGE(shuffle_own, dim3(132), dim3(64), b, 200);
  JUDGE(shuffle_own, dim3(1024), dim3(128), b, 100);
  JUDGE(tensor_stream, dim3(256), dim3(128), (uint4*)a, (uint2*)b, (float4*)a, 64);
  JUDGE(tensor_stream, dim3(2048), dim3(128), (uint4*)a, (uint2*)b, (float4*)a, 16);
  JUDGE(julia, dim3(32, 64), dim3(32, 8), b, 1024, 512, 300);
  JUDGE(julia, dim3(128, 128), dim3(8, 8), b, 1024, 1024, 100);
  JUDGE(prefix_rows, dim3(200), dim3(256), f, (float*)b, 1000, 1024);
  JUDGE(prefix_rows, dim3(4096), dim3(256), f, (float*)b, 4096, 512);
  JUDGE(normalise_columns, dim3(16), dim3(128), (half2*)f, (half2*)b, 512, 2048);
  JUDGE(normalise_columns, dim3(64), dim3(256), (half2*)f, (half2*)b, 128, 16384);
  JUDGE(vote_lines, dim3(32, 128), dim3(32, 8), (unsigned char*)words, b, 1024, 1024);
  JUDGE(relax_edges, dim3(4096), dim3(256), (int2*)device(which), f, (float*)b, 1 << 19);
}
