// SPDX-License-Identifier: Apache-2.0
// Kernels, device variables and functions of the same names, internal to each translation unit.
#include "check.h"

static __device__ unsigned counter = 3;
static __constant__ unsigned factor = 10;
static __device__ __noinline__ unsigned scale(unsigned v) {
  return v * factor + 1;
}
static __global__ void kernel(const unsigned* in, unsigned* out) {
  unsigned i = check::gid();
  out[i] = scale(in[i]) + counter;
}

void run_second();
void launch_second(dim3 grid, dim3 block, const unsigned* in, unsigned* out, unsigned by);

int main() {
  check::run<unsigned>(
      "first", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return in[t.global] * 10 + 4; });
  run_second();
  check::run<unsigned>(
      "host function that launches",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { launch_second(g, b, in, out, 7); },
      [](const check::Thread& t, const unsigned* in) { return in[t.global] * 7; });
  return check::result();
}
