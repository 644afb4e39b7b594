// SPDX-License-Identifier: Apache-2.0
// Lanes that exit before a barrier count as arrived; the others go on and see what was written
// before the barrier. Exits at several places, whole warps too.
#include "../check.h"

__global__ void some_lanes(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), n = check::block_threads();
  s[t] = in[check::gid()];
  out[check::gid()] = 1;
  if (s[t] % 3 == 0) return;
  __syncthreads();
  unsigned a = s[n - 1 - t];
  __syncthreads();
  s[t] = a * 3;
  out[check::gid()] = a;
  if (a % 5 == 0) return;
  __syncthreads();
  out[check::gid()] = a + s[t];
}

__global__ void out_of_range(const unsigned* in, unsigned* out, unsigned limit) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid();
  out[check::gid()] = 7;
  s[t] = in[check::gid()];
  if (t >= limit) return;
  for (unsigned step = 1; step < 4; ++step) {
    __syncthreads();
    unsigned v = s[(t + step) % limit];
    __syncthreads();
    s[t] += v;
  }
  out[check::gid()] = s[t];
}

int main() {
  check::run<unsigned>(
      "lanes exit at two places",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { some_lanes<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        if (in[t.global] % 3 == 0) return 1u;
        unsigned a = in[t.block_first + t.block_threads - 1 - t.linear];
        return a % 5 == 0 ? a : a + a * 3;
      });
  for (unsigned percent : {1u, 40u, 60u, 97u}) {
    auto limit_of = [=](unsigned n) { return n * percent / 100 + 1; };
    check::run<unsigned>(
        "threads past a limit exit",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          out_of_range<<<g, b>>>(in, out, limit_of(b.x * b.y * b.z));
        },
        [=](const check::Thread& t, const unsigned* in) {
          unsigned limit = limit_of(t.block_threads);
          if (t.linear >= limit) return 7u;
          static unsigned s[1024], next[1024];
          for (unsigned k = 0; k < limit; ++k) s[k] = in[t.block_first + k];
          for (unsigned step = 1; step < 4; ++step) {
            for (unsigned k = 0; k < limit; ++k) next[k] = s[k] + s[(k + step) % limit];
            std::memcpy(s, next, sizeof s);
          }
          return s[t.linear];
        });
  }
  return check::result();
}
