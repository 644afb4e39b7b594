// SPDX-License-Identifier: Apache-2.0
#include "check.h"

static __device__ unsigned counter = 100;
static __constant__ unsigned factor = 20;
static __device__ __noinline__ unsigned scale(unsigned v) {
  return v * factor + 2;
}
static __global__ void kernel(const unsigned* in, unsigned* out) {
  unsigned i = check::gid();
  out[i] = scale(in[i]) + counter;
}

__global__ void elsewhere(const unsigned* in, unsigned* out, unsigned by) {
  out[check::gid()] = in[check::gid()] * by;
}

void run_second() {
  check::run<unsigned>(
      "second",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return in[t.global] * 20 + 102; });
}

void launch_second(dim3 grid, dim3 block, const unsigned* in, unsigned* out, unsigned by) {
  elsewhere<<<grid, block>>>(in, out, by);
}
