// SPDX-License-Identifier: Apache-2.0
// Driver entry point access.
#include <cstring>

#include "driver/driver.h"
#include "driver/functions.h"

namespace heddle::driver {
namespace {

constexpr cuuint64_t kKnownFlags =
    CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;

// The newest function `name` that is not newer than `version`.
CUdriverProcAddressQueryResult find(const char* name, int version, bool per_thread,
                                    const Function** out) {
  const Function* best = nullptr;
  bool known = false;
  for (std::size_t i = 0; i < kFunctionCount; ++i) {
    const Function& row = kFunctions[i];
    const Stream other = per_thread ? Stream::kLegacy : Stream::kPerThread;
    if (row.stream == other || std::strcmp(row.name, name) != 0) continue;
    known = true;
    if (row.since <= version && (!best || row.since > best->since)) best = &row;
  }
  *out = best;
  return best    ? CU_GET_PROC_ADDRESS_SUCCESS
         : known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                 : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
}

CUresult address(const char* name, void** out, int version, cuuint64_t flags, bool per_thread,
                 CUdriverProcAddressQueryResult* status) {
  if (!name || !out || (flags & ~kKnownFlags) || flags == kKnownFlags) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (flags) per_thread = flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  const Function* found = nullptr;
  const auto result = find(name, version, per_thread, &found);
  *out = found ? reinterpret_cast<void*>(found->address) : nullptr;
  if (status) *status = result;
  return found || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

}  // namespace

HEDDLE_DRIVER CUresult cuGetProcAddress(const char* name, void** out, int version, cuuint64_t flags,
                                        CUdriverProcAddressQueryResult* status) {
  return address(name, out, version, flags, false, status);
}

// The first form (CUDA 11.3), which has no status.
HEDDLE_DRIVER CUresult first_get_proc_address(const char* name, void** out, int version,
                                              cuuint64_t flags) asm("cuGetProcAddress");
HEDDLE_DRIVER CUresult first_get_proc_address(const char* name, void** out, int version,
                                              cuuint64_t flags) {
  return address(name, out, version, flags, false, nullptr);
}

}  // namespace heddle::driver

// Of the runtime API: they answer with the driver's functions.
namespace {

cudaError_t entry_point(const char* name, void** out, unsigned version, unsigned long long flags,
                        bool per_thread, cudaDriverEntryPointQueryResult* status) {
  // cudaEnableLegacyStream and cudaEnablePerThreadDefaultStream are the driver's flags.
  CUdriverProcAddressQueryResult result{};
  const CUresult error =
      heddle::driver::address(name, out, static_cast<int>(version), flags, per_thread, &result);
  if (error != CUDA_SUCCESS) {
    heddle::driver::thread_state().last_error = cudaErrorInvalidValue;
    return cudaErrorInvalidValue;
  }
  if (status) *status = static_cast<cudaDriverEntryPointQueryResult>(result);
  return cudaSuccess;
}

bool own_default_stream() {
  return heddle::driver::thread_state().own_default_stream;
}

}  // namespace

#define HEDDLE_API extern "C" __attribute__((visibility("default")))

HEDDLE_API cudaError_t cudaGetDriverEntryPoint(const char* name, void** out,
                                               unsigned long long flags,
                                               cudaDriverEntryPointQueryResult* status) {
  return entry_point(name, out, CUDA_VERSION, flags, own_default_stream(), status);
}

HEDDLE_API cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** out,
                                                        unsigned version, unsigned long long flags,
                                                        cudaDriverEntryPointQueryResult* status) {
  return entry_point(name, out, version, flags, own_default_stream(), status);
}
