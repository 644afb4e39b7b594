// SPDX-License-Identifier: Apache-2.0
// What calls of the APIs answered, as sentences (CUDA Programming Guide, "Error Log Management"):
// the last of them are kept, functions of the program are told, and CUDA_LOG_FILE gets them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::process {

enum class LogLevel : int { kError, kWarning };  // cudaLogLevel

class ErrorLog {
 public:
  // As documented.
  static constexpr std::size_t kMostEntries = 100, kMostBytes = 25600;
  using Callback = void (*)(void* data, int level, char* message, std::size_t length);
  using Iterator = unsigned;

  ErrorLog();
  // `call`: the function of the API. Hold no lock: the program's functions are called.
  void add(LogLevel level, std::string_view call, std::string_view text);

  void* register_callback(Callback callback, void* data);
  // False: it is none.
  bool unregister_callback(const void* handle);

  // Behind the last entry.
  Iterator current();
  // From the iterator on, or all (null), in lines; at most `most` bytes, of which the oldest are
  // left out, and a line says so. Sets the iterator behind them.
  std::string dump(Iterator* from, std::size_t most);

 private:
  struct Listener {
    Callback callback;
    void* data;
  };
  std::mutex mutex_;
  std::deque<std::string> entries_;
  Iterator next_ = 0;  // the number of the next entry
  std::vector<std::shared_ptr<Listener>> listeners_;
  std::FILE* file_ = nullptr;
};

ErrorLog& error_log();

// Of the function of the API that the calling thread is in.
void log_error(const char* name, const char* text);
void log_warning(std::string_view text);

}  // namespace heddle::process
