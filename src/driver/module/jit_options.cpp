// SPDX-License-Identifier: Apache-2.0
// Options of cuModuleLoadDataEx and cuLibraryLoad*: numbers are passed in the pointers' place.
#include <algorithm>

#include "driver/module/module.h"

namespace heddle::driver {

void JitLogs::Buffer::write(std::string_view what) const {
  const auto room = bytes ? reinterpret_cast<std::uintptr_t>(*bytes) : 0;
  std::size_t written = 0;
  if (text && room) {
    written = what.copy(text, room - 1);
    text[written] = '\0';
    if (written) ++written;
  }
  if (bytes) *bytes = reinterpret_cast<void*>(written);
}

CUresult JitLogs::read(unsigned count, const CUjit_option* options, void** values) {
  if (!count) return CUDA_SUCCESS;
  if (!options || !values) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] < 0 || options[i] >= CU_JIT_NUM_OPTIONS) return CUDA_ERROR_INVALID_VALUE;
    switch (options[i]) {
      case CU_JIT_INFO_LOG_BUFFER:
        info_.text = static_cast<char*>(values[i]);
        break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        info_.bytes = &values[i];
        break;
      case CU_JIT_ERROR_LOG_BUFFER:
        error_.text = static_cast<char*>(values[i]);
        break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
        error_.bytes = &values[i];
        break;
      case CU_JIT_WALL_TIME:
        values[i] = nullptr;  // a float in its place: no time was spent
        break;
      default:
        break;
    }
  }
  return CUDA_SUCCESS;
}

void JitLogs::end() {
  info_.write({});
  error_.write(text_);
}

}  // namespace heddle::driver
