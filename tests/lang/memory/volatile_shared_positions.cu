// SPDX-License-Identifier: Apache-2.0
// Volatile shared memory at positions that depend on data: sums over segments, under divergence
// too, and several lanes at one place, where one of their values stays.
#include "../check.h"

// Sums over segments of `size` threads, a power of two, with zeros in front of each segment.
__device__ unsigned segment_sum(unsigned value, volatile unsigned* s, unsigned size) {
  const unsigned t = check::tid();
  // The last segment's zeros belong to threads that may not be there.
  for (unsigned k = t; k < 2 * 1024 + 64; k += check::block_threads()) s[k] = 0;
  __syncthreads();
  const unsigned at = 2 * t - (t & (size - 1)) + size;
  s[at] = value;
  for (unsigned offset = 1; offset < size; offset *= 2) {
    __syncthreads();
    const unsigned sum = s[at] + s[at - offset];
    __syncthreads();
    s[at] = sum;
  }
  return s[at];
}

__global__ void sums(const unsigned* in, unsigned* out, unsigned size) {
  __shared__ unsigned s[2 * 1024 + 64];
  out[check::gid()] = segment_sum(in[check::gid()], s, size);
}

__global__ void scattered(const unsigned* in, unsigned* out) {
  __shared__ volatile unsigned s[1024];
  const unsigned t = check::tid(), i = check::gid(), n = check::block_threads();
  const unsigned other = n - 1 - t;
  s[other] = in[i];
  __syncthreads();
  unsigned sum = 0;
  if (in[i] % 3 != 0) {
    s[other] = s[other] + 5;
    sum = s[other] * 2;
  }
  __syncthreads();
  const unsigned kept = s[in[i] % n];
  out[i] = sum + kept;
}

__global__ void one_stays(const unsigned* in, unsigned* out) {
  __shared__ volatile unsigned s[8];
  const unsigned t = check::tid(), i = check::gid(), slot = in[i] % 8;
  s[slot] = t;
  __syncthreads();
  out[i] = in[i - t + s[slot]] % 8 == slot;
}

int main() {
  for (unsigned size : {2u, 16u, 64u}) {
    check::run<unsigned>(
        "sums of segments",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) { sums<<<g, b>>>(in, out, size); },
        [=](const check::Thread& t, const unsigned* in) {
          unsigned sum = 0;
          for (unsigned k = t.linear / size * size; k <= t.linear; ++k)
            sum += in[t.block_first + k];
          return sum;
        });
  }
  check::run<unsigned>(
      "scattered",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { scattered<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const auto after = [&](unsigned value) { return value + (value % 3 != 0 ? 5 : 0); };
        const unsigned mine = in[t.global];
        const unsigned from = t.block_threads - 1 - mine % t.block_threads;
        return (mine % 3 != 0 ? after(mine) * 2 : 0) + after(in[t.block_first + from]);
      });
  check::run<unsigned>(
      "one stays",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { one_stays<<<g, b>>>(in, out); },
      [](const check::Thread&, const unsigned*) { return 1u; });
  return check::result();
}
