// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp exchange values through shared memory with __syncwarp and volatile.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), i = check::gid(), mask = check::warp_mask();
  unsigned count = __popc(mask), first = t / 32 * 32, v = in[i];
  for (unsigned k = 0; k < 5; ++k) {
    s[t] = v;
    __syncwarp(mask);
    unsigned o = s[first + (t - first + 1) % count];
    __syncwarp(mask);
    v = v * 3 + o;
  }
  volatile unsigned* q = s;
  q[t] = v;
  __syncwarp(mask);
  unsigned r = q[first + count - 1 - (t - first)];
  r += q[t] - v;
  out[i] = r;
}

int main() {
  check::run<unsigned>(
      "exchange",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v[32], next[32], n = t.warp_lanes;
        for (unsigned k = 0; k < n; ++k) v[k] = in[t.warp_first + k];
        for (unsigned round = 0; round < 5; ++round) {
          for (unsigned k = 0; k < n; ++k) next[k] = v[k] * 3 + v[(k + 1) % n];
          memcpy(v, next, sizeof v);
        }
        return v[n - 1 - t.lane];
      });
  return check::result();
}
