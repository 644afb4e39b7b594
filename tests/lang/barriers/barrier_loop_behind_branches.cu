// SPDX-License-Identifier: Apache-2.0
// Loops with barriers behind branches that lanes take in different ways: their counters are the
// same for all lanes, inside a condition of several parts, with a break between two barriers, and
// where a value of the lane decides what is kept in the next round.
#include "../check.h"

// Lanes of the middle take their neighbours' sum, fewer in each round.
__global__ void shrink(const unsigned* in, unsigned* out, unsigned rounds) {
  __shared__ unsigned now[1024], next[1024];
  const unsigned t = check::tid(), n = check::block_threads();
  const unsigned mine = in[check::gid()];
  if (mine % 3 != 0 && (t < 5 || mine % 5 != 0)) now[t] = mine;
  if (mine % 3 == 0 || (t >= 5 && mine % 5 == 0)) now[t] = t;
  __syncthreads();
  bool computed = false;
  for (unsigned i = 0; i < rounds; ++i) {
    computed = false;
    if (t > i && t + i + 1 < n && mine % 7 != i) {
      next[t] = now[t - 1] + 2 * now[t + 1];
      computed = true;
    }
    __syncthreads();
    if (i == rounds - 1) break;
    if (computed) now[t] = next[t];
    __syncthreads();
  }
  out[check::gid()] = computed ? next[t] : now[t] + 1;
}

void host(unsigned* now, const unsigned* mine, unsigned n, unsigned rounds, unsigned* out) {
  static unsigned next[1024];
  static bool computed[1024];
  for (unsigned t = 0; t < n; ++t) {
    now[t] = mine[t] % 3 != 0 && (t < 5 || mine[t] % 5 != 0) ? mine[t] : t;
    computed[t] = false;
  }
  for (unsigned i = 0; i < rounds; ++i) {
    for (unsigned t = 0; t < n; ++t) {
      computed[t] = t > i && t + i + 1 < n && mine[t] % 7 != i;
      if (computed[t]) next[t] = now[t - 1] + 2 * now[t + 1];
    }
    if (i == rounds - 1) break;
    for (unsigned t = 0; t < n; ++t) {
      if (computed[t]) now[t] = next[t];
    }
  }
  for (unsigned t = 0; t < n; ++t) out[t] = computed[t] ? next[t] : now[t] + 1;
}

int main() {
  for (unsigned rounds : {0u, 1u, 2u, 6u}) {
    check::run<unsigned>(
        "shrink",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          shrink<<<g, b>>>(in, out, rounds);
        },
        [=](const check::Thread& t, const unsigned* in) {
          static unsigned now[1024], want[1024];
          if (t.linear == 0) host(now, in + t.block_first, t.block_threads, rounds, want);
          return want[t.linear];
        });
  }
  return check::result();
}
