// SPDX-License-Identifier: Apache-2.0
// Launches that nothing was fitted to: graphs, tables, lists.
#include "half.h"

// Rows of a sparse matrix, as many as a block has room for the products of.
__global__ void rows_of_block(const int* first, const int* column, const float* value,
                              const float* x, float* y, int rows, int rows_of) {
  __shared__ float products[2048];
  const int begin = blockIdx.x * rows_of, end = min(begin + rows_of, rows);
  const int from = first[begin], to = min(first[end], from + 2048);
  for (int k = from + threadIdx.x; k < to; k += blockDim.x)
    products[k - from] = value[k] * x[column[k]];
  __syncthreads();
  for (int row = begin + threadIdx.x; row < end; row += blockDim.x) {
    float sum = 0;
    for (int k = first[row]; k < first[row + 1] && k < to; ++k) sum += products[k - from];
    y[row] = sum;
  }
}
// A place that was not reached looks for a neighbour that was.
__global__ void reached_by_neighbour(const int* first, const int* to, const unsigned* reached,
                                     unsigned* now, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool found = false;
  if (i < n && !(reached[i / 32] >> i % 32 & 1))
    for (int k = first[i]; k < first[i + 1]; ++k) {
      const int j = to[k];
      if (reached[j / 32] >> j % 32 & 1) {
        found = true;
        break;
      }
    }
  const unsigned all = __ballot_sync(~0u, found);
  if (threadIdx.x % 32 == 0 && i < n) now[i / 32] = all;
}
// The rank of a page from those that point to it.
__global__ void rank_pages(const int* first, const int* from, const float* rank, const int* out,
                           float* now, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = first[i]; k < first[i + 1]; ++k) {
    const int j = from[k];
    sum += rank[j] / (out[j + 1] - out[j] + 1);
  }
  now[i] = 0.15f / n + 0.85f * sum;
}
// How many neighbours two neighbours share, by a merge of their lists.
__global__ void shared_neighbours(const int* first, const int* to, const int2* pairs, int* out,
                                  int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int2 p = pairs[i];
  int a = first[p.x], b = first[p.y], count = 0;
  const int enda = first[p.x + 1], endb = first[p.y + 1];
  while (a < enda && b < endb) {
    const int u = to[a], v = to[b];
    count += u == v;
    a += u <= v;
    b += v <= u;
  }
  out[i] = count;
}
// Keys of 64 bits are looked for in an open table.
__global__ void find_long_keys(const ulonglong2* table, unsigned mask,
                               const unsigned long long* keys, unsigned long long* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned long long key = keys[i];
  unsigned at = unsigned(key * 0x9e3779b97f4a7c15ull >> 40) & mask;
  unsigned long long found = 0;
  for (;;) {
    const ulonglong2 entry = table[at];
    if (entry.x == key) found = entry.y;
    if (entry.x == key || entry.x == 0) break;
    at = (at + 1) & mask;
  }
  out[i] = found;
}
// Which of 512 limits, in shared memory, a value lies between.
__global__ void between_limits(const float* in, const float* limits, int* out, int n) {
  __shared__ float s[512];
  for (int k = threadIdx.x; k < 512; k += blockDim.x) s[k] = limits[k];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float v = in[i];
    int low = 0, high = 512;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (s[middle] < v)
        low = middle + 1;
      else
        high = middle;
    }
    out[i] = low;
  }
}
// How often each digit comes in a block's part.
__global__ void count_digits(const unsigned* in, unsigned* out, int each, int shift) {
  __shared__ unsigned bins[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) bins[k] = 0;
  __syncthreads();
  const unsigned* own = in + size_t(blockIdx.x) * each;
  for (int k = threadIdx.x; k < each; k += blockDim.x) atomicAdd(&bins[own[k] >> shift & 255], 1);
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x) out[k * gridDim.x + blockIdx.x] = bins[k];
}
// The least label goes across edges.
__global__ void spread_labels(const int2* edges, int* label, int* changed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int2 e = edges[i];
  const int a = label[e.x], b = label[e.y];
  if (a < b)
    atomicMin(&label[e.y], a);
  else if (b < a)
    atomicMin(&label[e.x], b);
  if (a != b) *changed = 1;
}
// Sums of what has one key, sorted; ends of runs are added where they belong.
__global__ void sums_of_runs(const int* key, const float* value, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int own = i < n ? key[i] : -1;
  float sum = i < n ? value[i] : 0;
  for (int d = 1; d < 32; d *= 2) {
    const float v = __shfl_up_sync(~0u, sum, d);
    const int k = __shfl_up_sync(~0u, own, d);
    if (lane >= d && k == own) sum += v;
  }
  const int next = __shfl_down_sync(~0u, own, 1);
  if (own >= 0 && (lane == 31 || next != own)) atomicAdd(&out[own], sum);
}
// What differs from what stands before it is kept, a block's together.
__global__ void keep_first(const int* in, int* out, int* count, int n) {
  __shared__ int base, warps[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32;
  const bool kept = i < n && (i == 0 || in[i] != in[i - 1]);
  const unsigned all = __ballot_sync(~0u, kept);
  if (threadIdx.x % 32 == 0) warps[warp] = __popc(all);
  const int total = __syncthreads_count(kept);
  if (threadIdx.x == 0) base = atomicAdd(count, total);
  __syncthreads();
  int at = base + __popc(all & ((1u << threadIdx.x % 32) - 1));
  for (int k = 0; k < warp; ++k) at += warps[k];
  if (kept) out[at] = in[i];
}

int main(int argc, char** argv) {
  begin(argc, argv);
  constexpr int kPlaces = 200000, kEdges = kPlaces * 8;
  float* a = floats(8 << 20);
  float* b = space<float>(16 << 20);
  std::vector<int> begins(kPlaces + 1), ends(kEdges + 64);
  for (int k = 0; k < kPlaces; ++k) begins[k + 1] = std::min(begins[k] + int(rnd() % 17), kEdges);
  for (int k = 0; k < kPlaces; ++k)
    for (int j = begins[k], at = 0; j < begins[k + 1]; ++j)
      ends[j] = at = std::min(kPlaces - 1, at + int(rnd() % 20000));
  std::vector<int2> pairs(1 << 20);
  for (auto& p : pairs) p = make_int2(rnd() % kPlaces, rnd() % kPlaces);
  std::vector<unsigned> bits(kPlaces / 32 + 1);
  for (auto& x : bits) x = rnd() & rnd();
  std::vector<ulonglong2> table(1 << 20);
  std::vector<unsigned long long> keys(3 << 20);
  for (auto& x : keys) x = rnd() % 1500000 + 1;
  for (int k = 0; k < 600000; ++k) {
    const unsigned long long key = k * 2 + 1;
    unsigned at = unsigned(key * 0x9e3779b97f4a7c15ull >> 40) & (table.size() - 1);
    while (table[at].x != 0) at = (at + 1) & (table.size() - 1);
    table[at] = make_ulonglong2(key, k);
  }
  std::vector<int> runs(4 << 20), labels(kPlaces);
  for (size_t k = 1; k < runs.size(); ++k) runs[k] = runs[k - 1] + (rnd() % 6 == 0);
  for (int k = 0; k < kPlaces; ++k) labels[k] = rnd() % kPlaces;
  std::vector<float> limit(512);
  for (int k = 0; k < 512; ++k) limit[k] = k / 512.f;
  int *first = device(begins), *to = device(ends), *run = device(runs), *label = device(labels);
  int* old = device(labels);
  const int2* pair = device(pairs);
  const unsigned* bit = device(bits);
  const ulonglong2* entry = device(table);
  const unsigned long long* key = device(keys);
  const float* limits = device(limit);
  for (int round = 0; round < 2; ++round) {
    const int block = drawn({64, 128, 256, 512}), n = drawn({50000, 120000, 200000});
    if (judges(10)) {
      const int each = drawn({64, 128, 192});
      JUDGE(rows_of_block, of(n, each), dim3(block), first, to, a, a, b, n, each);
    }
    if (judges(11))
      JUDGE(reached_by_neighbour, of(n, block), dim3(block), first, to, bit, (unsigned*)b, n);
    if (judges(12)) JUDGE(rank_pages, of(n, block), dim3(block), first, to, a, first, b, n);
    if (judges(13)) {
      const int m = n * drawn({1, 3});
      JUDGE(shared_neighbours, of(m, block), dim3(block), first, to, pair, (int*)b, m);
    }
    if (judges(14)) {
      const int m = n * drawn({4, 10});
      JUDGE(find_long_keys, of(m, block), dim3(block), entry, unsigned(table.size() - 1), key,
            (unsigned long long*)b, m);
    }
    if (judges(15)) {
      const int m = n * drawn({4, 16}), blocks = drawn({132, 528, 1056});
      JUDGE(between_limits, dim3(blocks), dim3(block), a, limits, (int*)b, m);
    }
    if (judges(16)) {
      const int each = drawn({2048, 7680}), blocks = drawn({132, 500, 1000}),
                shift = drawn({4, 12});
      JUDGE(count_digits, dim3(blocks), dim3(block), (unsigned*)a, (unsigned*)b, each, shift);
    }
    if (judges(17)) {
      const int m = n * 4;
      JUDGE_RESET([&] { CHECK(cudaMemcpy(label, old, kPlaces * 4, cudaMemcpyDeviceToDevice)); },
                  spread_labels, of(m, block), dim3(block), pair, label, (int*)b, m);
    }
    if (judges(18)) {
      const int m = n * drawn({5, 20});
      JUDGE(sums_of_runs, of(m, block), dim3(block), run, a, b, m);
    }
    if (judges(19)) {
      const int m = n * drawn({5, 20});
      JUDGE_RESET([&] { CHECK(cudaMemset(b, 0, 4)); }, keep_first, of(m, block), dim3(block), run,
                  (int*)b + 32, (int*)b, m);
    }
  }
}
