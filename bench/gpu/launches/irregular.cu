// SPDX-License-Identifier: Apache-2.0
// Sparse rows, hashing, graphs, searches, divergence, few addresses, local arrays.
#include "judge.h"

__global__ void rows_scalar(const int* first, const int* column, const float* value, const float* x,
                            float* y, int rows) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = first[r]; i < first[r + 1]; ++i) sum += value[i] * x[column[i]];
  y[r] = sum;
}
__global__ void rows_warp(const int* first, const int* column, const float* value, const float* x,
                          float* y, int rows) {
  const int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float sum = 0;
  for (int i = first[r] + lane; i < first[r + 1]; i += 32) sum += value[i] * x[column[i]];
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0) y[r] = sum;
}
__global__ void insert_keys(const unsigned* keys, int n, unsigned* table, unsigned mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned key = keys[i] | 1;
  for (unsigned slot = key * 2654435761u & mask;; slot = (slot + 1) & mask) {
    const unsigned old = atomicCAS(&table[slot], 0u, key);
    if (old == 0 || old == key) return;
  }
}
__global__ void find_keys(const unsigned* keys, int n, const unsigned* table, unsigned mask,
                          int* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned key = keys[i] | 1;
  int at = -1;
  for (unsigned slot = key * 2654435761u & mask; table[slot] != 0; slot = (slot + 1) & mask)
    if (table[slot] == key) {
      at = slot;
      break;
    }
  found[i] = at;
}
__global__ void next_level(const int* first, const int* edge, int* level, int now, int n,
                           int* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != now) return;
  for (int i = first[v]; i < first[v + 1]; ++i)
    if (level[edge[i]] < 0) {
      level[edge[i]] = now + 1;
      *changed = 1;
    }
}
__global__ void search_sorted(const int* sorted, int n, const int* wanted, int* at, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int low = 0, high = n;
  const int x = wanted[i];
  while (low < high) {
    const int mid = (low + high) / 2;
    if (sorted[mid] < x)
      low = mid + 1;
    else
      high = mid;
  }
  at[i] = low;
}
__global__ void eight_ways(const float* in, float* out, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  for (int k = 0; k < rounds; ++k) switch ((i + k) & 7) {
      case 0:
        v = sinf(v);
        break;
      case 1:
        v = v * v + 0.1f;
        break;
      case 2:
        v = expf(-v);
        break;
      case 3:
        v = v / (1.5f + v * v);
        break;
      case 4:
        v = sqrtf(fabsf(v) + 1);
        break;
      case 5:
        v = logf(fabsf(v) + 2);
        break;
      case 6:
        v = 0.5f * v * (3 - v * v);
        break;
      default:
        v = fmaf(v, 0.9f, 0.3f);
    }
  out[i] = v;
}
__global__ void few_addresses(const int* in, int n, float* sums, int mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sums[in[i] & mask], 1.5f);
}
__global__ void take_numbers(int* counter, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (out[i] % 3 == 0) out[i] = atomicAdd(counter, 1);
}
__global__ void sort_own(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v[16];
  for (int k = 0; k < 16; ++k) v[k] = in[k * n + i];
  for (int k = 1; k < 16; ++k) {
    const float x = v[k];
    int j = k;
    while (j > 0 && v[j - 1] > x) {
      v[j] = v[j - 1];
      --j;
    }
    v[j] = x;
  }
  for (int k = 0; k < 16; ++k) out[k * n + i] = v[k];
}
__global__ void count_own(const unsigned* in, unsigned* out, int n, int each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned bins[16] = {};
  for (int k = 0; k < each; ++k) ++bins[in[k * n + i] & 15];
  for (int k = 0; k < 16; ++k) out[k * n + i] = bins[k];
}
__global__ void shortest(float* d, int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  const float through = d[i * n + k] + d[k * n + j];
  if (through < d[i * n + j]) d[i * n + j] = through;
}
__global__ void follow(const int* next, int* out, int steps) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < steps; ++k) at = next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
__global__ void nearest(const float2* centres, int k, const float2* points, int* owner, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 p = points[i];
  float best = 1e30f;
  int who = 0;
  for (int c = 0; c < k; ++c) {
    const float dx = centres[c].x - p.x, dy = centres[c].y - p.y, d = dx * dx + dy * dy;
    if (d < best) {
      best = d;
      who = c;
    }
  }
  owner[i] = who;
}
__global__ void collatz(int* steps, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = first + i;
  int k = 0;
  while (v != 1) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    ++k;
  }
  steps[i] = k;
}
__global__ void keep_positive(const int* in, int* out, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int v = i < n ? in[i] : -1;
  const bool keep = v > 0;
  const unsigned votes = __ballot_sync(~0u, keep);
  int at = 0;
  if (lane == 0) at = atomicAdd(count, __popc(votes));
  at = __shfl_sync(~0u, at, 0);
  if (keep) out[at + __popc(votes & ((1u << lane) - 1))] = v;
}

int main(int argc, char** argv) {
  begin(argc, argv);
  const size_t most = 4 << 20;
  float *a = floats(most), *b = space<float>(most);
  std::vector<int> numbers(most);
  for (auto& x : numbers) x = int(rnd() >> 1) - (1 << 29);
  int* ints = device(numbers);
  int* results = space<int>(most);
  for (int rows : {20000, 150000}) {
    std::vector<int> first{0}, column;
    std::vector<float> value;
    for (int r = 0; r < rows; ++r) {
      const int length = rnd() % 16 == 0 ? 40 + rnd() % 60 : 2 + rnd() % 14;
      for (int k = 0; k < length; ++k) {
        column.push_back(rnd() % 4 ? (r + rnd() % 64) % rows : rnd() % rows);
        value.push_back(rnd() % 100 / 50.f);
      }
      first.push_back(column.size());
    }
    int *f = device(first), *c = device(column);
    float* v = device(value);
    JUDGE(rows_scalar, dim3((rows + 127) / 128), dim3(128), f, c, v, a, b, rows);
    JUDGE(rows_warp, dim3((rows + 7) / 8), dim3(256), f, c, v, a, b, rows);
    std::vector<int> levels(rows);
    for (auto& l : levels) {
      const unsigned x = rnd() % 8;
      l = x < 2 ? 3 : x < 4 ? 2 : -1;
    }
    int *start = device(levels), *level = space<int>(rows), *changed = space<int>(1);
    JUDGE_RESET([&] { CHECK(cudaMemcpy(level, start, rows * 4, cudaMemcpyDeviceToDevice)); },
                next_level, dim3((rows + 255) / 256), dim3(256), f, c, level, 3, rows, changed);
  }
  for (int n : {100000, 1000000}) {
    const unsigned slots = n == 100000 ? 1 << 18 : 1 << 21;
    unsigned* table = space<unsigned>(slots);
    JUDGE_RESET([&] { CHECK(cudaMemset(table, 0, slots * 4)); }, insert_keys, dim3((n + 255) / 256),
                dim3(256), (unsigned*)ints, n, table, slots - 1);
    JUDGE(find_keys, dim3((n + 255) / 256), dim3(256), (unsigned*)ints + n / 2, n, table, slots - 1,
          results);
  }
  std::vector<int> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  int* s = device(sorted);
  JUDGE(search_sorted, dim3(400), dim3(256), s, 1 << 16, ints, results, 100000);
  JUDGE(search_sorted, dim3(2048), dim3(512), s, 4 << 20, ints, results, 1 << 20);
  JUDGE(eight_ways, dim3(256), dim3(128), a, b, 32768, 32);
  JUDGE(eight_ways, dim3(2048), dim3(256), a, b, 1 << 19, 16);
  JUDGE(few_addresses, dim3(256), dim3(256), ints, 1 << 16, b, 7);
  JUDGE(few_addresses, dim3(2048), dim3(256), ints, 1 << 19, b, 255);
  int* taken = space<int>(1 << 20);
  int* counter = space<int>(1);
  const auto fresh = [&] { CHECK(cudaMemcpy(taken, ints, 4 << 20, cudaMemcpyDeviceToDevice)); };
  JUDGE_RESET(fresh, take_numbers, dim3(256), dim3(256), counter, taken);
  JUDGE_RESET(fresh, take_numbers, dim3(4096), dim3(256), counter, taken);
  for (int n : {16384, 262144}) {
    JUDGE(sort_own, dim3(n / 128), dim3(128), a, b, n);
    JUDGE(count_own, dim3(n / 256), dim3(256), (unsigned*)ints, (unsigned*)b, n, 16);
  }
  for (int n : {512, 2048})
    JUDGE_RESET([&] { CHECK(cudaMemcpy(b, a, most * 4, cudaMemcpyDeviceToDevice)); }, shortest,
                dim3(n / 32, n / 8), dim3(32, 8), b, n, 77);
  std::vector<int> next(1 << 20);
  for (int i = 0; i < 1 << 20; ++i) next[i] = (i * 40503u + 12345) & ((1 << 20) - 1);
  int* chain = device(next);
  JUDGE(follow, dim3(1), dim3(32), chain, results, 200);
  JUDGE(follow, dim3(1024), dim3(256), chain, results, 16);
  JUDGE(nearest, dim3(79), dim3(256), (float2*)a, 64, (float2*)a + 1000, results, 20000);
  JUDGE(nearest, dim3(3907), dim3(256), (float2*)a, 20, (float2*)a + 1000, results, 1000000);
  JUDGE(collatz, dim3(128), dim3(128), results, 1000);
  JUDGE(collatz, dim3(2048), dim3(256), results, 1000000);
  for (int n : {100000, 4000000})
    JUDGE_RESET([&] { CHECK(cudaMemset(counter, 0, 4)); }, keep_positive, dim3((n + 511) / 512),
                dim3(512), ints, results, counter, n);
}
