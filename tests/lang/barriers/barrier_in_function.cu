// SPDX-License-Identifier: Apache-2.0
// Barriers inside called functions, inlined and not, with values of the caller live across them.
#include "../check.h"

__device__ __noinline__ unsigned neighbour(unsigned* s, unsigned value, unsigned offset) {
  unsigned t = check::tid(), n = check::block_threads();
  __syncthreads();
  s[t] = value;
  __syncthreads();
  return s[(t + offset) % n];
}

__device__ unsigned twice(unsigned* s, unsigned value) {
  unsigned a = neighbour(s, value, 1);
  return a * 3 + neighbour(s, a, 5);
}

__global__ void kernel(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned i = check::gid(), keep = in[i] * 17;
  unsigned local[5];
  for (unsigned k = 0; k < 5; ++k) local[k] = in[i + k];
  unsigned r = 0;
  for (unsigned k = 0; k < 3; ++k) r = r * 7 + twice(s, in[i] + k) + local[(in[i] + k) % 5];
  out[i] = r + keep;
}

int main() {
  check::run<unsigned>(
      "barrier in a function that is not inlined",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned n = t.block_threads, r = 0;
        const unsigned* block = in + t.block_first;
        for (unsigned k = 0; k < 3; ++k) {
          unsigned a = block[(t.linear + 1) % n] + k;
          unsigned b = block[(t.linear + 5 + 1) % n] + k;
          r = r * 7 + a * 3 + b + in[t.global + (in[t.global] + k) % 5];
        }
        return r + in[t.global] * 17;
      });
  return check::result();
}
