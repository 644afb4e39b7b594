// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Blocks that hand items on: consumers in the first blocks, producers in the last ones, through a
// ring whose ends both watch; and warps of one block.
#include "../check.h"

struct Ring {
  volatile unsigned head, tail, items[8];
};

__device__ unsigned consume(Ring* ring) {
  const unsigned at = ring->head;
  unsigned looks = 0;
  while (ring->tail == at) {
    if (++looks % 16 == 0) __nanosleep(10);
  }
  __threadfence();
  const unsigned item = ring->items[at % 8];
  __threadfence();
  ring->head = at + 1;
  return item;
}
__device__ void produce(Ring* ring, unsigned item) {
  const unsigned at = ring->tail;
  for (;;) {
    if (at - ring->head < 8) break;
  }
  ring->items[at % 8] = item;
  __threadfence();
  ring->tail = at + 1;
}

// Block b of the first half consumes what block b of the second half makes.
__global__ void blocks(Ring* rings, unsigned* out, unsigned count) {
  const unsigned half = gridDim.x / 2;
  if (threadIdx.x != 0) return;
  if (blockIdx.x < half) {
    unsigned sum = 0;
    for (unsigned k = 0; k < count; ++k) sum = sum * 3 + consume(&rings[blockIdx.x]);
    out[blockIdx.x] = sum;
  } else {
    const unsigned b = blockIdx.x - half;
    for (unsigned k = 0; k < count; ++k) produce(&rings[b], check::mix(b * 1000 + k));
  }
}

// The first half of the warps consumes what the second half makes.
__global__ void warps(unsigned* out, unsigned count) {
  __shared__ Ring rings[4];
  if (threadIdx.x < 4) rings[threadIdx.x].head = rings[threadIdx.x].tail = 0;
  __syncthreads();
  const unsigned warp = threadIdx.x / 32, half = blockDim.x / 64;
  if (threadIdx.x % 32 != 0) return;
  if (warp < half) {
    unsigned sum = 0;
    for (unsigned k = 0; k < count; ++k) sum = sum * 3 + consume(&rings[warp]);
    out[blockIdx.x * half + warp] = sum;
  } else {
    for (unsigned k = 0; k < count; ++k) produce(&rings[warp - half], check::mix(warp * 1000 + k));
  }
}

int main() {
  constexpr unsigned most = 32, count = 40;
  auto* rings = check::device_array<Ring>(most);
  auto* device_out = check::device_array<unsigned>(most);
  unsigned out[most];
  for (unsigned half : {1u, 3u, 20u}) {
    cudaMemset(rings, 0, most * sizeof(Ring));
    blocks<<<2 * half, 64>>>(rings, device_out, count);
    check::cuda(cudaMemcpy(out, device_out, half * 4, cudaMemcpyDeviceToHost), "blocks");
    for (unsigned b = 0; b < half; ++b) {
      unsigned sum = 0;
      for (unsigned k = 0; k < count; ++k) sum = sum * 3 + check::mix(b * 1000 + k);
      check::equal(out[b], sum, "consumers before producers");
    }
  }
  warps<<<3, 256>>>(device_out, count);
  check::cuda(cudaMemcpy(out, device_out, 12 * 4, cudaMemcpyDeviceToHost), "warps");
  for (unsigned w = 0; w < 12; ++w) {
    unsigned sum = 0;
    for (unsigned k = 0; k < count; ++k) sum = sum * 3 + check::mix((w % 4 + 4) * 1000 + k);
    check::equal(out[w], sum, "warps that consume before those that produce");
  }
  return check::result();
}
