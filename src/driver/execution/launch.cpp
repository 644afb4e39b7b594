// SPDX-License-Identifier: Apache-2.0
// Execution Control: launches.
#include <vector>

#include "driver/driver.h"
#include "driver/execution/launch_config.h"
#include "process/func_kernel.h"

namespace heddle::driver {
namespace {

// `launch(parameters)` with one pointer for each parameter, wherever the program has put them.
template <class Launch>
CUresult launch_with(CUfunction function, void** parameters, void** extra, Launch launch) {
  return in_context([&] {
    process::Kernel kernel;
    auto error = static_cast<cudaError_t>(
        process::find_kernel(function, process::current_device(), &kernel));
    if (error != cudaSuccess) return error;
    if (parameters && extra) return cudaErrorInvalidValue;
    if (!extra) {
      const bool none = kernel.record->params.empty();
      return parameters || none ? launch(parameters) : cudaErrorInvalidValue;
    }
    std::vector<void*> values;
    error = static_cast<cudaError_t>(process::read_extra(extra, *kernel.record, &values));
    return error == cudaSuccess ? launch(values.data()) : error;
  });
}

}  // namespace

HEDDLE_DRIVER CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                      unsigned int grid_z, unsigned int block_x,
                                      unsigned int block_y, unsigned int block_z,
                                      unsigned int shared, CUstream stream, void** parameters,
                                      void** extra) {
  return launch_with(function, parameters, extra, [&](void** values) {
    return cudaLaunchKernel(function, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z),
                            values, shared, stream);
  });
}

HEDDLE_DRIVER CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function,
                                        void** parameters, void** extra) {
  if (!config) return in_context([] { return cudaErrorInvalidValue; });
  return launch_with(function, parameters, extra, [&](void** values) {
    const auto as = launch_config(*config);
    return cudaLaunchKernelExC(&as, function, values);
  });
}

HEDDLE_DRIVER CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x,
                                                 unsigned int grid_y, unsigned int grid_z,
                                                 unsigned int block_x, unsigned int block_y,
                                                 unsigned int block_z, unsigned int shared,
                                                 CUstream stream, void** parameters) {
  return launch_with(function, parameters, nullptr, [&](void** values) {
    return cudaLaunchCooperativeKernel(function, dim3(grid_x, grid_y, grid_z),
                                       dim3(block_x, block_y, block_z), values, shared, stream);
  });
}

HEDDLE_DRIVER CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS* list,
                                                            unsigned int count,
                                                            unsigned int flags) {
  return in_context([&] {
    if (!list) return cudaErrorInvalidValue;
    std::vector<cudaLaunchParams> as;
    for (unsigned i = 0; i < count; ++i) {
      const CUDA_LAUNCH_PARAMS& one = list[i];
      as.push_back({one.function, dim3(one.gridDimX, one.gridDimY, one.gridDimZ),
                    dim3(one.blockDimX, one.blockDimY, one.blockDimZ), one.kernelParams,
                    one.sharedMemBytes, one.hStream});
    }
    return cudaLaunchCooperativeKernelMultiDevice(as.data(), count, flags);
  });
}

}  // namespace heddle::driver
