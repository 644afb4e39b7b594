// SPDX-License-Identifier: Apache-2.0
// What kernels print, until the host synchronises.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

namespace heddle::engine {

class PrintfBuffer {
 public:
  // One call of printf; lines of several threads do not mix. A full buffer is written out at once
  // (the device would drop the oldest lines).
  void append(std::string_view text);

  // Writes what there is to stdout.
  void flush();

  std::atomic<std::size_t> capacity{std::size_t{1} << 20};  // cudaLimitPrintfFifoSize

 private:
  std::mutex mutex_;
  std::string text_;
  std::atomic<bool> any_{false};
};

}  // namespace heddle::engine
