// SPDX-License-Identifier: Apache-2.0
#include "cusparse/logger.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <mutex>

#include "cusparse/call.h"

namespace heddle::cusparse {
namespace {

// Levels and bits of the mask, as documented.
constexpr int kErrorLevel = 1, kCallLevel = 5, kErrorBit = 1, kCallBit = 16;

struct Logger {
  std::mutex mutex;
  std::FILE* file = stdout;
  bool owns_file = false;
  cusparseLoggerCallback_t callback = nullptr;
  std::atomic<int> mask{0};
  std::atomic<bool> disabled{false};
};
Logger& logger() {
  static auto* const kept = new Logger;
  return *kept;
}

void write(int level, int bit, const char* name, const std::string& text) {
  Logger& log = logger();
  if (log.disabled || !(log.mask & bit)) return;
  cusparseLoggerCallback_t callback = nullptr;
  {
    const std::lock_guard lock(log.mutex);
    callback = log.callback;
    if (log.file) {
      fmt::print(log.file, "[{}][{}] {}\n", level == kErrorLevel ? "Error" : "Api", name, text);
      std::fflush(log.file);
    }
  }
  if (callback) callback(level, name, text.c_str());
}

Status set_file(std::FILE* file, bool owned) {
  Logger& log = logger();
  const std::lock_guard lock(log.mutex);
  if (log.owns_file) std::fclose(log.file);
  log.file = file;
  log.owns_file = owned;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

void log_call(const char* name) {
  if (logger().mask.load(std::memory_order_relaxed)) write(kCallLevel, kCallBit, name, "called");
}

void log_error(const char* name, const char* status) {
  if (logger().mask.load(std::memory_order_relaxed))
    write(kErrorLevel, kErrorBit, name, fmt::format("answers {}", status));
}

HEDDLE_CUSPARSE cusparseLoggerSetCallback(cusparseLoggerCallback_t callback) {
  const std::lock_guard lock(logger().mutex);
  logger().callback = callback;
  return CUSPARSE_STATUS_SUCCESS;
}
HEDDLE_CUSPARSE cusparseLoggerSetFile(FILE* file) {
  return set_file(file, false);
}
HEDDLE_CUSPARSE cusparseLoggerOpenFile(const char* path) {
  std::FILE* const file = path ? std::fopen(path, "we") : nullptr;
  return file ? set_file(file, true) : CUSPARSE_STATUS_INVALID_VALUE;
}
HEDDLE_CUSPARSE cusparseLoggerSetLevel(int level) {
  if (level < 0 || level > kCallLevel) return CUSPARSE_STATUS_INVALID_VALUE;
  logger().mask = (1 << level) - 1;
  return CUSPARSE_STATUS_SUCCESS;
}
HEDDLE_CUSPARSE cusparseLoggerSetMask(int mask) {
  if (mask < 0 || mask > 31) return CUSPARSE_STATUS_INVALID_VALUE;
  logger().mask = mask;
  return CUSPARSE_STATUS_SUCCESS;
}
HEDDLE_CUSPARSE cusparseLoggerForceDisable() {
  logger().disabled = true;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace heddle::cusparse
