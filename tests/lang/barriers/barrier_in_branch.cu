// SPDX-License-Identifier: Apache-2.0
// Barriers under a condition that all threads of a block share but the compiler cannot know: it is
// loaded per lane; it differs from block to block.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out, const unsigned* same) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  s[t] = in[i];
  unsigned choice = same[t];  // equal in every lane, but only at run time
  unsigned r = 0;
  if ((choice + blockIdx.x) % 2 == 0) {
    __syncthreads();
    r = s[(t * 7 + 1) % n];
    if (choice > 10) {
      __syncthreads();
      s[t] = r + 1;
      __syncthreads();
      r += s[n - 1 - t];
    }
  } else {
    r = 5;
  }
  out[i] = r + in[i];
}

// A warp decides by its own index, all of its lanes alike, and each side has its own barrier: the
// same number of barriers on both sides.
__global__ void by_warp(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  unsigned r;
  if (t / 32 % 2 == 0) {
    s[t] = in[i];
    __syncthreads();
    r = s[n - 1 - t];
  } else {
    s[t] = in[i] + 1;
    __syncthreads();
    r = s[n - 1 - t] * 3;
  }
  out[i] = r;
}

int main() {
  for (unsigned choice = 9; choice < 13; ++choice) {
    check::run<unsigned>(
        "uniform at run time",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          unsigned host[1024];
          for (unsigned& v : host) v = choice;
          unsigned* same = check::device_array<unsigned>(1024);
          cudaMemcpy(same, host, sizeof host, cudaMemcpyHostToDevice);
          kernel<<<g, b>>>(in, out, same);
          cudaDeviceSynchronize();
          cudaFree(same);
        },
        [=](const check::Thread& t, const unsigned* in) {
          unsigned n = t.block_threads, r = 5;
          const unsigned* s = in + t.block_first;
          if ((choice + t.block) % 2 == 0) {
            r = s[(t.linear * 7 + 1) % n];
            if (choice > 10) r += s[((n - 1 - t.linear) * 7 + 1) % n] + 1;
          }
          return r + in[t.global];
        });
  }
  check::run<unsigned>(
      "each warp its own barrier",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { by_warp<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned other = t.block_threads - 1 - t.linear;
        unsigned v = in[t.block_first + other] + other / 32 % 2;
        return t.warp % 2 ? v * 3 : v;
      });
  return check::result();
}
