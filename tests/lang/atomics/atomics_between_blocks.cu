// SPDX-License-Identifier: Apache-2.0
// Blocks that cooperate through global memory: the last block to finish, found by a ticket, sums
// what all blocks have written; a histogram in shared memory merged into a global one.
#include "../check.h"

__global__ void last_block_sums(const unsigned* in, unsigned* partial, unsigned* ticket,
                                unsigned* total) {
  __shared__ unsigned sum;
  __shared__ bool last;
  if (check::tid() == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[check::gid()]);
  __syncthreads();
  if (check::tid() == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  if (check::tid() == 0) sum = 0;
  __syncthreads();
  for (unsigned b = check::tid(); b < gridDim.x; b += check::block_threads())
    atomicAdd(&sum, ((volatile unsigned*)partial)[b]);
  __syncthreads();
  if (check::tid() == 0) *total = sum;
}

__global__ void histogram(const unsigned* in, unsigned n, unsigned* bins) {
  __shared__ unsigned s[64];
  for (unsigned k = check::tid(); k < 64; k += check::block_threads()) s[k] = 0;
  __syncthreads();
  unsigned step = gridDim.x * check::block_threads();
  for (unsigned i = check::gid(); i < n; i += step) atomicAdd(&s[in[i] % 61], 1u);
  __syncthreads();
  for (unsigned k = check::tid(); k < 64; k += check::block_threads()) atomicAdd(&bins[k], s[k]);
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    const unsigned blocks = 13;
    unsigned n = blocks * s.threads(), sum = 0, bins[64] = {}, got[64];
    unsigned* in = (unsigned*)malloc(n * 4);
    for (unsigned i = 0; i < n; ++i) {
      in[i] = check::mix(i + s.y);
      sum += in[i];
      ++bins[in[i] % 61];
    }
    unsigned* device_in = check::device_array<unsigned>(n);
    unsigned* scratch = check::device_array<unsigned>(blocks + 2 + 64);
    check::cuda(cudaMemcpy(device_in, in, n * 4, cudaMemcpyHostToDevice), "in");
    check::cuda(cudaMemset(scratch, 0, (blocks + 2 + 64) * 4), "scratch");
    dim3 block(s.x, s.y, s.z);
    for (unsigned again = 0; again < 3; ++again) {  // atomicInc resets the ticket
      last_block_sums<<<blocks, block>>>(device_in, scratch + 2, scratch, scratch + 1);
      check::cuda(cudaMemcpy(got, scratch, 8, cudaMemcpyDeviceToHost), "total");
      check::equal(got[1], sum, "sum by the last block");
      check::equal(got[0], 0u, "ticket");
      check::cuda(cudaMemset(scratch + 1, 0, 4), "total");
    }
    histogram<<<5, block>>>(device_in, n, scratch + 2 + blocks);
    check::cuda(cudaMemcpy(got, scratch + 2 + blocks, sizeof got, cudaMemcpyDeviceToHost), "bins");
    for (unsigned k = 0; k < 64; ++k) check::equal(got[k], bins[k], "bin");
    cudaFree(device_in);
    cudaFree(scratch);
    free(in);
  }
  return check::result();
}
