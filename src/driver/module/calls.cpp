// SPDX-License-Identifier: Apache-2.0
// Module Management.
#include "driver/context/context.h"
#include "driver/driver.h"
#include "driver/module/module.h"

namespace heddle::driver {
namespace {

// Goes with the context that it was made in.
CUresult made(CUresult result, const CUmodule* module) {
  CUcontext context = result == CUDA_SUCCESS ? current() : nullptr;
  if (!context || context->primary) return result;
  const std::lock_guard lock(context->mutex);
  context->modules.insert(*module);
  return result;
}

}  // namespace

HEDDLE_DRIVER CUresult cuModuleLoad(CUmodule* module, const char* name) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  return made(load_file(name, module), module);
}

HEDDLE_DRIVER CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  return made(load(image, module), module);
}

HEDDLE_DRIVER CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int count,
                                          CUjit_option* options, void** values) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  JitLogs logs;
  if (const CUresult result = logs.read(count, options, values); result != CUDA_SUCCESS)
    return result;
  const CUresult result = made(load(image, module, logs.use()), module);
  logs.end();
  return result;
}

HEDDLE_DRIVER CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return cuModuleLoadData(module, image);
}

HEDDLE_DRIVER CUresult cuModuleUnload(CUmodule module) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (!is_module(module) || module->library || module->bytes.empty()) {
    return CUDA_ERROR_INVALID_HANDLE;
  }
  if (launches_kernels(*module)) (void)in_context([] { return cudaDeviceSynchronize(); });
  forget_module(module);
  unload(module);
  return CUDA_SUCCESS;
}

// Code is made at the first launch.
HEDDLE_DRIVER CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  if (!mode) return CUDA_ERROR_INVALID_VALUE;
  *mode = CU_MODULE_LAZY_LOADING;
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuModuleGetFunction(CUfunction* out, CUmodule module, const char* name) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  return find_kernel(module, name, out);
}

HEDDLE_DRIVER CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule module) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (!count) return CUDA_ERROR_INVALID_VALUE;
  if (!is_module(module)) return CUDA_ERROR_INVALID_HANDLE;
  *count = static_cast<unsigned>(kernel_names(module).size());
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuModuleEnumerateFunctions(CUfunction* out, unsigned int count,
                                                  CUmodule module) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  if (!is_module(module)) return CUDA_ERROR_INVALID_HANDLE;
  const auto names = kernel_names(module);
  for (unsigned i = 0; i < count && i < names.size(); ++i) {
    if (const CUresult result = find_kernel(module, names[i].c_str(), &out[i]);
        result != CUDA_SUCCESS)
      return result;
  }
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuModuleGetGlobal(CUdeviceptr* out, size_t* bytes, CUmodule module,
                                         const char* name) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  return find_variable(module, name, false, out, bytes);
}

}  // namespace heddle::driver
