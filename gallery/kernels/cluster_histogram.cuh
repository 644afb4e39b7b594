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
