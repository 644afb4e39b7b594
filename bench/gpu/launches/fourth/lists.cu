// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to: sorted lists, texts, graphs, bins.
#include "../judge.h"

// Two sorted lists become one: each thread finds where its eight begin.
__global__ void merge_lists(const int* a, const int* b, int* out, int n) {
  const int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first >= 2 * n) return;
  int low = max(0, first - n), high = min(first, n);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (a[middle] <= b[first - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  int i = low, j = first - low;
  for (int k = 0; k < 8; ++k) {
    const bool from_a = j >= n || (i < n && a[i] <= b[j]);
    out[first + k] = from_a ? a[i++] : b[j++];
  }
}
// One step of a bitonic sort.
__global__ void exchange_step(unsigned* v, int distance, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int low = 2 * i - (i & (distance - 1)), high = low + distance;
  const unsigned x = v[low], y = v[high];
  if ((x > y) == ((low & size) == 0)) v[low] = y, v[high] = x;
}
// Where a run of equal keys begins, counted within the block.
__global__ void runs_of_block(const unsigned* v, unsigned* places, unsigned* counts, int n) {
  __shared__ int sums[8];
  const int i = blockIdx.x * 256 + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const bool begins = i == 0 || v[i] >> 30 != v[i - 1] >> 30;
  const unsigned all = __ballot_sync(~0u, begins);
  if (lane == 0) sums[warp] = __popc(all);
  __syncthreads();
  int before = __popc(all & ((1u << lane) - 1));
  for (int k = 0; k < warp; ++k) before += sums[k];
  if (begins) places[blockIdx.x * 256 + before] = i;
  if (threadIdx.x == 255) counts[blockIdx.x] = before + begins;
}
// Forces of particles on those of the cells around, eight a cell.
__global__ void cell_forces(const float4* in, float4* out, int side) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, cell = i / 8;
  const int x = cell % side, y = cell / side % side, z = cell / side / side;
  const float4 own = in[i];
  float fx = 0, fy = 0, fz = 0;
  for (int k = 0; k < 27; ++k) {
    const int cx = (x + k % 3 + side - 1) % side, cy = (y + k / 3 % 3 + side - 1) % side;
    const int cz = (z + k / 9 + side - 1) % side;
    const int first = 8 * ((cz * side + cy) * side + cx);
    for (int p = 0; p < 8; ++p) {
      const float4 other = in[first + p];
      const float dx = own.x - other.x, dy = own.y - other.y, dz = own.z - other.z;
      const float r2 = dx * dx + dy * dy + dz * dz;
      if (r2 > 0.5f || r2 == 0) continue;
      const float s = 1 / (r2 + 0.01f), s3 = s * s * s, f = s * s3 * (s3 - 0.5f);
      fx += f * dx, fy += f * dy, fz += f * dz;
    }
  }
  out[i] = make_float4(fx, fy, fz, own.w);
}
// How often a word stands in a text.
__global__ void find_word(const unsigned char* text, int n, const unsigned char* word, int length,
                          unsigned* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n - length) return;
  int k = 0;
  while (k < length && text[i + k] % 4 == word[k] % 4) ++k;
  if (k == length) atomicAdd(found, 1u);
}
// Check sums of records, by a table.
__constant__ unsigned crc_table[256];
template <bool kShared>
__global__ void check_sums(const unsigned char* records, unsigned* out, int bytes) {
  __shared__ unsigned s[256];
  if (kShared) {
    s[threadIdx.x] = crc_table[threadIdx.x];
    __syncthreads();
  }
  const int i = blockIdx.x * 256 + threadIdx.x;
  unsigned crc = ~0u;
  for (int k = 0; k < bytes; ++k) {
    const unsigned at = (crc ^ records[i * bytes + k]) & 255;
    crc = (kShared ? s[at] : crc_table[at]) ^ crc >> 8;
  }
  out[i] = ~crc;
}
__global__ void shorten_paths(int* parent, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int p = parent[i];
  while (p != parent[p]) p = parent[p];
  parent[i] = p;
}
// A walk over a graph of eight neighbours each.
__global__ void random_walk(const int* edges, unsigned* visits, int n, int steps) {
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x, seed = at * 2654435761u + 1;
  for (int k = 0; k < steps; ++k) {
    seed = seed * 1664525 + 1013904223;
    at = edges[8 * (at % n) + (seed >> 29)];
  }
  visits[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
// Multiples of primes in a piece of numbers, as bits of shared memory.
__global__ void sieve(const int* primes, int count, unsigned* out) {
  __shared__ unsigned bits[2048];
  const unsigned begin = blockIdx.x * 65536;
  for (int k = threadIdx.x; k < 2048; k += blockDim.x) bits[k] = 0;
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += blockDim.x) {
    const unsigned p = primes[k];
    for (unsigned m = (begin + p - 1) / p * p; m < begin + 65536; m += p)
      atomicOr(&bits[(m - begin) / 32], 1u << m % 32);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 2048; k += blockDim.x) out[blockIdx.x * 2048 + k] = bits[k];
}
// Weights by bin: float sums in shared memory.
__global__ void weigh_bins(const unsigned* keys, const float* weights, float* out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    atomicAdd(&s[keys[i] % 256], weights[i]);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
}
// Products by bin, by compare and swap.
__global__ void multiply_bins(const unsigned* keys, const float* factors, unsigned* bins, int n,
                              unsigned mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned* p = &bins[keys[i] & mask];
  unsigned old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __float_as_uint(__uint_as_float(seen) * factors[i] + 1));
  } while (old != seen);
}
// Lists of different lengths, a warp each.
__global__ void sum_lists(const int* begin, const float* values, const int* which, float* out,
                          int lists) {
  const int list = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (list >= lists) return;
  float sum = 0;
  for (int k = begin[list] + lane; k < begin[list + 1]; k += 32) sum += values[which[k]];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0) out[list] = sum;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  std::vector<unsigned> v(4 << 20);
  for (auto& x : v) x = rnd();
  unsigned* words = device(v);
  unsigned* a = space<unsigned>(16 << 20);
  float* f = floats(4 << 20);
  std::vector<int> sorted(1 << 20), other(1 << 20);
  int x = 0, y = 0;
  for (auto& s : sorted) s = x += rnd() % 8;
  for (auto& s : other) s = y += rnd() % 8;
  int *one = device(sorted), *two = device(other);
  JUDGE(merge_lists, dim3(512), dim3(256), one, two, (int*)a, 1 << 19);
  JUDGE(merge_lists, dim3(2048), dim3(128), one, two, (int*)a, 1 << 20);
  JUDGE(exchange_step, dim3(8192), dim3(256), words, 1 << 14, 1 << 15);
  JUDGE(runs_of_block, dim3(16384), dim3(256), words, a, a + (8 << 20), 4 << 20);
  JUDGE(cell_forces, dim3(128), dim3(256), (float4*)f, (float4*)a, 16);
  JUDGE(cell_forces, dim3(1728), dim3(128), (float4*)f, (float4*)a, 30);
  JUDGE(find_word, dim3(32768), dim3(256), (unsigned char*)words, 8 << 20, (unsigned char*)words, 5,
        a);
  unsigned table[256];
  for (unsigned k = 0; k < 256; ++k) {
    table[k] = k;
    for (int b = 0; b < 8; ++b) table[k] = table[k] >> 1 ^ (table[k] & 1 ? 0xedb88320u : 0);
  }
  CHECK(cudaMemcpyToSymbol(crc_table, table, sizeof table));
  JUDGE(check_sums<true>, dim3(256), dim3(256), (unsigned char*)words, a, 64);
  JUDGE(check_sums<false>, dim3(256), dim3(256), (unsigned char*)words, a, 64);
  JUDGE(check_sums<true>, dim3(1024), dim3(256), (unsigned char*)words, a, 40);
  std::vector<int> parent(1 << 20);
  for (int k = 0; k < 1 << 20; ++k) parent[k] = k % 64 == 0 ? k : k - 1 - int(rnd() % (k % 64));
  int* first = device(parent);
  int* tree = space<int>(1 << 20);
  const auto again = [&] { CHECK(cudaMemcpy(tree, first, 4 << 20, cudaMemcpyDefault)); };
  JUDGE_RESET(again, shorten_paths, dim3(4096), dim3(256), tree, 1 << 20);
  std::vector<int> edges(8 << 17);
  for (auto& e : edges) e = rnd() & ((1 << 17) - 1);
  int* graph = device(edges);
  JUDGE(random_walk, dim3(132), dim3(128), graph, a, 1 << 17, 50);
  JUDGE(random_walk, dim3(1024), dim3(256), graph, a, 1 << 17, 24);
  std::vector<int> primes;
  for (int p = 3; p < 8000; p += 2) {
    bool is_prime = true;
    for (int d = 3; d * d <= p && is_prime; d += 2) is_prime = p % d != 0;
    if (is_prime) primes.push_back(p);
  }
  int* all = device(primes);
  JUDGE(sieve, dim3(132), dim3(256), all, int(primes.size()), a);
  JUDGE(sieve, dim3(528), dim3(128), all, int(primes.size()) / 2, a);
  JUDGE(weigh_bins, dim3(264), dim3(256), words, f, (float*)a, 1 << 20);
  JUDGE(weigh_bins, dim3(1056), dim3(256), words, f, (float*)a, 4 << 20);
  JUDGE(multiply_bins, dim3(512), dim3(256), words, f, a, 1 << 17, 1023u);
  JUDGE(multiply_bins, dim3(2048), dim3(256), words, f, a, 1 << 19, (1u << 16) - 1);
  std::vector<int> begins(32769);
  for (int k = 0; k < 32768; ++k) begins[k + 1] = begins[k] + int(rnd() % 100);
  JUDGE(sum_lists, dim3(4096), dim3(256), device(begins), f, graph, (float*)a, 19000);
}
