// SPDX-License-Identifier: Apache-2.0
// <cuda/barrier>: block scope in shared memory, device scope in global memory, completion
// functions, arrive_and_drop, tokens that are kept, parities.
#include <cuda/barrier>

#include "check.h"

using Block = cuda::barrier<cuda::thread_scope_block>;

// All threads exchange values, round by round.
__global__ void meet(const unsigned* in, unsigned* out) {
  __shared__ Block barrier;
  __shared__ unsigned words[2][1024];
  unsigned t = check::tid(), n = check::block_threads(), v = in[check::gid()];
  if (t == 0) init(&barrier, n);
  __syncthreads();
  for (unsigned round = 0; round < 6; ++round) {
    words[round & 1][t] = v;
    if (round & 1) {
      barrier.arrive_and_wait();
    } else {
      Block::arrival_token token = barrier.arrive();
      v ^= 0x55;
      barrier.wait(std::move(token));
    }
    v = v * 3 + words[round & 1][(t + 7 * round + 1) % n];
  }
  out[check::gid()] = v;
}
unsigned met(const check::Thread& thread, const unsigned* in) {
  static unsigned now[1024], old[1024], block = ~0u, seed = 0;
  unsigned n = thread.block_threads;
  if (block != thread.block || seed != in[thread.block_first]) {
    for (unsigned i = 0; i < n; ++i) now[i] = in[thread.block_first + i];
    for (unsigned round = 0; round < 6; ++round) {
      memcpy(old, now, sizeof now);
      for (unsigned i = 0; i < n; ++i) {
        now[i] = (round & 1 ? old[i] : old[i] ^ 0x55) * 3 + old[(i + 7 * round + 1) % n];
      }
    }
    block = thread.block, seed = in[thread.block_first];
  }
  return now[thread.linear];
}

// Threads leave one after the other: who stays goes on.
__global__ void drop(const unsigned* in, unsigned* out) {
  __shared__ Block barrier;
  __shared__ unsigned count;
  unsigned t = check::tid(), i = check::gid(), mine = in[i] % 4, seen = 0;
  if (t == 0) {
    init(&barrier, check::block_threads());
    count = 0;
  }
  __syncthreads();
  for (unsigned round = 0; round < 4; ++round) {
    atomicAdd(&count, 1u);
    if (round == mine) {
      barrier.arrive_and_drop();
      break;
    }
    barrier.arrive_and_wait();
    seen = *(volatile unsigned*)&count;
    barrier.arrive_and_wait();
  }
  out[i] = seen > 0 || mine == 0;
}

struct Sum {
  unsigned* total;
  unsigned* rounds;
  __device__ void operator()() noexcept {
    *total += 1000;
    *rounds += 1;
  }
};

// A completion function runs once a phase, before anybody goes on.
__global__ void completion(const unsigned* in, unsigned* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block, Sum>;
  __shared__ alignas(Barrier) char place[sizeof(Barrier)];
  __shared__ unsigned total, rounds;
  Barrier* barrier = (Barrier*)place;
  unsigned t = check::tid(), i = check::gid(), r = 0;
  if (t == 0) {
    total = rounds = 0;
    new (barrier) Barrier(check::block_threads(), Sum{&total, &rounds});
  }
  __syncthreads();
  for (unsigned round = 0; round < 3; ++round) {
    atomicAdd(&total, in[i] % 7);
    barrier->arrive_and_wait();
    r = r * 3 + *(volatile unsigned*)&total + *(volatile unsigned*)&rounds;
    barrier->arrive_and_wait();
  }
  out[i] = r;
}
unsigned completed(const check::Thread& t, const unsigned* in) {
  unsigned sum = 0, total = 0, rounds = 0, r = 0;
  for (unsigned k = 0; k < t.block_threads; ++k) sum += in[t.block_first + k] % 7;
  for (unsigned round = 0; round < 3; ++round) {
    total += sum + 1000, rounds += 1;
    r = r * 3 + total + rounds;
    total += 1000, rounds += 1;
  }
  return r;
}

// One thread of each block meets the others at a barrier of the device.
__global__ void blocks(const unsigned* in, unsigned* out,
                       cuda::barrier<cuda::thread_scope_device>* barrier, unsigned* words) {
  unsigned i = check::gid();
  __shared__ unsigned got;
  if (check::tid() == 0) {
    words[blockIdx.x] = in[i];
    barrier->arrive_and_wait();
    got = words[(blockIdx.x + 1) % gridDim.x];
  }
  __syncthreads();
  out[i] = got + in[i];
}

__global__ void make(cuda::barrier<cuda::thread_scope_device>* barrier, unsigned count) {
  init(barrier, count);
}

// A producer warp and the others: full and empty, by parity.
__global__ void parity(const unsigned* in, unsigned* out) {
  __shared__ Block full, empty;
  __shared__ unsigned word[32];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid(), sum = 0;
  if (t == 0) init(&full, 32), init(&empty, n - 32);
  __syncthreads();
  for (unsigned round = 0; round < 4; ++round) {
    if (t < 32) {
      if (round) empty.wait_parity((round - 1) & 1);
      word[t] = in[i] + round;
      (void)full.arrive();
    } else {
      full.wait_parity(round & 1);
      sum = sum * 3 + word[(t + round) % 32];
      (void)empty.arrive();
    }
  }
  out[i] = sum;
}
unsigned by_parity(const check::Thread& t, const unsigned* in) {
  unsigned sum = 0;
  if (t.linear < 32) return 0;
  for (unsigned round = 0; round < 4; ++round) {
    sum = sum * 3 + in[t.block_first + (t.linear + round) % 32] + round;
  }
  return sum;
}

int main() {
  check::run<unsigned>(
      "meet", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { meet<<<g, b>>>(in, out); },
      met);
  check::run<unsigned>(
      "drop", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { drop<<<g, b>>>(in, out); },
      [](const check::Thread&, const unsigned*) { return 1u; });
  check::run<unsigned>(
      "completion",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { completion<<<g, b>>>(in, out); },
      completed);
  check::run<unsigned>(
      "blocks",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        cuda::barrier<cuda::thread_scope_device>* barrier;
        check::cuda(cudaMalloc(&barrier, sizeof *barrier), "malloc");
        unsigned* words = check::device_array<unsigned>(g.x);
        make<<<1, 1>>>(barrier, g.x);
        blocks<<<g, b>>>(in, out, barrier, words);
        check::cuda(cudaDeviceSynchronize(), "blocks");
        cudaFree(barrier);
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        return in[t.global] + in[(t.block + 1) % t.blocks * t.block_threads];
      });
  for (const check::Shape& s : {check::Shape{64, 1, 1}, check::Shape{16, 16, 1}}) {
    if (std::getenv("CHECK_SHAPES") && !check::wanted(s)) continue;
    check::run_shape<unsigned>(
        "parity", s, 3,
        [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { parity<<<g, b>>>(in, out); },
        by_parity);
  }
  return check::result();
}
