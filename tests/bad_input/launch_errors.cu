// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

__global__ void fine(unsigned* p) {
  if (p) p[0] = 1;
}
__global__ void __launch_bounds__(64) bounded(unsigned* p) {
  if (p) p[0] = 1;
}

// The documents say cudaErrorInvalidConfiguration, an H200 with CUDA 13 says cudaErrorInvalidValue.
void refused(const char* what) {
  cudaError_t got = cudaGetLastError();
  bad::that(got == cudaErrorInvalidConfiguration || got == cudaErrorInvalidValue, what);
  bad::is(cudaGetLastError(), cudaSuccess, "the error is cleared");
  bad::is(cudaDeviceSynchronize(), cudaSuccess, "a refused launch is not sticky");
}

int main() {
  unsigned* p = nullptr;
  fine<<<1, 1025>>>(p);
  refused("too many threads in x");
  fine<<<1, dim3(32, 33)>>>(p);
  refused("too many threads");
  fine<<<1, dim3(1, 1, 65)>>>(p);
  refused("too many threads in z");
  fine<<<0, 32>>>(p);
  refused("no blocks");
  fine<<<dim3(1, 0), 32>>>(p);
  refused("no blocks in y");
  fine<<<1, 0>>>(p);
  refused("no threads");
  fine<<<dim3(1, 65536), 32>>>(p);
  refused("too many blocks in y");
  fine<<<1, 32, 1 << 20>>>(p);
  bad::is(cudaGetLastError(), cudaErrorInvalidValue, "too much shared memory");
  fine<<<1, 32, 48 * 1024 + 1>>>(p);
  bad::is(cudaGetLastError(), cudaErrorInvalidValue, "more shared memory than without opting in");
  bounded<<<1, 65>>>(p);
  bad::that(cudaGetLastError() != cudaSuccess, "more threads than the launch bounds");
  void* much = nullptr;
  bad::is(cudaMalloc(&much, (size_t)1 << 50), cudaErrorMemoryAllocation, "cudaMalloc of 1 PB");
  bad::is(cudaGetLastError(), cudaErrorMemoryAllocation, "the error is kept");
  bad::device_works("after all of them");
  return bad::failures() != 0;
}
