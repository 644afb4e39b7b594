// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Blocks that run for long and can wait for nobody run to their ends: no more of them have begun
// than there are host threads, since each one that has keeps its stack. Their loops have barriers,
// and read memory for what they compute. Where a loop's end hangs on memory, blocks take turns.
#include <sched.h>

#include "../check.h"

constexpr int kBlocks = 8;

struct Count {
  unsigned now, most;
};
__device__ void begin(Count* count) {
  atomicMax(&count->most, atomicAdd(&count->now, 1u) + 1);
}

__host__ __device__ unsigned churn(unsigned x, unsigned first, unsigned rounds,
                                   const unsigned* table) {
  for (unsigned n = first; n < rounds; ++n) x = x * 1664525u + table[x >> 30] + n;
  return x;
}

__global__ void alone(Count* count, const unsigned* table, unsigned rounds, unsigned* out) {
  __shared__ unsigned others[32];
  const unsigned t = threadIdx.x;
  if (t == 0) begin(count);
  unsigned x = t;
  for (unsigned part = 0; part < 4; ++part) {
    x = churn(x, part, rounds / 4, table);
    others[t] = x;
    __syncthreads();
    x += 3 * others[t ^ 1];
    __syncthreads();
  }
  if (t == 0) atomicSub(&count->now, 1u);
  out[blockIdx.x * 32 + t] = x;
}

// Until the table says so: what others may change, as far as a compiler can tell.
__global__ void maybe(Count* count, const volatile unsigned* table, unsigned* out) {
  const unsigned t = threadIdx.x;
  if (t == 0) begin(count);
  unsigned x = t;
  for (unsigned n = 0; n < table[4]; ++n) x = x * 1664525u + n;
  if (t == 0) atomicSub(&count->now, 1u);
  out[blockIdx.x * 32 + t] = x;
}

unsigned host_threads() {
  if (const char* set = getenv("HEDDLE_THREADS")) return unsigned(atoi(set));
  cpu_set_t mine;
  sched_getaffinity(0, sizeof mine, &mine);
  return unsigned(CPU_COUNT(&mine));
}

// A block's results; all blocks have the same.
struct Results {
  unsigned of[kBlocks * 32];
  bool begin_with(const unsigned* pair) const {
    for (unsigned i = 0; i < kBlocks * 32; ++i) {
      if (of[i] != of[i % 32] || (i < 2 && of[i] != pair[i])) return false;
    }
    return of[0] != of[1] && of[1] != of[31];
  }
};

int main() {
  // Some slices of 20 ms; the slow reference has them with fewer.
  const unsigned rounds = getenv("HEDDLE_REFERENCE") ? 40000 : 2000000;
  const unsigned table[5] = {3, 1013904223u, 7, 11, rounds / 4};
  unsigned *device_table, *out;
  Count* count;
  check::cuda(cudaMalloc(&device_table, sizeof table), "table");
  check::cuda(cudaMemcpy(device_table, table, sizeof table, cudaMemcpyHostToDevice), "copy");
  check::cuda(cudaMalloc(&out, sizeof(Results)), "out");
  check::cuda(cudaMalloc(&count, sizeof *count), "count");
  static Results results;
  const auto run = [&](auto launch) {
    Count seen;
    check::cuda(cudaMemset(count, 0, sizeof *count), "no block yet");
    launch();
    check::cuda(cudaMemcpy(&seen, count, sizeof seen, cudaMemcpyDeviceToHost), "count");
    check::cuda(cudaMemcpy(&results, out, sizeof results, cudaMemcpyDeviceToHost), "results");
    check::that(seen.now == 0, "all blocks have ended");
    return seen.most;
  };

  const unsigned most = run([&] { alone<<<kBlocks, 32>>>(count, device_table, rounds, out); });
  printf("alone: %u at a time\n", most);
  check::that(most >= 1 && most <= host_threads(), "one block begins for each host thread");
  unsigned x[2] = {0, 1};
  for (unsigned part = 0; part < 4; ++part) {
    for (auto& value : x) value = churn(value, part, rounds / 4, table);
    const unsigned before = x[0];
    x[0] += 3 * x[1];
    x[1] += 3 * before;
  }
  check::that(results.begin_with(x), "results of blocks that stand alone");

  printf("maybe: %u at a time\n", run([&] { maybe<<<kBlocks, 32>>>(count, device_table, out); }));
  unsigned y[2] = {0, 1};
  for (auto& value : y) {
    for (unsigned n = 0; n < table[4]; ++n) value = value * 1664525u + n;
  }
  check::that(results.begin_with(y), "results of blocks that take turns");
  return check::result();
}
