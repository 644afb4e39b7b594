// SPDX-License-Identifier: Apache-2.0
// <cuda/semaphore> and <cuda/latch>: lanes of a warp, warps and blocks that take turns.
#include <cuda/latch>
#include <cuda/semaphore>

#include "check.h"

// Every thread takes the only permit in its turn: nothing that is done under it is lost.
__global__ void one_at_a_time(const unsigned* in, unsigned* out) {
  __shared__ cuda::binary_semaphore<cuda::thread_scope_block>* lock;
  __shared__ alignas(16) char place[sizeof(*lock)];
  __shared__ unsigned sum;
  unsigned t = check::tid(), i = check::gid();
  if (t == 0) {
    lock = new (place) cuda::binary_semaphore<cuda::thread_scope_block>(1);
    sum = 0;
  }
  __syncthreads();
  if (in[i] & 1) {
    lock->acquire();
    unsigned old = *(volatile unsigned*)&sum;
    *(volatile unsigned*)&sum = old + in[i];
    lock->release();
  }
  __syncthreads();
  out[i] = sum;
}

// A latch of the grid: nobody reads before all have written.
__global__ void all_written(const unsigned* in, unsigned* out,
                            cuda::latch<cuda::thread_scope_device>* latch, unsigned* words) {
  unsigned t = check::tid(), i = check::gid(), n = check::block_threads();
  words[i] = in[i] * 3;
  __threadfence();
  __syncthreads();
  if (t == 0) latch->arrive_and_wait();
  __syncthreads();
  out[i] = words[(i + n) % (n * gridDim.x)];
}
__global__ void make(cuda::latch<cuda::thread_scope_device>* latch, unsigned count) {
  new (latch) cuda::latch<cuda::thread_scope_device>(count);
}

// A latch of the block, counted down by all, waited for by some.
__global__ void counted(const unsigned* in, unsigned* out) {
  using Latch = cuda::latch<cuda::thread_scope_block>;
  __shared__ alignas(16) char place[sizeof(Latch)];
  __shared__ unsigned words[1024];
  Latch* latch = (Latch*)place;
  unsigned t = check::tid(), i = check::gid(), n = check::block_threads();
  if (t == 0) new (latch) Latch(n);
  __syncthreads();
  words[t] = in[i];
  latch->count_down();
  unsigned r = in[i];
  if (in[i] & 2) {
    latch->wait();
    r += words[n - 1 - t] + latch->try_wait();
  }
  out[i] = r;
}

int main() {
  check::run<unsigned>(
      "semaphore",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { one_at_a_time<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned sum = 0;
        for (unsigned k = 0; k < t.block_threads; ++k) {
          if (in[t.block_first + k] & 1) sum += in[t.block_first + k];
        }
        return sum;
      });
  check::run<unsigned>(
      "latch of the grid",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        cuda::latch<cuda::thread_scope_device>* latch;
        check::cuda(cudaMalloc(&latch, sizeof *latch), "malloc");
        unsigned* words = check::device_array<unsigned>(g.x * b.x * b.y * b.z);
        make<<<1, 1>>>(latch, g.x);
        all_written<<<g, b>>>(in, out, latch, words);
        check::cuda(cudaDeviceSynchronize(), "latch");
        cudaFree(latch);
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        return in[(t.global + t.block_threads) % (t.block_threads * t.blocks)] * 3;
      });
  check::run<unsigned>(
      "latch of the block",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { counted<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v = in[t.global];
        return v & 2 ? v + in[t.block_first + t.block_threads - 1 - t.linear] + 1 : v;
      });
  return check::result();
}
