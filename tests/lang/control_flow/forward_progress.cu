// SPDX-License-Identifier: Apache-2.0
// Every thread makes progress, whatever the others wait for: lanes of a warp that take turns or
// wait in the other branch, warps of a block, thread 0s of blocks, blocks that wait for later
// blocks.
#include "../check.h"

// The lanes of a warp, and the warps, in the order of a permutation: each waits for its number.
__global__ void turns(const unsigned* in, unsigned* out) {
  __shared__ unsigned turn;
  __shared__ unsigned sum;
  unsigned t = check::tid(), n = check::block_threads();
  if (t == 0) turn = 0, sum = 7;
  __syncthreads();
  unsigned mine = (t * 7 + 3) % n;  // 7 divides no number of threads used here
  while (atomicAdd(&turn, 0u) != mine) {
  }
  sum = sum * 3 + in[check::gid()];
  out[check::gid()] = sum;
  __threadfence();
  atomicExch(&turn, mine + 1);
}
unsigned turns_on_host(const check::Thread& t, const unsigned* in) {
  unsigned sum = 7, n = t.block_threads;
  unsigned wanted = (t.linear * 7 + 3) % n;
  static unsigned at[1024];
  for (unsigned i = 0; i < n; ++i) at[(i * 7 + 3) % n] = i;
  for (unsigned k = 0; k <= wanted; ++k) sum = sum * 3 + in[t.block_first + at[k]];
  return sum;
}

// Even lanes wait in one branch for what odd lanes write in the other one, and back again.
__global__ void other_branch(const unsigned* in, unsigned* out) {
  __shared__ volatile unsigned box[1024];
  unsigned t = check::tid(), i = check::gid();
  bool alone = (t ^ 1) >= check::block_threads();
  box[t] = 0;
  __syncthreads();
  unsigned result = in[i];
  if (alone) {
    result += 5;
  } else if (t % 2 == 0) {
    while (box[t] == 0) {
    }
    result += box[t] * 3;
    box[t + 1] = result | 1;
  } else {
    box[t - 1] = in[i] | 1;
    while (box[t] == 0) {
    }
    result += box[t] * 5;
  }
  out[i] = result;
}
unsigned other_branch_on_host(const check::Thread& t, const unsigned* in) {
  const unsigned* block = in + t.block_first;
  if ((t.linear ^ 1) >= t.block_threads) return block[t.linear] + 5;
  unsigned even = t.linear & ~1u, first = block[even] + (block[even + 1] | 1) * 3;
  return t.linear == even ? first : block[t.linear] + (first | 1) * 5;
}

// Warps of a block wait for the next warp, the last one for nobody.
__global__ void warps(const unsigned* in, unsigned* out) {
  __shared__ volatile unsigned flag[33];
  unsigned t = check::tid(), warp = t / 32, count = (check::block_threads() + 31) / 32;
  if (t % 32 == 0) flag[warp] = 0;
  if (t == 0) flag[count] = 1;
  __syncthreads();
  while (flag[warp + 1] == 0) {
  }
  unsigned before = flag[warp + 1];
  out[check::gid()] = before * 3 + in[check::gid()];
  __syncwarp(check::warp_mask());
  __threadfence_block();
  if (t % 32 == 0) flag[warp] = before * 5 + 1;
}
unsigned warps_on_host(const check::Thread& t, const unsigned* in) {
  unsigned value = 1;
  for (unsigned w = (t.block_threads + 31) / 32 - 1; w > t.warp; --w) value = value * 5 + 1;
  return value * 3 + in[t.global];
}

// A barrier of the whole grid, made by hand: more blocks than there are cores.
__global__ void grid_barrier(const unsigned* in, unsigned* out, unsigned* scratch) {
  unsigned i = check::gid(), n = check::block_threads();
  unsigned total = n * gridDim.x;
  unsigned* arrived = scratch + total;
  unsigned value = in[i];
  for (unsigned round = 1; round <= 3; ++round) {
    scratch[i] = value;
    __syncthreads();
    if (check::tid() == 0) {
      __threadfence();
      atomicAdd(arrived + round, 1u);
      volatile unsigned* all = arrived + round;
      while (*all < gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
    value = value * 3 + *(volatile unsigned*)&scratch[(i + n + round) % total];
    __syncthreads();
    if (check::tid() == 0) {
      __threadfence();
      atomicAdd(arrived + round + 3, 1u);
      while (atomicAdd(arrived + round + 3, 0u) < gridDim.x) {
      }
    }
    __syncthreads();
  }
  out[i] = value;
}

// Each block waits for the next one.
__global__ void later_block(const unsigned* in, unsigned* out, unsigned* chain) {
  unsigned i = check::gid();
  __shared__ unsigned before;
  if (check::tid() == 0) {
    volatile unsigned* next = chain + blockIdx.x + 1;
    if (blockIdx.x + 1 < gridDim.x) {
      while (*next == 0) {
      }
      before = *next;
    } else {
      before = 1;
    }
  }
  __syncthreads();
  out[i] = in[i] + before;
  if (check::tid() == 0) {
    __threadfence();
    chain[blockIdx.x] = before * 3 + 1;
  }
}

// Thread 0 polls for its block, in a loop with barriers; every other block polls a volatile word.
__global__ void poll_for_block(const unsigned* in, unsigned* out, unsigned* chain) {
  unsigned i = check::gid();
  __shared__ unsigned before, seen;
  bool last = blockIdx.x + 1 == gridDim.x;
  if (blockIdx.x % 2) {
    for (;;) {
      if (check::tid() == 0) seen = last ? 1 : *(volatile unsigned*)(chain + blockIdx.x + 1);
      __syncthreads();
      if (seen != 0) break;
      __syncthreads();
    }
    if (check::tid() == 0) before = seen;
  } else {
    volatile unsigned* next = chain + blockIdx.x + 1;
    while (!last && *next == 0) {
    }
    if (check::tid() == 0) before = last ? 1 : *next;
  }
  __syncthreads();
  out[i] = in[i] + before;
  if (check::tid() == 0) {
    __threadfence();
    chain[blockIdx.x] = before * 3 + 1;
  }
}

// More blocks than any host has threads wait for the last one.
__global__ void last_block(const unsigned* in, unsigned* out, unsigned* flag) {
  const unsigned i = check::gid();
  if (blockIdx.x + 1 == gridDim.x && check::tid() == 0) {
    __threadfence();
    *flag = in[i] | 1;
  }
  volatile unsigned* set = flag;
  while (*set == 0) {
  }
  out[i] = in[i] + *set;
}

// The lock of a bucket, taken by one thread a block.
__global__ void block_lock(const unsigned* in, int* lock, unsigned long long* sum) {
  if (check::tid() == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *(volatile unsigned long long*)sum = *(volatile unsigned long long*)sum + in[blockIdx.x];
    __threadfence();
    atomicExch(lock, 0);
  }
}

// An attempt that can fail, behind a call.
__device__ __noinline__ bool try_lock(int* lock) {
  return atomicCAS(lock, 0, 1) == 0;
}
__global__ void lock_behind_call(const unsigned* in, int* lock, unsigned long long* sum) {
  while (!try_lock(lock)) __nanosleep(20);
  __threadfence();
  *(volatile unsigned long long*)sum = *(volatile unsigned long long*)sum + in[check::gid()];
  __threadfence();
  atomicExch(lock, 0);
}

// Calls through pointers by the holder of a lock, of values, structs and vectors, with a barrier.
struct Pair {
  unsigned x;
  float y;
};
using Mixer = Pair (*)(Pair, uint2, unsigned long long);
__device__ __noinline__ Pair mix_one(Pair p, uint2 v, unsigned long long w) {
  return {p.x * 3 + v.x + (unsigned)(w >> 32), p.y + (float)v.y};
}
__device__ __noinline__ Pair mix_two(Pair p, uint2 v, unsigned long long w) {
  return {p.x * 5 + v.y + (unsigned)w, p.y * 0.5f + (float)v.x};
}
__device__ __noinline__ unsigned after_all(unsigned* shared, unsigned t, unsigned value) {
  shared[t] = value;
  __syncthreads();
  return shared[(t + 1) % check::block_threads()];
}
__device__ Mixer mixers[2] = {mix_one, mix_two};
__device__ unsigned (*exchange)(unsigned*, unsigned, unsigned) = after_all;

__global__ void __launch_bounds__(1024) pointers_under_lock(const unsigned* in, unsigned* out) {
  __shared__ int lock;
  __shared__ unsigned sum, words[1024];
  unsigned t = check::tid(), i = check::gid();
  if (t == 0) lock = 0, sum = 0;
  __syncthreads();
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  Pair p = mixers[in[i] % 2]({in[i], 1.5f}, make_uint2(t, 2 * t), in[i] * 0x100000003ull);
  *(volatile unsigned*)&sum = *(volatile unsigned*)&sum + p.x + (unsigned)p.y;
  __threadfence_block();
  atomicExch(&lock, 0);
  unsigned next = exchange(words, t, p.x);
  out[i] = *(volatile unsigned*)&sum + next;
}
unsigned mixed_on_host(unsigned v, unsigned t, unsigned* y) {
  unsigned long long w = v * 0x100000003ull;
  if (v % 2 == 0) {
    *y = (unsigned)(1.5f + (float)(2 * t));
    return v * 3 + t + (unsigned)(w >> 32);
  }
  *y = (unsigned)(0.75f + (float)t);
  return v * 5 + 2 * t + (unsigned)w;
}
unsigned pointers_on_host(const check::Thread& thread, const unsigned* in) {
  unsigned sum = 0, y, n = thread.block_threads;
  for (unsigned t = 0; t < n; ++t) {
    sum += mixed_on_host(in[thread.block_first + t], t, &y);
    sum += y;
  }
  unsigned t = (thread.linear + 1) % n;
  return sum + mixed_on_host(in[thread.block_first + t], t, &y);
}

constexpr unsigned kBlocks = 40;

void across_blocks() {
  for (unsigned threads : {1u, 33u, 64u}) {
    unsigned n = kBlocks * threads;
    unsigned* in = (unsigned*)malloc(n * 4);
    unsigned* out = (unsigned*)malloc(n * 4);
    for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i + threads);
    unsigned* device_in = check::device_array<unsigned>(n);
    unsigned* device_out = check::device_array<unsigned>(n);
    unsigned* scratch = check::device_array<unsigned>(n + 64);
    cudaMemcpy(device_in, in, n * 4, cudaMemcpyHostToDevice);

    cudaMemset(scratch, 0, (n + 64) * 4);
    grid_barrier<<<kBlocks, threads>>>(device_in, device_out, scratch);
    check::cuda(cudaMemcpy(out, device_out, n * 4, cudaMemcpyDeviceToHost), "grid barrier");
    unsigned* value = (unsigned*)malloc(n * 4);
    unsigned* old = (unsigned*)malloc(n * 4);
    memcpy(value, in, n * 4);
    for (unsigned round = 1; round <= 3; ++round) {
      memcpy(old, value, n * 4);
      for (unsigned i = 0; i < n; ++i) value[i] = old[i] * 3 + old[(i + threads + round) % n];
    }
    check::that(memcmp(value, out, n * 4) == 0, "grid barrier");

    cudaMemset(scratch, 0, (n + 64) * 4);
    later_block<<<kBlocks, threads>>>(device_in, device_out, scratch);
    check::cuda(cudaMemcpy(out, device_out, n * 4, cudaMemcpyDeviceToHost), "later block");
    const auto check_chain = [&](const char* what) {
      unsigned chain = 1;
      for (unsigned b = kBlocks; b-- > 0; chain = chain * 3 + 1) {
        for (unsigned t = 0; t < threads; ++t) {
          check::equal(out[b * threads + t], in[b * threads + t] + chain, what);
        }
      }
    };
    check_chain("later block");

    cudaMemset(scratch, 0, (n + 64) * 4);
    poll_for_block<<<kBlocks, threads>>>(device_in, device_out, scratch);
    check::cuda(cudaMemcpy(out, device_out, n * 4, cudaMemcpyDeviceToHost), "poll for a block");
    check_chain("a thread polls for its block");

    unsigned long long sum = 0, want = 0;
    cudaMemset(scratch, 0, (n + 64) * 4);
    auto* device_sum = (unsigned long long*)(scratch + 2);
    block_lock<<<kBlocks, threads>>>(device_in, (int*)scratch, device_sum);
    check::cuda(cudaMemcpy(&sum, device_sum, 8, cudaMemcpyDeviceToHost), "block lock");
    for (unsigned b = 0; b < kBlocks; ++b) want += in[b];
    check::equal(sum, want, "lock of one thread a block");

    cudaMemset(scratch, 0, (n + 64) * 4);
    lock_behind_call<<<3, threads>>>(device_in, (int*)scratch, device_sum);
    check::cuda(cudaMemcpy(&sum, device_sum, 8, cudaMemcpyDeviceToHost), "lock behind a call");
    want = 0;
    for (unsigned i = 0; i < 3 * threads; ++i) want += in[i];
    check::equal(sum, want, "lock behind a call");

    cudaFree(device_in);
    cudaFree(device_out);
    cudaFree(scratch);
    free(in);
    free(out);
    free(value);
    free(old);
  }
}

void many_blocks() {
  constexpr unsigned blocks = 2000, threads = 33, n = blocks * threads;
  static unsigned in[n], out[n];
  for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i);
  auto *device_in = check::device_array<unsigned>(n),
       *device_out = check::device_array<unsigned>(n), *flag = check::device_array<unsigned>(1);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemset(flag, 0, 4);
  last_block<<<blocks, threads>>>(device_in, device_out, flag);
  check::cuda(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost), "many blocks");
  const unsigned set = in[(blocks - 1) * threads] | 1;
  for (unsigned i = 0; i < n; ++i) check::equal(out[i], in[i] + set, "many blocks");
}

int main() {
  many_blocks();
  check::run<unsigned>(
      "turns",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        if (b.x * b.y * b.z % 7 != 0)
          turns<<<g, b>>>(in, out);
        else
          other_branch<<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        return t.block_threads % 7 != 0 ? turns_on_host(t, in) : other_branch_on_host(t, in);
      });
  check::run<unsigned>(
      "lanes that wait for the other branch",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { other_branch<<<g, b>>>(in, out); },
      other_branch_on_host);
  check::run<unsigned>(
      "warps that wait for the next warp",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { warps<<<g, b>>>(in, out); },
      warps_on_host);
  check::run<unsigned>(
      "calls through pointers under a lock",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        pointers_under_lock<<<g, b>>>(in, out);
      },
      pointers_on_host);
  across_blocks();
  return check::result();
}
