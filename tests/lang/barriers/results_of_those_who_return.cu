// SPDX-License-Identifier: Apache-2.0
// A thread that stores and returns has stored when the others' next barrier opens, also where the
// store stands at the end of both ways: exited threads count as arrived (H200, 2026-11-23: so
// there).
#include "../check.h"

__global__ void before_the_first(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  s[t] = in[i];
  __syncthreads();
  if (in[i] % 5 == 0) {
    out[i] = 7;
    s[t] = 100 + t;
    return;
  }
  __syncthreads();
  out[i] = s[(t + 1) % n];
  __syncthreads();
  s[t] = 5;
}

int main() {
  check::run<unsigned>(
      "before the first",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        before_the_first<<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        if (in[t.global] % 5 == 0) return 7u;
        const unsigned next = (t.linear + 1) % t.block_threads;
        const unsigned value = in[t.block_first + next];
        return value % 5 == 0 ? 100 + next : value;
      });
  return check::result();
}
