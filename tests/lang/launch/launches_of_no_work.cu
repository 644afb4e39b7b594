// SPDX-License-Identifier: Apache-2.0
// Empty kernels, kernels whose threads all return at once, copies and sets of zero bytes, unused
// kernels, the same kernel launched many times, launches without a synchronisation between them.
#include "../check.h"

__global__ void empty() {}
__global__ void never_launched(unsigned* p) {
  p[threadIdx.x] = 1 / (p[0] - p[0]);
}
__global__ void all_return(unsigned* p, unsigned limit) {
  if (check::gid() >= limit) return;
  __syncthreads();
  p[0] = 99;
}
__global__ void only_barriers() {
  for (unsigned k = 0; k < 5; ++k) __syncthreads();
}
__global__ void next(unsigned* p) {
  p[check::tid()] = p[check::tid()] * 3 + 1;
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    dim3 b(s.x, s.y, s.z);
    unsigned n = s.threads();
    unsigned* p = check::device_array<unsigned>(n);
    unsigned host[1024] = {};
    check::cuda(cudaMemset(p, 0, n * 4), "zero");
    empty<<<3, b>>>();
    all_return<<<3, b>>>(p, 0);
    only_barriers<<<3, b>>>();
    for (unsigned k = 0; k < 20; ++k) next<<<1, b>>>(p);
    check::cuda(cudaMemcpy(p, host, 0, cudaMemcpyHostToDevice), "no bytes in");
    check::cuda(cudaMemcpy(host, p, 0, cudaMemcpyDeviceToHost), "no bytes out");
    check::cuda(cudaMemset(p, 0xff, 0), "no bytes set");
    check::cuda(cudaMemcpy(host, p, n * 4, cudaMemcpyDeviceToHost), "out");
    for (unsigned k = 0; k < n; ++k) {
      unsigned want = 1743392200u;  // (3^20 - 1) / 2
      if (host[k] != want)
        check::report("twenty launches", check::thread_at(s, 1, k), want, host[k]);
    }
    cudaFree(p);
  }
  check::cuda(cudaDeviceSynchronize(), "synchronise");
  return check::result();
}
