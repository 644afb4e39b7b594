// SPDX-License-Identifier: Apache-2.0
// The histogram of spec/001 3.2.5 and spec/003 2.2.3.8: the bins are spread over the shared memory
// of a thread block cluster. Values outside [0, nbins) count in the first and the last bin. bins is
// zeroed by the caller. (The index of an element is of the type of array_size here, so that it does
// not wrap around; the last block has fewer bins when nbins is not a multiple.)
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

// Shared memory: bins_per_block ints, dynamic. Block r of a cluster has the bins from
// r * bins_per_block on.
__global__ void clusterHist_kernel(int* bins, const int nbins, const int bins_per_block,
                                   const int* __restrict__ input, size_t array_size) {
  extern __shared__ int smem[];
  namespace cg = cooperative_groups;
  const size_t tid = cg::this_grid().thread_rank();

  cg::cluster_group cluster = cg::this_cluster();

  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) smem[i] = 0;

  // All blocks of the cluster have begun, and their bins are zero.
  cluster.sync();

  for (size_t i = tid; i < array_size; i += (size_t)blockDim.x * gridDim.x) {
    const int ldata = input[i];
    int binid = ldata;
    if (ldata < 0)
      binid = 0;
    else if (ldata >= nbins)
      binid = nbins - 1;

    const int dst_block_rank = (int)(binid / bins_per_block);
    const int dst_offset = binid % bins_per_block;
    int* dst_smem = cluster.map_shared_rank(smem, dst_block_rank);
    atomicAdd(dst_smem + dst_offset, 1);
  }

  // No block leaves while others still count in its shared memory.
  cluster.sync();

  const int first = cluster.block_rank() * bins_per_block;
  for (int i = threadIdx.x; i < bins_per_block && first + i < nbins; i += blockDim.x)
    atomicAdd(&bins[first + i], smem[i]);
}

// The same, kinder to crowded bins. Neighbouring bins lie in different blocks: otherwise the block
// that has the crowded ones serves most of the cluster's atomics. And what lies outside the range,
// which would meet in two bins, is counted in registers. The cluster's size is a power of two.
__global__ void cluster_histogram_dealt(int* bins, const int nbins, const int bins_per_block,
                                        const int* __restrict__ input, size_t array_size) {
  extern __shared__ int smem[];
  namespace cg = cooperative_groups;
  cg::cluster_group cluster = cg::this_cluster();
  const int blocks = cluster.num_blocks(), shift = __ffs(blocks) - 1;

  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) smem[i] = 0;
  cluster.sync();

  const auto count = [&](int bin, int times) {
    atomicAdd(cluster.map_shared_rank(smem, bin & (blocks - 1)) + (bin >> shift), times);
  };
  int below = 0, above = 0;
  for (size_t i = cg::this_grid().thread_rank(); i < array_size;
       i += (size_t)blockDim.x * gridDim.x) {
    const int value = input[i];
    if (value < 0)
      ++below;
    else if (value >= nbins)
      ++above;
    else
      count(value, 1);
  }
  if (below != 0) count(0, below);
  if (above != 0) count(nbins - 1, above);
  cluster.sync();

  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) {
    const int bin = i * blocks + cluster.block_rank();
    if (bin < nbins) atomicAdd(&bins[bin], smem[i]);
  }
}

// Counts of 16 bits in the block's own shared memory first, two a word; before one could overflow,
// all are added to the cluster's bins. An atomic on another multiprocessor then counts up to 65535
// values instead of one, but a bin takes 2 bytes in every block beside its 4 in the cluster.
// Shared memory: bins_per_block ints for the cluster, then (nbins + 1) / 2 words, dynamic.
__global__ void cluster_histogram_16_bits(int* bins, const int nbins, const int bins_per_block,
                                          const int* __restrict__ input, size_t array_size) {
  extern __shared__ int smem[];
  namespace cg = cooperative_groups;
  cg::cluster_group cluster = cg::this_cluster();
  const int blocks = cluster.num_blocks(), shift = __ffs(blocks) - 1;
  unsigned* const pairs = reinterpret_cast<unsigned*>(smem + bins_per_block);
  const int words = (nbins + 1) / 2;

  for (int i = threadIdx.x; i < bins_per_block + words; i += blockDim.x) smem[i] = 0;
  cluster.sync();

  const auto add = [&](int bin, int times) {
    if (times != 0)
      atomicAdd(cluster.map_shared_rank(smem, bin & (blocks - 1)) + (bin >> shift), times);
  };
  int below = 0, above = 0;
  const size_t stride = (size_t)blockDim.x * gridDim.x;
  const int rounds = 65535 / blockDim.x;  // in which a block counts at most 65535 values
  for (size_t first = (size_t)blockDim.x * blockIdx.x; first < array_size;
       first += stride * rounds) {
    for (int round = 0; round < rounds; ++round) {
      const size_t i = first + stride * round + threadIdx.x;
      if (i >= array_size) break;
      const int value = input[i];
      if (value < 0)
        ++below;
      else if (value >= nbins)
        ++above;
      else
        atomicAdd(&pairs[value / 2], value % 2 == 0 ? 1u : 1u << 16);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < words; i += blockDim.x) {
      const unsigned pair = pairs[i];
      pairs[i] = 0;
      add(2 * i, pair & 0xffff);
      add(2 * i + 1, pair >> 16);
    }
    __syncthreads();
  }
  add(0, below);
  add(nbins - 1, above);
  cluster.sync();

  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) {
    const int bin = i * blocks + cluster.block_rank();
    if (bin < nbins) atomicAdd(&bins[bin], smem[i]);
  }
}
