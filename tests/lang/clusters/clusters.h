// SPDX-License-Identifier: Apache-2.0
// Runs kernels in thread block clusters of several shapes. Blocks and clusters are numbered with x
// fastest; out[] is indexed by clusters::gid().
#pragma once

#include <cooperative_groups.h>

#include "../check.h"

namespace clusters {

namespace cg = cooperative_groups;

struct Shape {
  dim3 grid, cluster;
};

inline const Shape kShapes[] = {
    {dim3(4), dim3(1)},
    {dim3(6), dim3(2)},
    {dim3(9), dim3(3)},
    {dim3(4, 6), dim3(2, 3)},
    {dim3(4, 2, 2), dim3(2, 2, 2)},
    {dim3(16), dim3(8)},
    {dim3(1, 16), dim3(1, 16)},
};

__device__ inline unsigned block() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
__device__ inline unsigned gid() {
  return block() * check::block_threads() + check::tid();
}

// Where a block is, as the host sees it.
struct Place {
  dim3 block, cluster, in_cluster;
  unsigned rank, size;
};
inline unsigned linear(dim3 at, dim3 dim) {
  return at.x + dim.x * (at.y + dim.y * at.z);
}
inline Place place(const Shape& s, unsigned block) {
  Place p;
  p.block = dim3(block % s.grid.x, block / s.grid.x % s.grid.y, block / s.grid.x / s.grid.y);
  p.cluster = dim3(p.block.x / s.cluster.x, p.block.y / s.cluster.y, p.block.z / s.cluster.z);
  p.in_cluster = dim3(p.block.x % s.cluster.x, p.block.y % s.cluster.y, p.block.z % s.cluster.z);
  p.rank = linear(p.in_cluster, s.cluster);
  p.size = s.cluster.x * s.cluster.y * s.cluster.z;
  return p;
}
// The number of the block of rank `rank` in the cluster of `block`.
inline unsigned neighbour(const Shape& s, unsigned block, unsigned rank) {
  const dim3 c = place(s, block).cluster;
  const dim3 in(rank % s.cluster.x, rank / s.cluster.x % s.cluster.y,
                rank / s.cluster.x / s.cluster.y);
  return linear(dim3(c.x * s.cluster.x + in.x, c.y * s.cluster.y + in.y, c.z * s.cluster.z + in.z),
                s.grid);
}

template <class... Args>
cudaError_t launch(void (*kernel)(Args...), const Shape& s, dim3 block, size_t shared, bool grid,
                   std::decay_t<Args>... args) {
  cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = s.cluster.x;
  attributes[0].val.clusterDim.y = s.cluster.y;
  attributes[0].val.clusterDim.z = s.cluster.z;
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = s.grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared;
  config.attrs = attributes;
  config.numAttrs = grid ? 2 : 1;
  return cudaLaunchKernelEx(&config, kernel, args...);
}

// `start(shape, block, in, out)` launches; `want(shape, thread, in)` is what out[thread.global]
// must hold.
template <class T, class Start, class Want>
void run(const char* what, Start start, Want want) {
  for (const Shape& s : kShapes) {
    for (const check::Shape& shape : check::kShapes) {
      if (!check::wanted(shape)) continue;
      check::run_shape<T>(
          what, shape, s.grid.x * s.grid.y * s.grid.z,
          [&](dim3, dim3 block, const unsigned* in, T* out) {
            check::cuda(start(s, block, in, out), what);
          },
          [&](const check::Thread& t, const unsigned* in) { return want(s, t, in); });
    }
  }
}

}  // namespace clusters
