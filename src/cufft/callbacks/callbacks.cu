// SPDX-License-Identifier: Apache-2.0
// Reads and writes all numbers of an array through functions of the program. A module of its own
// (lib/heddle/cufft_callbacks.fatbin), which ../callbacks.cpp loads.
#include <cufftXt.h>

#include "walk.h"

namespace {

using heddle::cufft::Walk;

__device__ unsigned long long index() {
  return blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
}

extern __shared__ double shared[];  // what cufftXtSetCallbackSharedSize() asked for

template <class T, class Load>
__device__ void load(const Walk& walk, void* from, T* to, Load function, void* info) {
  const unsigned long long i = index();
  if (i < walk.count) to[i] = function(from, walk.offset(i), info, shared);
}

template <class T, class Store>
__device__ void store(const Walk& walk, const T* from, void* to, Store function, void* info) {
  const unsigned long long i = index();
  if (i < walk.count) function(to, walk.offset(i), from[i], info, shared);
}

}  // namespace

#define HEDDLE_KERNELS(letter, type)                                                            \
  extern "C" __global__ void heddle_cufft_load_##letter(                                        \
      Walk walk, void* from, type* to, cufftCallbackLoad##letter function, void* info) {        \
    load(walk, from, to, function, info);                                                       \
  }                                                                                             \
  extern "C" __global__ void heddle_cufft_store_##letter(                                       \
      Walk walk, const type* from, void* to, cufftCallbackStore##letter function, void* info) { \
    store(walk, from, to, function, info);                                                      \
  }
HEDDLE_KERNELS(C, cufftComplex)
HEDDLE_KERNELS(Z, cufftDoubleComplex)
HEDDLE_KERNELS(R, cufftReal)
HEDDLE_KERNELS(D, cufftDoubleReal)
