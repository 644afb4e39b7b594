// SPDX-License-Identifier: Apache-2.0
// Thread management, deprecated: each call is the one of device management.
#include "runtime/runtime.h"

HEDDLE_API cudaError_t cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}
HEDDLE_API cudaError_t cudaThreadExit() {
  return cudaDeviceReset();
}
HEDDLE_API cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
HEDDLE_API cudaError_t cudaThreadGetLimit(size_t* value, cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
HEDDLE_API cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}
HEDDLE_API cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) {
  return cudaDeviceGetCacheConfig(config);
}
