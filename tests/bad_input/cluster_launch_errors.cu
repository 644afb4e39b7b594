// SPDX-License-Identifier: Apache-2.0
// What launches of thread block clusters answer: sizes that are too large, that do not divide the
// grid, that contradict the kernel.
#include "../lang/clusters/clusters.h"

namespace cg = cooperative_groups;

__global__ void plain(unsigned* out) {
  if (threadIdx.x == 0) atomicAdd(out, cg::this_cluster().num_blocks());
}
__global__ void __cluster_dims__(2, 2) fixed(unsigned* out) {
  if (threadIdx.x == 0) atomicAdd(out, cg::this_cluster().num_blocks());
}
__global__ void __cluster_dims__(16) sixteen(unsigned* out) {
  if (threadIdx.x == 0) atomicAdd(out, cg::this_cluster().num_blocks());
}

unsigned* out;

void is(cudaError_t got, cudaError_t want, const char* what) {
  check::equal((int)got, (int)want, what);
  cudaGetLastError();
}

// Attributes are set as they are, unlike in clusters::launch.
template <class Kernel>
void launch(Kernel kernel, dim3 grid, dim3 cluster, cudaError_t want, const char* what) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster.x;
  attribute.val.clusterDim.y = cluster.y;
  attribute.val.clusterDim.z = cluster.z;
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = 70;
  config.attrs = &attribute;
  config.numAttrs = 1;
  check::cuda(cudaMemset(out, 0, 4), "memset");
  is(cudaLaunchKernelEx(&config, kernel, out), want, what);
  unsigned sum = 0;
  check::cuda(cudaMemcpy(&sum, out, 4, cudaMemcpyDeviceToHost), "copy");
  const unsigned blocks = grid.x * grid.y * grid.z;
  check::equal(sum, want == cudaSuccess ? blocks * cluster.x * cluster.y * cluster.z : 0, what);
}

int main() {
  out = check::device_array<unsigned>(1);
  launch(plain, dim3(8), dim3(8), cudaSuccess, "the largest portable cluster");
  launch(plain, dim3(4, 4, 4), dim3(2, 2, 2), cudaSuccess, "in three dimensions");
  launch(plain, dim3(9), dim3(9), cudaErrorInvalidClusterSize, "more than eight blocks");
  launch(plain, dim3(16), dim3(16), cudaErrorInvalidClusterSize, "sixteen blocks");
  launch(plain, dim3(4, 4), dim3(4, 4), cudaErrorInvalidClusterSize, "sixteen in two dimensions");
  check::cuda(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
              "allow");
  launch(plain, dim3(16), dim3(16), cudaSuccess, "sixteen where allowed");
  launch(plain, dim3(17), dim3(17), cudaErrorInvalidClusterSize, "seventeen");
  launch(plain, dim3(65536), dim3(65536), cudaErrorInvalidClusterSize, "a product beyond 32 bits");
  launch(plain, dim3(7), dim3(2), cudaErrorInvalidClusterSize, "a grid that is not whole clusters");
  launch(plain, dim3(4, 3), dim3(1, 2), cudaErrorInvalidClusterSize, "in y");
  launch(plain, dim3(4, 4, 5), dim3(1, 1, 2), cudaErrorInvalidClusterSize, "in z");
  launch(plain, dim3(2), dim3(4), cudaErrorInvalidClusterSize, "a grid that is smaller");
  launch(plain, dim3(4), dim3(2, 0, 1), cudaErrorInvalidClusterSize, "no blocks in y");
  launch(fixed, dim3(4, 4), dim3(2, 2), cudaSuccess, "as compiled");
  launch(fixed, dim3(4, 4), dim3(4), cudaErrorInvalidClusterSize, "not as compiled");
  launch(fixed, dim3(4, 4), dim3(1), cudaErrorInvalidClusterSize, "none, not as compiled");
  fixed<<<dim3(4, 3), 32>>>(out);
  is(cudaGetLastError(), cudaErrorInvalidClusterSize, "not whole clusters, as compiled");
  sixteen<<<16, 32>>>(out);
  is(cudaGetLastError(), cudaErrorInvalidClusterSize, "sixteen, as compiled");
  check::cuda(cudaFuncSetAttribute(sixteen, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
              "allow");
  sixteen<<<16, 32>>>(out);
  is(cudaGetLastError(), cudaSuccess, "sixteen, as compiled and allowed");
  is(cudaDeviceSynchronize(), cudaSuccess, "sixteen");

  cudaFuncAttributes attributes;
  check::cuda(cudaFuncGetAttributes(&attributes, fixed), "attributes");
  check::equal(attributes.clusterDimMustBeSet, 1, "clusterDimMustBeSet");
  check::equal(attributes.requiredClusterWidth, 2, "requiredClusterWidth");
  check::equal(attributes.requiredClusterHeight, 2, "requiredClusterHeight");
  check::equal(attributes.requiredClusterDepth, 1, "requiredClusterDepth");
  is(cudaFuncSetAttribute(fixed, cudaFuncAttributeRequiredClusterWidth, 2), cudaErrorNotPermitted,
     "setting what is compiled");
  check::cuda(cudaFuncGetAttributes(&attributes, plain), "attributes");
  check::equal(attributes.requiredClusterWidth, 0, "requiredClusterWidth, none");
  int offered = 0;
  check::cuda(cudaDeviceGetAttribute(&offered, cudaDevAttrClusterLaunch, 0), "attribute");
  check::equal(offered, 1, "cudaDevAttrClusterLaunch");
  return check::result();
}
