// SPDX-License-Identifier: Apache-2.0
#include "cublas/logger.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string_view>

#include "cublas/call.h"
#include "library/level_logger.h"

namespace heddle::cublas {
namespace {

struct Logger {
  std::mutex mutex;
  std::FILE* file = nullptr;
  bool to_stdout = false, to_stderr = false;
  cublasLogCallback callback = nullptr;
  std::atomic<bool> on{false};
};
Logger& logger() {
  static auto* const kept = new Logger;
  return *kept;
}

void write(const std::string& line) {
  Logger& log = logger();
  cublasLogCallback callback = nullptr;
  {
    const std::lock_guard lock(log.mutex);
    for (std::FILE* const to :
         {log.to_stdout ? stdout : nullptr, log.to_stderr ? stderr : nullptr, log.file}) {
      if (!to) continue;
      std::fputs(line.c_str(), to);
      std::fflush(to);
    }
    callback = log.callback;
  }
  if (callback) callback(line.c_str());
}

bool is_lt(const char* name) {
  return std::string_view(name).starts_with("cublasLt");
}

}  // namespace

void log_call(const char* name) {
  if (is_lt(name)) lt_logger().call(name);
  if (logger().on.load(std::memory_order_relaxed)) write(fmt::format("I! cuBLAS {}\n", name));
}

void log_error(const char* name, const char* status) {
  if (is_lt(name)) lt_logger().error(name, status);
  if (logger().on.load(std::memory_order_relaxed))
    write(fmt::format("E! cuBLAS {} answers {}\n", name, status));
}

HEDDLE_CUBLAS cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char* file) {
  Logger& log = logger();
  const std::lock_guard lock(log.mutex);
  std::FILE* opened = nullptr;
  if (on && file && !(opened = std::fopen(file, "ae"))) return CUBLAS_STATUS_INVALID_VALUE;
  if (log.file) std::fclose(log.file);
  log.file = opened;
  log.to_stdout = on && to_stdout;
  log.to_stderr = on && to_stderr;
  log.on = on || log.callback;
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_CUBLAS cublasSetLoggerCallback(cublasLogCallback callback) {
  Logger& log = logger();
  const std::lock_guard lock(log.mutex);
  log.callback = callback;
  log.on = callback || log.file || log.to_stdout || log.to_stderr;
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_CUBLAS cublasGetLoggerCallback(cublasLogCallback* callback) {
  if (!callback) return CUBLAS_STATUS_INVALID_VALUE;
  const std::lock_guard lock(logger().mutex);
  *callback = logger().callback;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace heddle::cublas
