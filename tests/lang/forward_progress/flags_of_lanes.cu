// SPDX-License-Identifier: Apache-2.0
// also: hurried
// A lane raises a flag of the block that the other lanes of its warp look at in a loop; both are
// volatile, so the lanes of a kernel that runs thread by thread are kept in step there.
#include "../check.h"

__global__ void flag_of_one(unsigned raiser, const unsigned* in, unsigned* out) {
  __shared__ unsigned flag, told;
  const unsigned tid = check::tid(), by = raiser % check::block_threads();
  if (tid == 0) flag = 0;
  __syncthreads();
  if (tid == by) {
    told = in[by] * 3 + 1;
    __threadfence_block();
    *(volatile unsigned*)&flag = 1;
  }
  while (*(volatile unsigned*)&flag == 0) {
  }
  __threadfence_block();
  out[check::gid()] = *(volatile unsigned*)&told + in[tid];
}

// Each lane waits for the one before it in the block.
__global__ void one_after_the_other(const unsigned* in, unsigned* out) {
  __shared__ unsigned turn, sum;
  const unsigned tid = check::tid();
  if (tid == 0) turn = sum = 0;
  __syncthreads();
  while (*(volatile unsigned*)&turn != tid) {
  }
  __threadfence_block();
  *(volatile unsigned*)&sum = *(volatile unsigned*)&sum * 5 + in[tid];
  out[check::gid()] = *(volatile unsigned*)&sum;
  __threadfence_block();
  *(volatile unsigned*)&turn = tid + 1;
}

int main() {
  for (const unsigned raiser : {0u, 5u, 37u, 1000u}) {
    check::run<unsigned>(
        "flag of one",
        [&](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
          flag_of_one<<<grid, block>>>(raiser, in, out);
        },
        [&](const check::Thread& t, const unsigned* in) {
          return in[raiser % t.block_threads] * 3 + 1 + in[t.linear];
        });
  }
  check::run<unsigned>(
      "one after the other",
      [](dim3 grid, dim3 block, const unsigned* in, unsigned* out) {
        one_after_the_other<<<grid, block>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned sum = 0;
        for (unsigned k = 0; k <= t.linear; ++k) sum = sum * 5 + in[k];
        return sum;
      });
  return check::result();
}
