// SPDX-License-Identifier: Apache-2.0
// Integers: hashes, ciphers, products of bytes, divisions by what is known at run time, 64 bits,
// arrays of a thread.
#include "../judge.h"

__device__ unsigned turned(unsigned x, int n) {
  return x >> n | x << (32 - n);
}
__constant__ unsigned round_words[64];

// A compression in the manner of SHA-2: logic of three operands, rotations, sums.
__global__ void compress_blocks(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w[16];
  for (int k = 0; k < 16; ++k) w[k] = in[k * n + i];
  unsigned a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
#pragma unroll
  for (int k = 0; k < 64; ++k) {
    const unsigned e1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const unsigned t = h + e1 + ((e & f) ^ (~e & g)) + round_words[k] + w[k & 15];
    const unsigned a1 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const unsigned u = a1 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
    const unsigned x = w[(k + 1) & 15], y = w[(k + 14) & 15];
    w[k & 15] += (turned(x, 7) ^ turned(x, 18) ^ x >> 3) + w[(k + 9) & 15] +
                 (turned(y, 17) ^ turned(y, 19) ^ y >> 10);
  }
  out[i] = a ^ e;
  out[n + i] = b ^ f;
}
__device__ void quarter(unsigned& a, unsigned& b, unsigned& c, unsigned& d) {
  a += b, d = turned(d ^ a, 16);
  c += d, b = turned(b ^ c, 20);
  a += b, d = turned(d ^ a, 24);
  c += d, b = turned(b ^ c, 25);
}
__global__ void key_stream(uint4* data, unsigned key, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x[16];
  for (int k = 0; k < 16; ++k) x[k] = key * (k + 1) ^ 0x9e3779b9u;
  x[12] = i;
  for (int k = 0; k < 10; ++k) {
    for (int j = 0; j < 4; ++j) quarter(x[j], x[4 + j], x[8 + j], x[12 + j]);
    quarter(x[0], x[5], x[10], x[15]);
    quarter(x[1], x[6], x[11], x[12]);
    quarter(x[2], x[7], x[8], x[13]);
    quarter(x[3], x[4], x[9], x[14]);
  }
  for (int k = 0; k < 4; ++k) {
    uint4 v = data[k * n + i];
    v.x ^= x[4 * k], v.y ^= x[4 * k + 1], v.z ^= x[4 * k + 2], v.w ^= x[4 * k + 3];
    data[k * n + i] = v;
  }
}
__global__ void bytes_times_vector(const int4* rows, const int4* x, int* y, int width) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  int sum = 0;
  for (int k = lane; k < width; k += 32) {
    const int4 a = rows[row * width + k], b = x[k];
    sum = __dp4a(a.x, b.x, sum);
    sum = __dp4a(a.y, b.y, sum);
    sum = __dp4a(a.z, b.z, sum);
    sum = __dp4a(a.w, b.w, sum);
  }
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0) y[row] = sum;
}
__global__ void bytes_tile(const int* a, const int* b, int* c, int n) {
  __shared__ int s[16][17], t[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  int sum = 0, other = 0;
  for (int k = 0; k < n; k += 16) {
    s[y][x] = a[(blockIdx.y * 16 + y) * n + k + x];
    t[y][x] = b[(blockIdx.x * 16 + y) * n + k + x];
    __syncthreads();
    for (int j = 0; j < 16; ++j) {
      sum = __dp4a(s[y][j], t[x][j], sum);
      other = __dp4a(s[y][j], 0x01010101, other);
    }
    __syncthreads();
  }
  c[(blockIdx.y * 16 + y) * gridDim.x * 16 + blockIdx.x * 16 + x] = sum - other;
}
__global__ void greatest_divisor(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned a = in[i] | 1, b = in[n - 1 - i] >> 3 | 1;
  while (b != 0) {
    const unsigned rest = a % b;
    a = b, b = rest;
  }
  out[i] = a;
}
// Where each dimension's size is known at run time only.
__global__ void reorder(const float* in, float* out, int images, int channels, int height,
                        int width) {
  const int total = images * channels * height * width;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
    const int c = i % channels, x = i / channels % width, y = i / channels / width % height,
              b = i / channels / width / height;
    out[i] = in[((b * channels + c) * height + y) * width + x];
  }
}
__global__ void mix_long(const unsigned long long* in, unsigned long long* out, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long x = in[i];
  for (int k = 0; k < rounds; ++k) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    x ^= x >> 31;
  }
  out[i] = x;
}
__global__ void power_modulo(const unsigned long long* in, unsigned long long* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  // Montgomery's product for an odd modulus of 64 bits.
  const unsigned long long m = 0xffffffffffffffc5ull, inverse = 0xcbeea4e1a08ad8f3ull;
  unsigned long long x = in[i] | 1, y = 1;
  for (unsigned e = 0xb5297a4du; e != 0; e >>= 1) {
    const auto times = [&](unsigned long long a, unsigned long long b) {
      const unsigned long long low = a * b, high = __umul64hi(a, b);
      const unsigned long long t = __umul64hi(low * inverse, m);
      return high >= t ? high - t : high - t + m;
    };
    if (e & 1) y = times(y, x);
    x = times(x, x);
  }
  out[i] = y;
}
// An array of a thread with an index that the data say.
__global__ void own_bins(const unsigned char* in, unsigned* out, int n, int each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned bins[64];
  for (int k = 0; k < 64; ++k) bins[k] = 0;
  for (int k = 0; k < each; ++k) ++bins[in[k * n + i] & 63];
  unsigned most = 0;
  for (int k = 0; k < 64; ++k) most = max(most, bins[k] * 64 + k);
  out[i] = most;
}
struct Node {
  float split;
  int axis, left, right;
};
__global__ void walk_tree(const Node* nodes, const float* points, float* out, int n, float radius) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int stack[32], depth = 0;
  float sum = 0;
  stack[depth++] = 0;
  const float p[2] = {points[i], points[n + i]};
  while (depth != 0) {
    const Node node = nodes[stack[--depth]];
    const float d = (node.axis ? p[1] : p[0]) - node.split;
    if (node.left < 0) {
      sum += d * d;
      continue;
    }
    if (d < radius) stack[depth++] = node.left;
    if (d > -radius) stack[depth++] = node.right;
  }
  out[i] = sum;
}
__global__ void count_queens(int size, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned taken[16], left[16], right[16], open[16];
  const unsigned all = (1u << size) - 1;
  const unsigned a = 1u << i % size, b = 1u << i / size % size;
  int found = 0, row = 2;
  if (!(b & (a | a << 1 | a >> 1))) {
    taken[2] = a | b, left[2] = (a << 1 | b) << 1, right[2] = (a >> 1 | b) >> 1;
    open[2] = all & ~(taken[2] | left[2] | right[2]);
    while (row >= 2) {
      if (open[row] == 0) {
        --row;
        continue;
      }
      const unsigned bit = open[row] & -open[row];
      open[row] ^= bit;
      if (row + 1 == size) {
        ++found;
        continue;
      }
      taken[row + 1] = taken[row] | bit;
      left[row + 1] = (left[row] | bit) << 1;
      right[row + 1] = (right[row] | bit) >> 1;
      ++row;
      open[row] = all & ~(taken[row] | left[row] | right[row]);
    }
  }
  out[i] = found;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  const int most = 8 << 20;
  std::vector<unsigned> v(most);
  for (auto& x : v) x = rnd();
  unsigned* a = device(v);
  unsigned* b = space<unsigned>(most);
  CHECK(cudaMemcpyToSymbol(round_words, v.data(), 256));
  for (int n : {16384, 262144}) JUDGE(compress_blocks, dim3(n / 128), dim3(128), a, b, n);
  for (int n : {32768, 262144}) JUDGE(key_stream, dim3(n / 256), dim3(256), (uint4*)b, 77u, n);
  JUDGE(bytes_times_vector, dim3(256), dim3(256), (int4*)a, (int4*)b, (int*)b, 256);
  JUDGE(bytes_times_vector, dim3(1024), dim3(128), (int4*)a, (int4*)b, (int*)b, 512);
  for (int n : {256, 768})
    JUDGE(bytes_tile, dim3(n / 16, n / 16), dim3(16, 16), (int*)a, (int*)a + n * n, (int*)b, n);
  for (int n : {20000, 300000}) JUDGE(greatest_divisor, dim3((n + 255) / 256), dim3(256), a, b, n);
  JUDGE(reorder, dim3(264), dim3(256), (float*)a, (float*)b, 4, 3, 300, 200);
  JUDGE(reorder, dim3(1320), dim3(256), (float*)a, (float*)b, 8, 16, 160, 200);
  JUDGE(mix_long, dim3(132), dim3(256), (unsigned long long*)a, (unsigned long long*)b, 33792, 200);
  JUDGE(mix_long, dim3(4096), dim3(256), (unsigned long long*)a, (unsigned long long*)b, 1 << 20,
        8);
  for (int n : {16384, 200000})
    JUDGE(power_modulo, dim3((n + 127) / 128), dim3(128), (unsigned long long*)a,
          (unsigned long long*)b, n);
  JUDGE(own_bins, dim3(128), dim3(128), (unsigned char*)a, b, 16384, 128);
  JUDGE(own_bins, dim3(2048), dim3(256), (unsigned char*)a, b, 1 << 19, 32);
  std::vector<Node> tree(8191);
  for (int k = 0; k < 8191; ++k) {
    int level = 0;
    while ((2 << level) - 1 <= k) ++level;
    const bool leaf = 2 * k + 2 >= 8191;
    tree[k] = {float(rnd() % 1000) / 1000, level % 2, leaf ? -1 : 2 * k + 1, leaf ? -1 : 2 * k + 2};
  }
  Node* nodes = device(tree);
  float* points = floats(400000);
  JUDGE(walk_tree, dim3(64), dim3(256), nodes, points, (float*)b, 16384, 0.02f);
  JUDGE(walk_tree, dim3(1563), dim3(128), nodes, points, (float*)b, 200000, 0.005f);
  JUDGE(count_queens, dim3(1), dim3(100), 10, (int*)b);
}
