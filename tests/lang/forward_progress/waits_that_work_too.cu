// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Lanes wait in loops that do other work, too, for what lanes of their warp write elsewhere:
// through another pointer, behind the place where their ways meet, after an outer loop that they
// have left.
#include "../check.h"

constexpr unsigned kThreads = 64;

struct Arguments {
  volatile unsigned* read;
  unsigned* write;
  unsigned *out, *scratch;
};

// Lane l waits for lane l + 1; both pointers come out of memory.
__global__ void chain(const Arguments* arguments) {
  const Arguments a = *arguments;
  const unsigned t = threadIdx.x;
  unsigned seen = 1, work = 0;
  if (t + 1 < blockDim.x) {
    while ((seen = a.read[t + 1]) == 0) a.scratch[t] = ++work;
  }
  a.out[t] = seen;
  __threadfence();
  a.write[t] = seen * 3 + 1;
}
unsigned expected_chain(unsigned t) {
  unsigned value = 1;
  for (unsigned k = kThreads - 1; k > t; --k) value = value * 3 + 1;
  return value;
}

// The address that is looked at moves, too.
__global__ void places(const Arguments* arguments) {
  const Arguments a = *arguments;
  const unsigned t = threadIdx.x;
  unsigned at = t, n = 0;
  while (a.read[at % 4] < t) {
    ++at;
    a.scratch[t] = ++n;
  }
  a.out[t] = t * 5;
  __threadfence();
  atomicMax(a.write + t % 4, t + 1);
}
unsigned expected_places(unsigned t) {
  return t * 5;
}

// One lane waits; another one writes behind the place where the branch has ended.
__global__ void behind_the_branch(const Arguments* arguments) {
  const Arguments a = *arguments;
  const unsigned t = threadIdx.x;
  unsigned seen = 3;
  if (t == 0) {
    while ((seen = *a.read) == 0) {
    }
  }
  if (t == 7) *(volatile unsigned*)a.write = 5;
  a.out[t] = seen + t;
}
unsigned expected_behind(unsigned t) {
  return t == 0 ? 5 : 3 + t;
}

// All lanes in the loop leave it at once; one of the others writes behind it.
__global__ void half_of_the_lanes(const Arguments* arguments) {
  const Arguments a = *arguments;
  const unsigned t = threadIdx.x;
  unsigned seen = 3;
  if (t % 2) {
    while ((seen = *a.read) == 0) {
    }
  }
  a.out[t] = seen + t;
  if (t == 20) *(volatile unsigned*)a.write = 5;
}
unsigned expected_half(unsigned t) {
  return (t % 2 ? 5 : 3) + t;
}

// Lane t goes round t + 1 times, each time until as many lanes have left.
__global__ void outer_loop(const Arguments* arguments) {
  const Arguments a = *arguments;
  const unsigned t = threadIdx.x;
  unsigned work = 0;
  for (unsigned round = 0; round <= t; ++round) {
    while (*a.read < round) a.scratch[t] = ++work;
  }
  a.out[t] = t * 7;
  __threadfence();
  atomicAdd(a.write, 1);
}
unsigned expected_outer(unsigned t) {
  return t * 7;
}

// A sequence lock: who finds it odd goes round, and there is no other wait in the loop.
__global__ void sequence_lock(const Arguments* arguments) {
  const Arguments a = *arguments;
  unsigned seen;
  for (;;) {
    seen = *a.read;
    if (seen % 2 == 0 && atomicCAS(a.write, seen, seen + 1) == seen) break;
  }
  __threadfence();
  a.out[threadIdx.x] = threadIdx.x * 9 + seen % 2;
  __threadfence();
  *(volatile unsigned*)a.write = seen + 2;
}
unsigned expected_sequence(unsigned t) {
  return t * 9;
}

// Each lane takes its turn, in another order each round; then all meet, and exchange what they
// have.
__global__ void turns(const Arguments* arguments) {
  const Arguments a = *arguments;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned sum = 0;
  for (unsigned round = 0; round < 3; ++round) {
    const unsigned mine = round * 32 + (lane * 5 + round) % 32;
    while (a.read[warp] != mine) {
    }
    *(volatile unsigned*)(a.write + warp) = mine + 1;
    __threadfence();
    __syncwarp();
    sum += __shfl_xor_sync(~0u, mine, 1);
  }
  a.out[threadIdx.x] = sum;
}
unsigned expected_turns(unsigned t) {
  unsigned sum = 0;
  for (unsigned round = 0; round < 3; ++round) sum += round * 32 + ((t ^ 1) % 32 * 5 + round) % 32;
  return sum;
}

int main() {
  auto* memory = check::device_array<unsigned>(3 * kThreads);
  const Arguments here{memory, memory, memory + kThreads, memory + 2 * kThreads};
  auto* arguments = check::device_array<Arguments>(1);
  cudaMemcpy(arguments, &here, sizeof here, cudaMemcpyHostToDevice);
  const struct {
    const char* name;
    void (*kernel)(const Arguments*);
    unsigned (*expected)(unsigned);
  } cases[] = {{"a chain", chain, expected_chain},
               {"places", places, expected_places},
               {"behind the branch", behind_the_branch, expected_behind},
               {"half of the lanes", half_of_the_lanes, expected_half},
               {"an outer loop", outer_loop, expected_outer},
               {"a sequence lock", sequence_lock, expected_sequence},
               {"turns", turns, expected_turns}};
  for (const auto& one : cases) {
    unsigned out[kThreads];
    cudaMemset(memory, 0, 12 * kThreads);
    one.kernel<<<1, kThreads>>>(arguments);
    check::cuda(cudaMemcpy(out, here.out, sizeof out, cudaMemcpyDeviceToHost), one.name);
    for (unsigned t = 0; t < kThreads; ++t) check::equal(out[t], one.expected(t), one.name);
  }
  return check::result();
}
