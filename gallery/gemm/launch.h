// SPDX-License-Identifier: Apache-2.0
// How the host starts a kernel. What goes wrong is returned: cudaLaunchKernelEx tells of its own
// launch only, where cudaGetLastError() after <<<>>> would also tell of what the caller did before.
#pragma once

#include <cuda_runtime.h>

namespace gemm {

inline cudaLaunchConfig_t shape(dim3 blocks, dim3 threads, size_t shared_bytes,
                                cudaStream_t stream) {
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  return config;
}

// More than 48 KiB of shared memory must be asked for. Every time: another device, or the same
// after a reset, does not know of the last.
template <class... Parameters, class... Arguments>
cudaError_t launch(void (*kernel)(Parameters...), const cudaLaunchConfig_t& config,
                   const Arguments&... arguments) {
  if (config.dynamicSmemBytes > 48 * 1024) {
    const cudaError_t error = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(config.dynamicSmemBytes));
    if (error != cudaSuccess) return error;
  }
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

// So many blocks along the grid's x.
inline cudaLaunchAttribute cluster_of(int blocks) {
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = unsigned(blocks);
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  return cluster;
}
// launch() in clusters along the grid's x, of one block too.
template <class... Parameters, class... Arguments>
cudaError_t launch_in_clusters(void (*kernel)(Parameters...), cudaLaunchConfig_t config, int blocks,
                               const Arguments&... arguments) {
  if (blocks > 8) {
    const cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    if (error != cudaSuccess) return error;
  }
  cudaLaunchAttribute cluster = cluster_of(blocks);
  config.attrs = &cluster;
  config.numAttrs = blocks > 1;
  return launch(kernel, config, arguments...);
}

// launch() for a kernel that may start before the one before it in the stream has ended.
template <class... Parameters, class... Arguments>
cudaError_t launch_early(void (*kernel)(Parameters...), cudaLaunchConfig_t config,
                         const Arguments&... arguments) {
  cudaLaunchAttribute all[2];  // a cluster's is the only other
  if (config.numAttrs > 0) all[0] = config.attrs[0];
  cudaLaunchAttribute& early = all[config.numAttrs];
  early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  config.attrs = all;
  ++config.numAttrs;
  return launch(kernel, config, arguments...);
}
// For a kernel that begins with wait_and_let_next_start(): early where its operands are being
// copied.
template <class Problem, class... Parameters, class... Arguments>
cudaError_t launch_behind_copies(void (*kernel)(Parameters...), const cudaLaunchConfig_t& config,
                                 const Problem& p, const Arguments&... arguments) {
  return p.reads_copies ? launch_early(kernel, config, p, arguments...)
                        : launch(kernel, config, p, arguments...);
}

// Waits for the kernels before, and lets the next one start that may: it then need not wait for
// more than this one.
__device__ __forceinline__ void wait_and_let_next_start() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;");
}

inline cudaError_t count_multiprocessors(int* count) {
  int device = 0;
  const cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  return cudaDeviceGetAttribute(count, cudaDevAttrMultiProcessorCount, device);
}

}  // namespace gemm
