// SPDX-License-Identifier: Apache-2.0
// make_cudaPitchedPtr(), make_cudaPos() and make_cudaExtent() for 3-D memory (CUDA Runtime API,
// "C++ API Routines" and "Memory Management"). Host functions, also in C.
#pragma once

#include "driver_types.h"
#include "host_defines.h"

#define HEDDLE_MAKE static __inline__ __attribute__((always_inline, unused)) __host__

// d: the memory; p: pitch in bytes; xsz: elements in a row; ysz: rows.
HEDDLE_MAKE struct cudaPitchedPtr make_cudaPitchedPtr(void* d, size_t p, size_t xsz, size_t ysz) {
  struct cudaPitchedPtr result = {d, p, xsz, ysz};
  return result;
}

HEDDLE_MAKE struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos result = {x, y, z};
  return result;
}

// w: bytes in a row (elements when an array takes part); h: rows; d: slices.
HEDDLE_MAKE struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
  struct cudaExtent result = {w, h, d};
  return result;
}

#undef HEDDLE_MAKE
