// SPDX-License-Identifier: Apache-2.0
// Where a thread is in its cluster and its cluster in the grid: cluster_group, built-in functions
// and special registers agree, however the cluster's size was given.
#include "clusters.h"

namespace cg = cooperative_groups;
using clusters::Shape;

struct Seen {
  uint3 cluster_dim, in_cluster, cluster, clusters, thread, threads;
  unsigned rank, blocks, thread_rank, thread_count, explicit_cluster, rest;
  unsigned long long cluster_rank, cluster_count;
};

#define HEDDLE_READ(reg)                          \
  [] {                                            \
    unsigned value;                               \
    asm("mov.u32 %0, %%" #reg ";" : "=r"(value)); \
    return value;                                 \
  }()

__device__ bool same(dim3 a, uint3 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
__device__ uint3 index(dim3 d) {
  return make_uint3(d.x, d.y, d.z);
}

__device__ Seen look() {
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::grid_group grid = cg::this_grid();
  Seen s;
  s.cluster_dim = index(cluster.dim_blocks());
  s.in_cluster = index(cluster.block_index());
  s.cluster = index(grid.cluster_index());
  s.clusters = index(grid.dim_clusters());
  s.thread = index(cluster.thread_index());
  s.threads = index(cluster.dim_threads());
  s.rank = cluster.block_rank();
  s.blocks = cluster.num_blocks();
  s.thread_rank = cluster.thread_rank();
  s.thread_count = cluster.num_threads();
  s.explicit_cluster = __clusterDimIsSpecified();
  s.rest = 0;
  s.cluster_rank = grid.cluster_rank();
  s.cluster_count = grid.num_clusters();
  const bool agree =
      same(__clusterDim(), s.cluster_dim) && same(__clusterRelativeBlockIdx(), s.in_cluster) &&
      same(__clusterIdx(), s.cluster) && same(__clusterGridDimInClusters(), s.clusters) &&
      __clusterRelativeBlockRank() == s.rank && __clusterSizeInBlocks() == s.blocks &&
      HEDDLE_READ(clusterid.x) == s.cluster.x && HEDDLE_READ(clusterid.y) == s.cluster.y &&
      HEDDLE_READ(clusterid.z) == s.cluster.z && HEDDLE_READ(nclusterid.x) == s.clusters.x &&
      HEDDLE_READ(nclusterid.y) == s.clusters.y && HEDDLE_READ(nclusterid.z) == s.clusters.z &&
      HEDDLE_READ(cluster_ctaid.x) == s.in_cluster.x &&
      HEDDLE_READ(cluster_ctaid.y) == s.in_cluster.y &&
      HEDDLE_READ(cluster_ctaid.z) == s.in_cluster.z &&
      HEDDLE_READ(cluster_nctaid.x) == s.cluster_dim.x &&
      HEDDLE_READ(cluster_nctaid.y) == s.cluster_dim.y &&
      HEDDLE_READ(cluster_nctaid.z) == s.cluster_dim.z && HEDDLE_READ(cluster_ctarank) == s.rank &&
      HEDDLE_READ(cluster_nctarank) == s.blocks && cluster.size() == s.thread_count;
  if (!agree) s.rank = ~0u;
  return s;
}

__global__ void __launch_bounds__(1024) places(const unsigned*, Seen* out) {
  out[clusters::gid()] = look();
}
__global__ void __cluster_dims__(2, 1, 2) __launch_bounds__(1024)
    by_two(const unsigned*, Seen* out) {
  out[clusters::gid()] = look();
}
template <int X>
__global__ void __cluster_dims__(X, 2) __launch_bounds__(1024)
    of_a_template(const unsigned*, Seen* out) {
  out[clusters::gid()] = look();
}

Seen expected(const Shape& s, const check::Thread& t, bool is_explicit) {
  const clusters::Place p = clusters::place(s, t.block);
  const auto three = [](unsigned x, unsigned y, unsigned z) { return uint3{x, y, z}; };
  const dim3 n(s.grid.x / s.cluster.x, s.grid.y / s.cluster.y, s.grid.z / s.cluster.z);
  Seen e;
  std::memset(&e, 0, sizeof e);
  e.cluster_dim = three(s.cluster.x, s.cluster.y, s.cluster.z);
  e.in_cluster = three(p.in_cluster.x, p.in_cluster.y, p.in_cluster.z);
  e.cluster = three(p.cluster.x, p.cluster.y, p.cluster.z);
  e.clusters = three(n.x, n.y, n.z);
  e.thread = three(p.in_cluster.x * t.shape.x + t.x, p.in_cluster.y * t.shape.y + t.y,
                   p.in_cluster.z * t.shape.z + t.z);
  e.threads = three(s.cluster.x * t.shape.x, s.cluster.y * t.shape.y, s.cluster.z * t.shape.z);
  e.rank = p.rank;
  e.blocks = p.size;
  e.thread_rank = p.rank * t.block_threads + t.linear;
  e.thread_count = p.size * t.block_threads;
  e.explicit_cluster = is_explicit;
  e.cluster_rank = clusters::linear(p.cluster, n);
  e.cluster_count = n.x * n.y * n.z;
  return e;
}

// A launch of the grid of `s` in which nothing, or something else than an attribute, gives the
// size.
template <class Start>
void launched(const char* what, const Shape& s, bool is_explicit, Start start) {
  for (const check::Shape& shape : check::kShapes) {
    if (!check::wanted(shape)) continue;
    check::run_shape<Seen>(
        what, shape, s.grid.x * s.grid.y * s.grid.z,
        [&](dim3, dim3 block, const unsigned* in, Seen* out) { start(s.grid, block, in, out); },
        [&](const check::Thread& t, const unsigned*) { return expected(s, t, is_explicit); });
  }
}

int main() {
  clusters::run<Seen>(
      "cudaLaunchAttributeClusterDimension",
      [](const Shape& s, dim3 block, const unsigned* in, Seen* out) {
        return clusters::launch(places, s, block, 0, false, in, out);
      },
      [](const Shape& s, const check::Thread& t, const unsigned*) { return expected(s, t, true); });
  launched("no cluster", {dim3(3, 2, 2), dim3(1)}, false,
           [](dim3 grid, dim3 block, const unsigned* in, Seen* out) {
             places<<<grid, block>>>(in, out);
           });
  launched("__cluster_dims__", {dim3(4, 3, 2), dim3(2, 1, 2)}, true,
           [](dim3 grid, dim3 block, const unsigned* in, Seen* out) {
             by_two<<<grid, block>>>(in, out);
           });
  launched("__cluster_dims__ of a template", {dim3(6, 2), dim3(3, 2)}, true,
           [](dim3 grid, dim3 block, const unsigned* in, Seen* out) {
             of_a_template<3><<<grid, block>>>(in, out);
           });
  check::cuda(cudaFuncSetAttribute(places, cudaFuncAttributeRequiredClusterWidth, 2), "width");
  check::cuda(cudaFuncSetAttribute(places, cudaFuncAttributeRequiredClusterHeight, 1), "height");
  check::cuda(cudaFuncSetAttribute(places, cudaFuncAttributeRequiredClusterDepth, 2), "depth");
  launched("cudaFuncAttributeRequiredClusterWidth", {dim3(4, 3, 2), dim3(2, 1, 2)}, true,
           [](dim3 grid, dim3 block, const unsigned* in, Seen* out) {
             places<<<grid, block>>>(in, out);
           });
  return check::result();
}
