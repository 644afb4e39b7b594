// SPDX-License-Identifier: Apache-2.0
// What cooperative launches answer: attributes, the largest grid, and the documented errors.
#include <cooperative_groups.h>

#include "../lang/check.h"

namespace cg = cooperative_groups;

__global__ void count(unsigned* total) {
  const cg::grid_group grid = cg::this_grid();
  atomicAdd(total, 1);
  grid.sync();
  if (grid.thread_rank() == 0) total[1] = *total;
}

void is(cudaError_t got, cudaError_t want, const char* what) {
  check::equal((int)got, (int)want, what);
  cudaGetLastError();
}

int main() {
  int device = 0, cooperative = 0, sms = 0, per_sm = 0;
  check::cuda(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device),
              "attribute");
  check::equal(cooperative, 1, "cudaDevAttrCooperativeLaunch");
  cudaDeviceProp properties;
  check::cuda(cudaGetDeviceProperties(&properties, device), "properties");
#if CUDART_VERSION < 13000
  check::equal(properties.cooperativeLaunch, 1, "cooperativeLaunch");
#endif
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  unsigned* total = check::device_array<unsigned>(2);
  void* args[] = {&total};
  const auto launch = [&](auto* kernel, dim3 grid, dim3 block, size_t shared = 0) {
    cudaMemset(total, 0, 8);
    return cudaLaunchCooperativeKernel((const void*)kernel, grid, block, args, shared, nullptr);
  };
  const auto seen = [&] {
    unsigned counts[2] = {};
    check::cuda(cudaMemcpy(counts, total, 8, cudaMemcpyDeviceToHost), "copy");
    return counts[1];
  };

  check::cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, count, 1024, 0), "occupancy");
  const unsigned most = sms * per_sm;
  is(launch(count, most, 1024), cudaSuccess, "all that the GPU holds");
  check::equal(seen(), most * 1024, "all threads of the largest grid");
  is(launch(count, most + 1, 1024), cudaErrorCooperativeLaunchTooLarge, "one block more");
  is(launch(count, dim3(most / 2 + 1, 2), 1024), cudaErrorCooperativeLaunchTooLarge, "in two rows");
  const size_t shared = 40000;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, count, 64, shared);
  is(launch(count, sms * per_sm, 64, shared), cudaSuccess, "as much shared memory as fits");
  check::equal(seen(), (unsigned)(sms * per_sm * 64), "all threads of a grid with shared memory");
  is(launch(count, sms * per_sm + 1, 64, shared), cudaErrorCooperativeLaunchTooLarge,
     "shared memory of one block more");

  is(launch(count, 0, 32), cudaErrorInvalidConfiguration, "no blocks");
  is(launch(count, 1, 1025), cudaErrorInvalidConfiguration, "a block that is too large");
  is(launch(count, 1, 32, 1 << 20), cudaErrorInvalidValue, "more shared memory than there is");
  is(cudaLaunchCooperativeKernel((const void*)nullptr, 1, 32, args, 0, nullptr),
     cudaErrorInvalidDeviceFunction, "no kernel");

  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = 5;
  config.blockDim = 70;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaMemset(total, 0, 8);
  is(cudaLaunchKernelExC(&config, (const void*)count, args), cudaSuccess, "as an attribute");
  check::equal(seen(), 350u, "all threads of a launch with the attribute");
  config.gridDim = most * 64;
  is(cudaLaunchKernelExC(&config, (const void*)count, args), cudaErrorCooperativeLaunchTooLarge,
     "too large, as an attribute");
  return check::result();
}
