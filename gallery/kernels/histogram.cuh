// SPDX-License-Identifier: Apache-2.0
// Histograms (spec/003, 2.2.3.8, for the cluster see cluster_histogram.cuh): values outside [0,
// nbins) count in the first and the last bin. bins is zeroed by the caller.
#pragma once

#include <cuda_runtime.h>

__device__ inline int histogram_bin(int value, int nbins) {
  if (value < 0) return 0;
  if (value >= nbins) return nbins - 1;
  return value;
}

__global__ void histogram_global(int* bins, int nbins, const int* input, size_t array_size) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < array_size;
       i += (size_t)blockDim.x * gridDim.x)
    atomicAdd(&bins[histogram_bin(input[i], nbins)], 1);
}

// Each block counts in shared memory (nbins ints, dynamic) and adds its counts once at the end.
__global__ void histogram_shared(int* bins, int nbins, const int* input, size_t array_size) {
  extern __shared__ int smem[];
  for (int i = threadIdx.x; i < nbins; i += blockDim.x) smem[i] = 0;
  __syncthreads();
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < array_size;
       i += (size_t)blockDim.x * gridDim.x)
    atomicAdd(&smem[histogram_bin(input[i], nbins)], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < nbins; i += blockDim.x)
    if (smem[i] != 0) atomicAdd(&bins[i], smem[i]);
}
