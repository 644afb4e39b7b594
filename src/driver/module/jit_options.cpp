// SPDX-License-Identifier: Apache-2.0
// Options of cuModuleLoadDataEx and cuLibraryLoad*: numbers are passed in the pointers' place.
#include "driver/module/module.h"

namespace heddle::driver {
namespace {

struct Log {
  char* text = nullptr;
  void** bytes = nullptr;  // how long it may be; how much was written

  void end() const {
    const auto room = bytes ? reinterpret_cast<std::uintptr_t>(*bytes) : 0;
    if (text && room) *text = '\0';
    if (bytes) *bytes = nullptr;
  }
};

}  // namespace

CUresult read_options(unsigned count, const CUjit_option* options, void** values) {
  if (!count) return CUDA_SUCCESS;
  if (!options || !values) return CUDA_ERROR_INVALID_VALUE;
  Log info, error;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] < 0 || options[i] >= CU_JIT_NUM_OPTIONS) return CUDA_ERROR_INVALID_VALUE;
    switch (options[i]) {
      case CU_JIT_INFO_LOG_BUFFER:
        info.text = static_cast<char*>(values[i]);
        break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        info.bytes = &values[i];
        break;
      case CU_JIT_ERROR_LOG_BUFFER:
        error.text = static_cast<char*>(values[i]);
        break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
        error.bytes = &values[i];
        break;
      case CU_JIT_WALL_TIME:
        values[i] = nullptr;  // a float in its place: no time was spent
        break;
      default:
        break;
    }
  }
  info.end();
  error.end();
  return CUDA_SUCCESS;
}

}  // namespace heddle::driver
