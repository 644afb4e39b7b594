// SPDX-License-Identifier: Apache-2.0
// Execution control: preferences and names of kernels.
#include "process/func_kernel.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

Error is_kernel(const void* func, Device& device) {
  Kernel kernel;
  return find_kernel(func, device, &kernel);
}

}  // namespace

// A preference between L1 cache and shared memory: no effect on results, and none on time here.
HEDDLE_API cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache config) {
  return on_device([&](Device& device) {
    if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
      return Error::kInvalidValue;
    return is_kernel(func, device);
  });
}

// Documented: does nothing on devices whose banks have one size.
HEDDLE_API cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig config) {
  return on_device([&](Device& device) {
    if (config < cudaSharedMemBankSizeDefault || config > cudaSharedMemBankSizeEightByte)
      return Error::kInvalidValue;
    return is_kernel(func, device);
  });
}

HEDDLE_API cudaError_t cudaFuncGetName(const char** name, const void* func) {
  if (!name) return answer(Error::kInvalidValue);
  const engine::Function* function = context().registry.find_function(func);
  if (!function) return answer(Error::kInvalidDeviceFunction);
  *name = function->name.c_str();
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaFuncGetParamInfo(const void* func, size_t index, size_t* offset,
                                            size_t* size) {
  return on_device([&](Device& device) {
    Kernel kernel;
    if (!offset) return Error::kInvalidValue;
    HEDDLE_RETURN_IF_ERROR(find_kernel(func, device, &kernel));
    if (index >= kernel.record->params.size()) return Error::kInvalidValue;
    *offset = kernel.record->params[index].offset;
    if (size) *size = kernel.record->params[index].size;
    return Error::kSuccess;
  });
}

// A cudaFunction_t is for the driver API, which is not offered; the handle can be compared and
// passed back to functions that take a kernel's address.
HEDDLE_API cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* symbol) {
  if (!handle) return answer(Error::kInvalidValue);
  if (!context().registry.find_function(symbol)) return answer(Error::kInvalidDeviceFunction);
  *handle = reinterpret_cast<cudaFunction_t>(const_cast<void*>(symbol));
  return cudaSuccess;
}

}  // namespace heddle::runtime
