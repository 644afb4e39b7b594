// SPDX-License-Identifier: Apache-2.0
// Initialization, versions, errors.
#include "driver/driver.h"

#include <atomic>

#include "driver/context/context.h"
#include "process/error_log.h"
#include "process/not_supported.h"

namespace heddle::driver {
namespace {

std::atomic<bool> started{false};

const char* name_of(CUresult result) {
  switch (result) {
#define HEDDLE_RESULT(name, code, text) \
  case name:                            \
    return #name;
#include "heddle/results.inc"
  }
  return nullptr;
}

const char* text_of(CUresult result) {
  switch (result) {
#define HEDDLE_RESULT(name, code, text) \
  case name:                            \
    return text;
#include "heddle/results.inc"
  }
  return nullptr;
}

}  // namespace

namespace {
CUresult driver_error(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidHostPointer:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidChannelDescriptor:
    case cudaErrorInvalidMemcpyDirection:
      return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol:
      return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
    default:
      return static_cast<CUresult>(error);
  }
}
}  // namespace

CUresult result_of(cudaError_t error) {
  const CUresult result = driver_error(error);
  if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY) [[unlikely]] {
    const char *name = name_of(result), *text = text_of(result);
    process::log_error(name ? name : "?", text ? text : "");
  }
  return result;
}

CUresult initialised() {
  // The runtime starts it, too.
  const bool is = started.load(std::memory_order_relaxed) || context().engine_for_tools();
  return is ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult has_context() {
  if (const CUresult result = initialised(); result != CUDA_SUCCESS) return result;
  if (thread_state().in_host_function) [[unlikely]]
    return CUDA_ERROR_NOT_PERMITTED;
  CUcontext now = current();
  if (!now) return CUDA_ERROR_INVALID_CONTEXT;
  return is_context(now) ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult not_supported(const char* what) {
  process::tell_not_supported(what);
  return CUDA_ERROR_NOT_SUPPORTED;
}

// For the refusals that make_tables makes, which know no API types.
int refuse(const char* what) {
  return not_supported(what);
}

HEDDLE_DRIVER CUresult cuInit(unsigned int flags) {
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  the_engine();
  started = true;
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuDriverGetVersion(int* version) {
  if (!version) return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuGetErrorName(CUresult error, const char** text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  *text = name_of(error);
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

HEDDLE_DRIVER CUresult cuGetErrorString(CUresult error, const char** text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  *text = text_of(error);
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

HEDDLE_DRIVER CUresult cuProfilerStart() {
  return in_context([] { return cudaProfilerStart(); });
}
HEDDLE_DRIVER CUresult cuProfilerStop() {
  return in_context([] { return cudaProfilerStop(); });
}

}  // namespace heddle::driver
