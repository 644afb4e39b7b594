// SPDX-License-Identifier: Apache-2.0
// Several lanes store to one address: one of their values stays, never that of a lane that did not
// store; nothing is stored when no lane is active; the same word written by lanes in turn.
#include "../check.h"

__global__ void kernel(const unsigned* in, uint4* out, unsigned* words) {
  __shared__ unsigned s[2];
  unsigned t = check::tid(), i = check::gid(), n = check::block_threads();
  unsigned* mine = words + blockIdx.x * 4;
  if (t == 0) s[0] = s[1] = mine[0] = mine[1] = mine[2] = 0xffffffffu;
  __syncthreads();
  if (in[i] % 3 == 0) {
    s[0] = t;
    mine[0] = t;
  }
  if (in[i] == 0x31415926u) s[1] = mine[1] = t;  // no lane
  mine[2] = 17;                                  // all lanes, the same value
  for (unsigned k = 0; k < n; ++k) {
    if (t == k) s[1] = s[1] * 3 + in[i];  // in turn
    __syncthreads();
  }
  out[i] = make_uint4(s[0], mine[0], mine[1] + mine[2], s[1]);
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    const unsigned blocks = 3;
    unsigned n = blocks * s.threads();
    unsigned* in = (unsigned*)malloc(n * 4);
    uint4* out = (uint4*)malloc(n * sizeof(uint4));
    for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i + 99);
    unsigned* device_in = check::device_array<unsigned>(n);
    unsigned* words = check::device_array<unsigned>(4 * blocks);
    uint4* device_out = check::device_array<uint4>(n);
    check::cuda(cudaMemcpy(device_in, in, n * 4, cudaMemcpyHostToDevice), "in");
    kernel<<<blocks, dim3(s.x, s.y, s.z)>>>(device_in, device_out, words);
    check::cuda(cudaMemcpy(out, device_out, n * sizeof(uint4), cudaMemcpyDeviceToHost), "out");
    for (unsigned i = 0; i < n; ++i) {
      check::Thread t = check::thread_at(s, blocks, i);
      unsigned writers = 0, chain = 0xffffffffu;
      for (unsigned k = 0; k < s.threads(); ++k) {
        writers += in[t.block_first + k] % 3 == 0;
        chain = chain * 3 + in[t.block_first + k];
      }
      for (unsigned got : {out[i].x, out[i].y}) {
        bool ok =
            writers ? got < s.threads() && in[t.block_first + got] % 3 == 0 : got == 0xffffffffu;
        if (!ok) check::report("a writer's value", t, writers, got);
      }
      if (out[i].z != 16) check::report("no writer, equal writers", t, 16u, out[i].z);
      if (out[i].w != chain) check::report("in turn", t, chain, out[i].w);
    }
    cudaFree(device_in);
    cudaFree(words);
    cudaFree(device_out);
    free(in);
    free(out);
  }
  return check::result();
}
