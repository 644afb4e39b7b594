// SPDX-License-Identifier: Apache-2.0
// Kernels without barriers that kernels launch: the oracle runs them where they are launched.
#pragma once

#include "oracle.h"

namespace oracle {

template <class Kernel>
void child(unsigned blocks, unsigned count, Kernel kernel) {
  const dim3 thread = threadIdx, block = blockIdx, shape = blockDim, grid = gridDim;
  gridDim = dim3(blocks), blockDim = dim3(count);
  for (unsigned b = 0; b < blocks; ++b) {
    for (unsigned t = 0; t < count; ++t) {
      blockIdx = dim3(b, 0, 0), threadIdx = dim3(t, 0, 0);
      blockDim = dim3(count), gridDim = dim3(blocks);
      kernel();
    }
  }
  threadIdx = thread, blockIdx = block, blockDim = shape, gridDim = grid;
}

}  // namespace oracle

#define CHILD(kernel, blocks, threads, stream, ...) \
  oracle::child(blocks, threads, [=] { kernel(__VA_ARGS__); })
