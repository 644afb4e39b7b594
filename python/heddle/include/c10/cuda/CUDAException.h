// SPDX-License-Identifier: Apache-2.0
// An error of a call of the runtime becomes a c10::Error, which Python sees as a RuntimeError.
#pragma once

#include <c10/cuda/CUDAMacros.h>
#include <c10/util/Exception.h>
#include <cuda_runtime_api.h>

#define C10_CUDA_CHECK(EXPR)                                                                \
  do {                                                                                      \
    const cudaError_t heddle_error = (EXPR);                                                \
    if (heddle_error != cudaSuccess) {                                                      \
      (void)cudaGetLastError();                                                             \
      TORCH_CHECK(false, "CUDA error: ", cudaGetErrorString(heddle_error), " (" #EXPR ")"); \
    }                                                                                       \
  } while (0)

#define C10_CUDA_CHECK_WARN(EXPR)                                     \
  do {                                                                \
    const cudaError_t heddle_error = (EXPR);                          \
    if (heddle_error != cudaSuccess) {                                \
      (void)cudaGetLastError();                                       \
      TORCH_WARN("CUDA warning: ", cudaGetErrorString(heddle_error)); \
    }                                                                 \
  } while (0)

// The program looks at the error itself.
#define C10_CUDA_ERROR_HANDLED(EXPR) (EXPR)

#define C10_CUDA_IGNORE_ERROR(EXPR)                      \
  do {                                                   \
    if ((EXPR) != cudaSuccess) (void)cudaGetLastError(); \
  } while (0)

#define C10_CUDA_CLEAR_ERROR() ((void)cudaGetLastError())

// Behind <<<>>>. The kernel has ended by then (CUDA_LAUNCH_BLOCKING), so faults are seen, too.
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define TORCH_DSA_KERNEL_LAUNCH(kernel, grid, block, shared, stream, ...) \
  do {                                                                    \
    kernel<<<grid, block, shared, stream>>>(__VA_ARGS__);                 \
    C10_CUDA_KERNEL_LAUNCH_CHECK();                                       \
  } while (0)
