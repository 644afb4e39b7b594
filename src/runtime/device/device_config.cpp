// SPDX-License-Identifier: Apache-2.0
// Device management: cache and shared memory configuration, stream priorities.
#include "process/device_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

HEDDLE_API cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  if (!config) return answer(Error::kInvalidValue);
  DeviceState& state = current_state();
  std::lock_guard lock(state.mutex);
  *config = static_cast<cudaFuncCache>(state.cache_config);
  return cudaSuccess;
}

// A preference: it has no effect on results, and none on time here.
HEDDLE_API cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
    return answer(Error::kInvalidValue);
  DeviceState& state = current_state();
  std::lock_guard lock(state.mutex);
  state.cache_config = config;
  return cudaSuccess;
}

// Banks are four bytes wide on every device since compute capability 5; documented: on devices with
// a fixed bank size, setting one does nothing.
HEDDLE_API cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  if (!config) return answer(Error::kInvalidValue);
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  if (config < cudaSharedMemBankSizeDefault || config > cudaSharedMemBankSizeEightByte) {
    return answer(Error::kInvalidValue);
  }
  return cudaSuccess;
}

// Lower numbers are higher priorities.
HEDDLE_API cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  const auto levels = current_state().model.launch.priority_levels.value_or(1);
  if (least) *least = 0;
  if (greatest) *greatest = static_cast<int>(1 - levels);
  return cudaSuccess;
}

}  // namespace heddle::runtime
