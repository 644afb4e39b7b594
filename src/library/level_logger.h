// SPDX-License-Identifier: Apache-2.0
// The log that cuSPARSE and cublasLt let a program ask for, in the same words: levels or a mask say
// what is told, to a file, a function of the program, or both.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>

namespace heddle::library {

class LevelLogger {
 public:
  using Callback = void (*)(int level, const char* function, const char* message);
  // Levels and bits of the mask, as documented.
  static constexpr int kErrorLevel = 1, kCallLevel = 5, kErrorBit = 1, kCallBit = 16;

  void call(const char* name) {
    if (mask_.load(std::memory_order_relaxed) & kCallBit) write(kCallLevel, name, "called");
  }
  void error(const char* name, const char* status) {
    if (mask_.load(std::memory_order_relaxed) & kErrorBit)
      write(kErrorLevel, name, fmt::format("answers {}", status));
  }

  // The calls of a program; false: no value of theirs.
  void set_callback(Callback callback) {
    const std::lock_guard lock(mutex_);
    callback_ = callback;
  }
  void set_file(std::FILE* file, bool owned = false) {
    const std::lock_guard lock(mutex_);
    if (owns_file_) std::fclose(file_);
    file_ = file;
    owns_file_ = owned;
  }
  bool open_file(const char* path) {
    std::FILE* const file = path ? std::fopen(path, "we") : nullptr;
    if (file) set_file(file, true);
    return file;
  }
  bool set_level(int level) {
    return level >= 0 && level <= kCallLevel && set_mask((1 << level) - 1);
  }
  bool set_mask(int mask) {
    if (mask < 0 || mask > 31) return false;
    mask_ = mask;
    return true;
  }
  void disable() { disabled_ = true; }

 private:
  void write(int level, const char* name, const std::string& text) {
    if (disabled_) return;
    Callback callback = nullptr;
    {
      const std::lock_guard lock(mutex_);
      callback = callback_;
      if (file_) {
        fmt::print(file_, "[{}][{}] {}\n", level == kErrorLevel ? "Error" : "Api", name, text);
        std::fflush(file_);
      }
    }
    if (callback) callback(level, name, text.c_str());
  }

  std::mutex mutex_;
  std::FILE* file_ = stdout;
  bool owns_file_ = false;
  Callback callback_ = nullptr;
  std::atomic<int> mask_{0};
  std::atomic<bool> disabled_{false};
};

}  // namespace heddle::library
