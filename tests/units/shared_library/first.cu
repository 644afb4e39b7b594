// SPDX-License-Identifier: Apache-2.0
static __device__ unsigned state = 1;
static __global__ void kernel(unsigned* p, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = p[i] * 3 + state;
}
extern "C" int run_first(unsigned* host, unsigned n) {
  unsigned* p;
  if (cudaMalloc(&p, n * 4) != cudaSuccess) return 1;
  cudaMemcpy(p, host, n * 4, cudaMemcpyHostToDevice);
  kernel<<<(n + 63) / 64, 64>>>(p, n);
  cudaMemcpy(host, p, n * 4, cudaMemcpyDeviceToHost);
  return cudaFree(p) != cudaSuccess;
}
