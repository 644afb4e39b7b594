// SPDX-License-Identifier: Apache-2.0
// cuda::memcpy_async with barriers and pipelines, of threads and of groups, of all alignments;
// cuda::pipeline of block and thread scope in several stages.
#include <cooperative_groups.h>

#include <cuda/barrier>
#include <cuda/pipeline>

#include "check.h"

namespace cg = cooperative_groups;
using Block = cuda::barrier<cuda::thread_scope_block>;

// Each thread copies some words, the barrier waits for all of them.
__global__ void with_barrier(const unsigned* in, unsigned* out) {
  __shared__ Block barrier;
  __shared__ alignas(16) unsigned words[3][1024];
  auto block = cg::this_thread_block();
  unsigned t = check::tid(), n = check::block_threads(), sum = 0;
  if (t == 0) init(&barrier, n);
  __syncthreads();
  const unsigned* from = in + blockIdx.x * n;
  cuda::memcpy_async(&words[0][t], from + t, sizeof(unsigned), barrier);
  cuda::memcpy_async(block, words[1], from, sizeof(unsigned) * n, barrier);
  // 16 bytes at a time where the alignment says so.
  cuda::memcpy_async(block, words[2], in + blockIdx.x * n / 4 * 4,
                     cuda::aligned_size_t<16>(4 * ((n + 3) / 4 * 4)), barrier);
  barrier.arrive_and_wait();
  for (unsigned k = 0; k < 3; ++k) sum = sum * 3 + words[k][(t + 5 * k + 1) % n];
  out[check::gid()] = sum;
}
unsigned with_barrier_on_host(const check::Thread& t, const unsigned* in) {
  unsigned n = t.block_threads, sum = 0;
  for (unsigned k = 0; k < 3; ++k) {
    unsigned first = k == 2 ? t.block_first / 4 * 4 : t.block_first;
    sum = sum * 3 + in[first + (t.linear + 5 * k + 1) % n];
  }
  return sum;
}

// Batches through a pipeline of the block, two stages, every thread producer and consumer.
__global__ void with_pipeline(const unsigned* in, unsigned* out) {
  constexpr unsigned kStages = 2, kBatches = 5;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  __shared__ unsigned words[kStages][1024];
  auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  unsigned t = check::tid(), n = check::block_threads(), sum = 0;
  const unsigned* from = in + blockIdx.x * n;
  for (unsigned batch = 0, fetched = 0; batch < kBatches; ++batch) {
    for (; fetched < kBatches && fetched < batch + kStages; ++fetched) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, words[fetched % kStages], from + fetched, sizeof(unsigned) * n,
                         pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    sum = sum * 3 + words[batch % kStages][n - 1 - t];
    pipeline.consumer_release();
  }
  out[check::gid()] = sum;
}
unsigned with_pipeline_on_host(const check::Thread& t, const unsigned* in) {
  unsigned sum = 0;
  for (unsigned batch = 0; batch < 5; ++batch) {
    sum = sum * 3 + in[t.block_first + batch + t.block_threads - 1 - t.linear];
  }
  return sum;
}

// A pipeline of each thread: groups of copies, the oldest are waited for.
__global__ void of_thread(const unsigned* in, unsigned* out) {
  __shared__ unsigned words[3][1024];
  auto pipeline = cuda::make_pipeline();
  unsigned t = check::tid(), i = check::gid(), sum = 0;
  for (unsigned k = 0; k < 3; ++k) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&words[k][t], in + i + 9 * k, sizeof(unsigned), pipeline);
    pipeline.producer_commit();
  }
  if (in[i] & 1) {
    cuda::pipeline_consumer_wait_prior<2>(pipeline);
    sum = words[0][t];
  }
  cuda::pipeline_consumer_wait_prior<0>(pipeline);
  for (unsigned k = 0; k < 3; ++k) sum = sum * 3 + words[k][t];
  out[i] = sum;
}

int main() {
  check::run<unsigned>(
      "barrier",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { with_barrier<<<g, b>>>(in, out); },
      with_barrier_on_host);
  check::run<unsigned>(
      "pipeline",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { with_pipeline<<<g, b>>>(in, out); },
      with_pipeline_on_host);
  check::run<unsigned>(
      "pipeline of a thread",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { of_thread<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned sum = in[t.global] & 1 ? in[t.global] : 0;
        for (unsigned k = 0; k < 3; ++k) sum = sum * 3 + in[t.global + 9 * k];
        return sum;
      });
  return check::result();
}
