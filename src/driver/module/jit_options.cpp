// SPDX-License-Identifier: Apache-2.0
// Options of cuModuleLoadDataEx, cuLibraryLoad* and cuLink*: numbers are passed in the pointers'
// place.
#include <algorithm>
#include <cstring>

#include "driver/driver.h"
#include "driver/module/module.h"

namespace heddle::driver {

void JitLogs::Buffer::write(std::string_view what) const {
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
    const auto number = reinterpret_cast<std::uintptr_t>(values[i]);
    switch (options[i]) {
      case CU_JIT_INFO_LOG_BUFFER:
        info_.text = static_cast<char*>(values[i]);
        break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        info_.room = static_cast<unsigned>(number);
        info_.bytes = &values[i];
        break;
      case CU_JIT_ERROR_LOG_BUFFER:
        error_.text = static_cast<char*>(values[i]);
        break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
        error_.room = static_cast<unsigned>(number);
        error_.bytes = &values[i];
        break;
      case CU_JIT_WALL_TIME:
        time_ = &values[i];
        took(0);
        break;
      case CU_JIT_TARGET:
        target_ = static_cast<std::uint32_t>(number);
        break;
      case CU_JIT_MAX_REGISTERS:
        max_registers_ = static_cast<std::uint32_t>(number);
        break;
      case CU_JIT_LOG_VERBOSE:
        verbose_ = number != 0;
        break;
      case CU_JIT_GLOBAL_SYMBOL_COUNT:
        if (number) return not_supported("CU_JIT_GLOBAL_SYMBOL_NAMES");
        break;
      default:
        break;
    }
  }
  return CUDA_SUCCESS;
}

void JitLogs::took(float milliseconds) {
  if (!time_) return;
  *time_ = nullptr;
  std::memcpy(time_, &milliseconds, sizeof milliseconds);
}

void JitLogs::end() {
  info_.write(said_);
  error_.write(text_);
}

}  // namespace heddle::driver
