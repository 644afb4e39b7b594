// SPDX-License-Identifier: Apache-2.0
// Library Management. A library's kernels are the same in all contexts.
#include <memory>

#include "driver/driver.h"
#include "driver/module/module.h"
#include "process/device_state.h"
#include "process/handles.h"

namespace heddle::driver {
namespace {

using Libraries = process::Handles<CUlibrary>;

bool is_library(CUlibrary library) {
  return Libraries::all().contains(library);
}

template <class Load>
CUresult load_library(CUlibrary* out, unsigned count, const CUjit_option* options, void** values,
                      unsigned library_count, const CUlibraryOption* library_options, Load load) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!out || (library_count && !library_options)) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < library_count; ++i) {
    // Images are kept by copy, so it makes no difference whether the program keeps its own.
    if (library_options[i] == CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE) {
      return not_supported("CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE");
    }
    if (library_options[i] != CU_LIBRARY_BINARY_IS_PRESERVED) return CUDA_ERROR_INVALID_VALUE;
  }
  JitLogs logs;
  if (const CUresult result = logs.read(count, options, values); result != CUDA_SUCCESS)
    return result;
  auto made = std::make_unique<CUlib_st>();
  const CUresult result = load(&made->module, logs.use());
  logs.end();
  if (result != CUDA_SUCCESS) return result;
  made->module->library = made.get();
  *out = made.release();
  Libraries::all().add(*out);
  return CUDA_SUCCESS;
}

template <class Call>
CUresult of_library(CUlibrary library, Call call) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!is_library(library)) return CUDA_ERROR_INVALID_HANDLE;
  return call(library->module);
}

CUfunction function_of(CUkernel kernel) {
  return reinterpret_cast<CUfunction>(kernel);
}

// `call` with that device chosen.
template <class Call>
CUresult on_device(CUdevice device, Call call) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!process::is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const int before = thread_state().device;
  thread_state().device = device;
  const CUresult result = call();
  thread_state().device = before;
  return result;
}

}  // namespace

HEDDLE_DRIVER CUresult cuLibraryLoadData(CUlibrary* out, const void* code, CUjit_option* options,
                                         void** values, unsigned int count,
                                         CUlibraryOption* library_options, void** library_values,
                                         unsigned int library_count) {
  return load_library(
      out, count, options, values, library_count, library_options,
      [&](CUmodule* module, const LoadUse& use) { return load(code, module, use); });
}

HEDDLE_DRIVER CUresult cuLibraryLoadFromFile(CUlibrary* out, const char* name,
                                             CUjit_option* options, void** values,
                                             unsigned int count, CUlibraryOption* library_options,
                                             void** library_values, unsigned int library_count) {
  return load_library(
      out, count, options, values, library_count, library_options,
      [&](CUmodule* module, const LoadUse& use) { return load_file(name, module, use); });
}

HEDDLE_DRIVER CUresult cuLibraryUnload(CUlibrary library) {
  return of_library(library, [&](CUmodule module) {
    if (!Libraries::all().remove(library)) return CUDA_ERROR_INVALID_HANDLE;
    unload(module);
    delete library;
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuLibraryGetModule(CUmodule* out, CUlibrary library) {
  return of_library(library, [&](CUmodule module) {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
    *out = module;
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuLibraryGetKernel(CUkernel* out, CUlibrary library, const char* name) {
  return of_library(library, [&](CUmodule module) {
    return find_kernel(module, name, reinterpret_cast<CUfunction*>(out));
  });
}

HEDDLE_DRIVER CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary library) {
  return of_library(library, [&](CUmodule module) {
    if (!count) return CUDA_ERROR_INVALID_VALUE;
    *count = static_cast<unsigned>(kernel_names(module).size());
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuLibraryEnumerateKernels(CUkernel* out, unsigned int count,
                                                 CUlibrary library) {
  return of_library(library, [&](CUmodule module) {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    const auto names = kernel_names(module);
    for (unsigned i = 0; i < count && i < names.size(); ++i) {
      if (const CUresult result =
              find_kernel(module, names[i].c_str(), reinterpret_cast<CUfunction*>(&out[i]));
          result != CUDA_SUCCESS)
        return result;
    }
    return CUDA_SUCCESS;
  });
}

HEDDLE_DRIVER CUresult cuLibraryGetGlobal(CUdeviceptr* out, size_t* bytes, CUlibrary library,
                                          const char* name) {
  return of_library(library, [&](CUmodule module) {
    if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
    return find_variable(module, name, false, out, bytes);
  });
}

HEDDLE_DRIVER CUresult cuLibraryGetManaged(CUdeviceptr* out, size_t* bytes, CUlibrary library,
                                           const char* name) {
  return of_library(library,
                    [&](CUmodule module) { return find_variable(module, name, true, out, bytes); });
}

HEDDLE_DRIVER CUresult cuKernelGetFunction(CUfunction* out, CUkernel kernel) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  if (!context().registry.find_function(kernel)) return CUDA_ERROR_INVALID_HANDLE;
  *out = function_of(kernel);
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuKernelGetLibrary(CUlibrary* out, CUkernel kernel) {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  const auto* function = context().registry.find_function(kernel);
  CUmodule module = function ? module_of(*function) : nullptr;
  if (!module || !module->library) return CUDA_ERROR_INVALID_HANDLE;
  *out = module->library;
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuKernelGetName(const char** name, CUkernel kernel) {
  return cuFuncGetName(name, function_of(kernel));
}
HEDDLE_DRIVER CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t* offset,
                                            size_t* size) {
  return cuFuncGetParamInfo(function_of(kernel), index, offset, size);
}
HEDDLE_DRIVER CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute,
                                            CUkernel kernel, CUdevice device) {
  return on_device(device,
                   [&] { return cuFuncGetAttribute(value, attribute, function_of(kernel)); });
}
HEDDLE_DRIVER CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value,
                                            CUkernel kernel, CUdevice device) {
  return on_device(device,
                   [&] { return cuFuncSetAttribute(function_of(kernel), attribute, value); });
}
HEDDLE_DRIVER CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config,
                                              CUdevice device) {
  return on_device(device, [&] { return cuFuncSetCacheConfig(function_of(kernel), config); });
}

}  // namespace heddle::driver
