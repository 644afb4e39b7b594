// SPDX-License-Identifier: Apache-2.0
// Error Log Management.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "process/error_log.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

using process::error_log;
using process::ErrorLog;

Error refuse(const char* call, const char* what) {
  error_log().add(process::LogLevel::kError, call, what);
  return Error::kInvalidValue;
}

}  // namespace

HEDDLE_API cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t function, void* data,
                                                cudaLogsCallbackHandle* out) {
  if (!function) return answer(Error::kInvalidValue);
  void* handle =
      error_log().register_callback(reinterpret_cast<ErrorLog::Callback>(function), data);
  if (out) *out = static_cast<cudaLogsCallbackHandle>(handle);
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle handle) {
  return answer(error_log().unregister_callback(handle) ? Error::kSuccess : Error::kInvalidValue);
}

HEDDLE_API cudaError_t cudaLogsCurrent(cudaLogIterator* out, unsigned flags) {
  if (!out || flags) return answer(Error::kInvalidValue);
  *out = error_log().current();
  return cudaSuccess;
}

// The file is written anew.
HEDDLE_API cudaError_t cudaLogsDumpToFile(cudaLogIterator* iterator, const char* path,
                                          unsigned flags) {
  if (!path || flags) return answer(Error::kInvalidValue);
  std::FILE* file = std::fopen(path, "w");
  if (!file) return answer(Error::kInvalidValue);
  const std::string text = error_log().dump(iterator, ErrorLog::kMostBytes);
  const bool good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return answer(std::fclose(file) == 0 && good ? Error::kSuccess : Error::kInvalidValue);
}

HEDDLE_API cudaError_t cudaLogsDumpToMemory(cudaLogIterator* iterator, char* buffer, size_t* size,
                                            unsigned flags) {
  if (!buffer) return answer(refuse("cudaLogsDumpToMemory", "buffer cannot be NULL"));
  if (!size || *size == 0 || flags) return answer(Error::kInvalidValue);
  const size_t room = std::min(*size, ErrorLog::kMostBytes) - 1;
  ErrorLog::Iterator from = iterator ? *iterator : 0;
  const bool any = !iterator || *iterator != error_log().current();
  const std::string text = error_log().dump(iterator ? &from : nullptr, room);
  std::memcpy(buffer, text.c_str(), text.size() + 1);
  *size = text.size();
  // What does not fit is still to be had.
  const bool fits = !text.empty() || !any || error_log().dump(nullptr, SIZE_MAX).empty();
  if (fits && iterator) *iterator = from;
  return answer(fits ? Error::kSuccess : Error::kInvalidValue);
}

}  // namespace heddle::runtime
