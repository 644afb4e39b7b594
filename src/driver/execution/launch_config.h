// SPDX-License-Identifier: Apache-2.0
// The shape of a launch, as the runtime API writes it.
#pragma once

#include "driver/driver.h"

namespace heddle::driver {

inline cudaLaunchConfig_t launch_config(const CUlaunchConfig& config) {
  return {dim3(config.gridDimX, config.gridDimY, config.gridDimZ),
          dim3(config.blockDimX, config.blockDimY, config.blockDimZ),
          config.sharedMemBytes,
          config.hStream,
          same<cudaLaunchAttribute>(config.attrs),
          config.numAttrs};
}

}  // namespace heddle::driver
