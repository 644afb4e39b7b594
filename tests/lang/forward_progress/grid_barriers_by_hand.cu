// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Barriers of the whole grid as programs make them: one that turns a sense over, one that counts in
// a volatile word that block 0 gathers, one in which every thread looks at the flag of every block.
#include "../check.h"

struct Barrier {
  unsigned arrived;
  volatile unsigned sense;
  volatile unsigned flags[64];
};

__device__ void turn_over(Barrier* b, unsigned* mine) {
  __syncthreads();
  *mine ^= 1;
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&b->arrived, 1u) == gridDim.x - 1) {
      b->arrived = 0;
      __threadfence();
      b->sense = *mine;
    } else {
      unsigned looks = 0;
      while (b->sense != *mine) {
        if (++looks > 1000000000u) break;
      }
    }
    __threadfence();
  }
  __syncthreads();
}

// Block 0 gathers the others' flags, a thread for each, and answers.
__device__ void gathered(Barrier* b, unsigned round) {
  __syncthreads();
  if (blockIdx.x == 0) {
    for (unsigned k = threadIdx.x; k < gridDim.x; k += blockDim.x) {
      while (k != 0 && b->flags[k] != round) {
      }
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < gridDim.x; k += blockDim.x) b->flags[k] = round + 1;
  } else if (threadIdx.x == 0) {
    __threadfence();
    b->flags[blockIdx.x] = round;
    while (b->flags[blockIdx.x] != round + 1) {
    }
  }
  __threadfence();
  __syncthreads();
}

// All threads look at all blocks, in one loop that counts how many have come.
__device__ void all_look(Barrier* b, unsigned round) {
  __syncthreads();
  __threadfence();
  if (threadIdx.x == 0) b->flags[blockIdx.x] = round;
  unsigned there;
  do {
    there = 0;
    for (unsigned k = 0; k < gridDim.x; ++k) there += b->flags[k] >= round;
  } while (there < gridDim.x);
  __threadfence();
  __syncthreads();
}

__global__ void rounds(const unsigned* in, unsigned* out, unsigned* scratch, Barrier* barrier,
                       unsigned kind) {
  const unsigned i = check::gid(), n = gridDim.x * blockDim.x;
  unsigned value = in[i], sense = 0;
  for (unsigned round = 1; round <= 4; ++round) {
    *(volatile unsigned*)&scratch[(round % 2) * n + i] = value;
    if (kind == 0) turn_over(barrier, &sense);
    if (kind == 1) gathered(barrier, 2 * round);
    if (kind == 2) all_look(barrier, round);
    value = value * 3 + *(volatile unsigned*)&scratch[(round % 2) * n + (i + 33 * round) % n];
  }
  out[i] = value;
}

int main() {
  constexpr unsigned most = 24 * 96;
  static unsigned in[most], out[most], value[most], old[most];
  for (unsigned i = 0; i < most; ++i) in[i] = check::mix(i);
  auto *device_in = check::device_array<unsigned>(most),
       *device_out = check::device_array<unsigned>(most);
  auto* scratch = check::device_array<unsigned>(2 * most);
  auto* barrier = check::device_array<Barrier>(1);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  for (unsigned kind = 0; kind < 3; ++kind) {
    for (unsigned blocks : {2u, 24u}) {
      const unsigned threads = blocks == 2 ? 33 : 96, n = blocks * threads;
      cudaMemset(barrier, 0, sizeof(Barrier));
      rounds<<<blocks, threads>>>(device_in, device_out, scratch, barrier, kind);
      check::cuda(cudaMemcpy(out, device_out, n * 4, cudaMemcpyDeviceToHost), "grid barriers");
      memcpy(value, in, n * 4);
      for (unsigned round = 1; round <= 4; ++round) {
        memcpy(old, value, n * 4);
        for (unsigned i = 0; i < n; ++i) value[i] = old[i] * 3 + old[(i + 33 * round) % n];
      }
      for (unsigned i = 0; i < n; ++i) {
        check::equal(out[i], value[i], kind == 0 ? "sense" : kind == 1 ? "gathered" : "all look");
      }
    }
  }
  return check::result();
}
