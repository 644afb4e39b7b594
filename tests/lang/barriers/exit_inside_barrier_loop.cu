// SPDX-License-Identifier: Apache-2.0
// Lanes return in different iterations of a loop that holds barriers; the rest keep meeting there.
// Whole warps leave too, and the last one left goes on alone.
#include "../check.h"

__global__ void one_by_one(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid(), r = in[i];
  s[t] = r;
  for (unsigned k = 0; k < 12; ++k) {
    __syncthreads();
    unsigned v = s[(t + k) % n];
    __syncthreads();
    r = r * 3 + v;
    s[t] = r;
    out[i] = r;
    if (in[i] % 16 == k) return;
  }
  out[i] = r + 1;
}

__global__ void warps_leave(const unsigned* in, unsigned* out) {
  unsigned t = check::tid(), i = check::gid();
  for (unsigned k = 0;; ++k) {
    int count = __syncthreads_count(in[i] % 2);
    out[i] = (unsigned)count + k * 10000;
    if (t / 32 <= k) return;
  }
}

int main() {
  check::run<unsigned>(
      "one by one",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { one_by_one<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        static unsigned s[1024], next[1024];
        static unsigned long long cached = ~0ull;  // the same block is asked for by each thread
        static unsigned result[1024];
        unsigned n = t.block_threads;
        const unsigned* block = in + t.block_first;
        unsigned long long key =
            (unsigned long long)n << 32 | t.block | (t.linear == 0 ? 1ull << 63 : 0);
        if (t.linear == 0 || cached != (key | 1ull << 63)) {
          cached = key | 1ull << 63;
          static bool gone[1024];
          for (unsigned k = 0; k < n; ++k) s[k] = result[k] = block[k], gone[k] = false;
          for (unsigned k = 0; k < 12; ++k) {
            memcpy(next, s, sizeof s);
            for (unsigned l = 0; l < n; ++l) {
              if (gone[l]) continue;
              next[l] = result[l] = result[l] * 3 + s[(l + k) % n];
              gone[l] = block[l] % 16 == k;
            }
            memcpy(s, next, sizeof s);
          }
          for (unsigned l = 0; l < n; ++l) result[l] += !gone[l];
        }
        return result[t.linear];
      });
  check::run<unsigned>(
      "whole warps",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { warps_leave<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned count = 0;
        for (unsigned k = t.warp * 32; k < t.block_threads; ++k) count += in[t.block_first + k] % 2;
        return count + t.warp * 10000;
      });
  return check::result();
}
