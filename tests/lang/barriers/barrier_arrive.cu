// SPDX-License-Identifier: Apache-2.0
// Named barriers with counts: producer warps arrive and go on, consumer warps wait; two buffers are
// passed back and forth (PTX ISA, "bar, barrier"). __barrier_sync and __barrier_sync_count.
#include "../check.h"

constexpr unsigned kRounds = 5;

__device__ void wait(unsigned id, unsigned threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ void arrive(unsigned id, unsigned threads) {
  asm volatile("barrier.cta.arrive.aligned %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// The first half of the warps makes what the other half reads. Barriers 1, 2: full; 3, 4: empty.
__global__ void pass_on(const unsigned* in, unsigned* out) {
  __shared__ unsigned buffer[2][512];
  unsigned warps = check::block_threads() / 64 * 2, t = check::tid(), i = check::gid();
  unsigned half = warps / 2 * 32, threads = 2 * half;
  unsigned result = in[i];
  if (t < half) {
    for (unsigned round = 0; round < kRounds; ++round) {
      unsigned k = round & 1;
      wait(3 + k, threads);
      buffer[k][t] = result * 3 + round;
      result = result * 5 + 1;
      __threadfence_block();
      arrive(1 + k, threads);
    }
  } else if (t < threads) {
    arrive(3, threads);
    arrive(4, threads);
    for (unsigned round = 0; round < kRounds; ++round) {
      unsigned k = round & 1;
      wait(1 + k, threads);
      result += buffer[k][half - 1 - (t - half)];
      __threadfence_block();
      if (round + 2 < kRounds) arrive(3 + k, threads);
    }
  }
  out[i] = result;
}
unsigned passed_on(const check::Thread& t, const unsigned* in) {
  unsigned half = t.block_threads / 64 * 32;
  unsigned result = in[t.global];
  if (t.linear >= 2 * half) return result;
  if (t.linear < half) {
    for (unsigned round = 0; round < kRounds; ++round) result = result * 5 + 1;
    return result;
  }
  unsigned made = in[t.block_first + half - 1 - (t.linear - half)];
  for (unsigned round = 0; round < kRounds; ++round) {
    result += made * 3 + round;
    made = made * 5 + 1;
  }
  return result;
}

// Even warps and odd warps meet at barriers of their own, then all meet.
__global__ void groups(const unsigned* in, unsigned* out) {
  __shared__ unsigned words[1024];
  unsigned t = check::tid(), i = check::gid(), warps = (check::block_threads() + 31) / 32;
  unsigned warp = t / 32, odd = warp & 1;
  unsigned members = odd ? warps / 2 : (warps + 1) / 2;
  words[t] = in[i];
  __barrier_sync_count(5 + odd, members * 32);
  unsigned next = (t + 64) % (warps * 32);
  if (((next / 32) & 1) != odd || next >= check::block_threads()) next = t;
  unsigned got = words[next];
  __barrier_sync(9);
  words[t] = got;
  __barrier_sync(0);
  out[i] = words[check::block_threads() - 1 - t];
}
unsigned grouped(const check::Thread& t, const unsigned* in) {
  unsigned warps = (t.block_threads + 31) / 32, from = t.block_threads - 1 - t.linear;
  unsigned next = (from + 64) % (warps * 32);
  if (((next ^ from) / 32 & 1) || next >= t.block_threads) next = from;
  return in[t.block_first + next];
}

int main() {
  check::run<unsigned>(
      "arrive",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { pass_on<<<g, b>>>(in, out); },
      passed_on);
  check::run<unsigned>(
      "groups of warps",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { groups<<<g, b>>>(in, out); },
      grouped);
  return check::result();
}
