// SPDX-License-Identifier: Apache-2.0
// Library Management of the runtime API: the driver's, in the primary context.
#include "driver/driver.h"
#include "runtime/runtime.h"

namespace heddle::driver {
namespace {

template <class Call>
cudaError_t in_primary(Call call) {
  thread_state().has_primary = true;
  return runtime::answer(static_cast<cudaError_t>(call()));
}

}  // namespace

HEDDLE_API cudaError_t cudaLibraryLoadData(cudaLibrary_t* out, const void* code,
                                           cudaJitOption* options, void** values, unsigned count,
                                           cudaLibraryOption* library_options,
                                           void** library_values, unsigned library_count) {
  return in_primary([&] {
    return cuLibraryLoadData(out, code, same<CUjit_option>(options), values, count,
                             same<CUlibraryOption>(library_options), library_values, library_count);
  });
}

HEDDLE_API cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* out, const char* name,
                                               cudaJitOption* options, void** values,
                                               unsigned count, cudaLibraryOption* library_options,
                                               void** library_values, unsigned library_count) {
  return in_primary([&] {
    return cuLibraryLoadFromFile(out, name, same<CUjit_option>(options), values, count,
                                 same<CUlibraryOption>(library_options), library_values,
                                 library_count);
  });
}

HEDDLE_API cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return in_primary([&] { return cuLibraryUnload(library); });
}
HEDDLE_API cudaError_t cudaLibraryGetKernel(cudaKernel_t* out, cudaLibrary_t library,
                                            const char* name) {
  return in_primary([&] { return cuLibraryGetKernel(out, library, name); });
}
HEDDLE_API cudaError_t cudaLibraryGetGlobal(void** out, size_t* bytes, cudaLibrary_t library,
                                            const char* name) {
  return in_primary(
      [&] { return cuLibraryGetGlobal(same<CUdeviceptr>(out), bytes, library, name); });
}
HEDDLE_API cudaError_t cudaLibraryGetManaged(void** out, size_t* bytes, cudaLibrary_t library,
                                             const char* name) {
  return in_primary(
      [&] { return cuLibraryGetManaged(same<CUdeviceptr>(out), bytes, library, name); });
}
HEDDLE_API cudaError_t cudaLibraryGetKernelCount(unsigned* count, cudaLibrary_t library) {
  return in_primary([&] { return cuLibraryGetKernelCount(count, library); });
}
HEDDLE_API cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* out, unsigned count,
                                                   cudaLibrary_t library) {
  return in_primary([&] { return cuLibraryEnumerateKernels(out, count, library); });
}
HEDDLE_API cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel,
                                                       cudaFuncAttribute attribute, int value,
                                                       int device) {
  return in_primary([&] {
    return cuKernelSetAttribute(static_cast<CUfunction_attribute>(attribute), value, kernel,
                                device);
  });
}

HEDDLE_API cudaError_t cudaGetKernel(cudaKernel_t* out, const void* symbol) {
  return in_primary([&] {
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    const auto* function = context().registry.find_function(symbol);
    if (!function) return static_cast<CUresult>(cudaErrorInvalidDeviceFunction);
    *out = static_cast<cudaKernel_t>(const_cast<void*>(function->host));
    return CUDA_SUCCESS;
  });
}

}  // namespace heddle::driver
