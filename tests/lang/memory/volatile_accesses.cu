// SPDX-License-Identifier: Apache-2.0
// volatile: every access happens, in order, also to locals and shared memory; a loop that waits for
// a value another block writes.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out, volatile unsigned* words) {
  __shared__ volatile unsigned s[1024];
  unsigned t = check::tid(), i = check::gid();
  volatile unsigned local = in[i];
  local = local + 1;
  s[t] = local;
  s[t] = s[t] * 3;
  words[i] = s[t];
  if (in[i] % 2) words[i] = words[i] + local;
  for (volatile unsigned k = 0; k < in[i] % 5; k = k + 1) words[i] = words[i] * 3;
  out[i] = words[i] + s[t];
}

// Each block waits for its predecessor: started in order, all of them finish.
__global__ void chain(volatile unsigned* flags, unsigned* ticket) {
  __shared__ unsigned me;
  if (check::tid() == 0) me = atomicAdd(ticket, 1u);
  __syncthreads();
  if (check::tid() == 0) {
    if (me > 0) {
      while (flags[me - 1] == 0) {
      }
    }
    flags[me] = (me ? flags[me - 1] : 0) + me + 1;
    __threadfence();
  }
}

int main() {
  check::run<unsigned>(
      "accesses",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        unsigned* words = check::device_array<unsigned>(g.x * b.x * b.y * b.z);
        kernel<<<g, b>>>(in, out, words);
        check::cuda(cudaDeviceSynchronize(), "kernel");
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v = in[t.global], s = (v + 1) * 3, w = s + (v % 2 ? v + 1 : 0);
        for (unsigned k = 0; k < v % 5; ++k) w *= 3;
        return w + s;
      });
  const unsigned blocks = 200;
  unsigned* flags = check::device_array<unsigned>(blocks + 1);
  for (unsigned threads : {1u, 64u}) {
    check::cuda(cudaMemset(flags, 0, (blocks + 1) * 4), "zero");
    chain<<<blocks, threads>>>(flags, flags + blocks);
    unsigned last = 0;
    check::cuda(cudaMemcpy(&last, flags + blocks - 1, 4, cudaMemcpyDeviceToHost), "flags");
    check::equal(last, blocks * (blocks + 1) / 2, "chain of blocks");
  }
  return check::result();
}
