// SPDX-License-Identifier: Apache-2.0
// The kernels of this folder do wrong things on purpose. What must hold afterwards: the process
// lives, the error is the documented one, it is sticky until the device is reset, and then the
// device works again. The runner checks the line on stderr (see run-bad-input).
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace bad {

inline int& failures() {
  static int count = 0;
  return count;
}

inline void that(bool ok, const char* what) {
  if (ok) return;
  ++failures();
  std::printf("FAIL %s\n", what);
}

inline void is(cudaError_t got, cudaError_t want, const char* what) {
  if (got == want) return;
  ++failures();
  std::printf("FAIL %s: expected %s got %s\n", what, cudaGetErrorName(want), cudaGetErrorName(got));
}

__global__ void well_behaved(unsigned* p) {
  p[threadIdx.x] = threadIdx.x * 3 + 1;
}

inline void device_works(const char* when) {
  unsigned* p = nullptr;
  unsigned host[64] = {};
  is(cudaMalloc(&p, sizeof host), cudaSuccess, when);
  well_behaved<<<1, 64>>>(p);
  is(cudaGetLastError(), cudaSuccess, when);
  is(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess, when);
  for (unsigned k = 0; k < 64; ++k) that(host[k] == k * 3 + 1, when);
  is(cudaFree(p), cudaSuccess, when);
}

// Call it after the launch of the faulting kernel.
inline int fault(cudaError_t want, cudaError_t or_else = cudaSuccess) {
  is(cudaGetLastError(), cudaSuccess, "the launch itself");
  cudaError_t got = cudaDeviceSynchronize();
  if (or_else != cudaSuccess && got == or_else) want = or_else;
  is(got, want, "cudaDeviceSynchronize");
  void* p = nullptr;
  is(cudaMalloc(&p, 4), want, "sticky: cudaMalloc");
  is(cudaDeviceSynchronize(), want, "sticky: cudaDeviceSynchronize");
  well_behaved<<<1, 64>>>(nullptr);
  is(cudaGetLastError(), want, "sticky: a launch");
  is(cudaDeviceReset(), cudaSuccess, "cudaDeviceReset");
  cudaGetLastError();
  device_works("after cudaDeviceReset");
  return failures() != 0;
}

}  // namespace bad
