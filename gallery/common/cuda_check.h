// SPDX-License-Identifier: Apache-2.0
// Every CUDA call of the gallery goes through CUDA_CHECK: a call that fails ends the program.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace gallery {

inline void cuda_check(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorString(error),
               cudaGetErrorName(error));
  std::exit(1);
}

}  // namespace gallery

#define CUDA_CHECK(call) gallery::cuda_check((call), #call, __FILE__, __LINE__)
