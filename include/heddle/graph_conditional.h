// SPDX-License-Identifier: Apache-2.0
// What kernels do to graphs (CUDA Runtime API, "Graph Management", device functions).
#pragma once

// A handle is the address of the value that a conditional node looks at.
static __device__ inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                                      unsigned int value) {
  *(volatile unsigned int*)handle = value;
}
