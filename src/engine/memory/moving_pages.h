// SPDX-License-Identifier: Apache-2.0
// Pages of device memory move to another place (a file) while operations may use them: who touches
// them meanwhile faults, waits in the signal handler until they are back, and tries again.
#pragma once

#include <cstdint>
#include <mutex>

namespace heddle::engine {

// While it lives the pages may be inaccessible. One at a time in the process.
class MovingPages {
 public:
  MovingPages(std::uintptr_t begin, std::uint64_t bytes);
  ~MovingPages();
  MovingPages(const MovingPages&) = delete;
  MovingPages& operator=(const MovingPages&) = delete;

  // For the signal handler: whether a fault at `address` may be one of these, so that the
  // instruction is to run again; the pages are back then. Each thread is told so once after a move
  // wherever it faults, since the move may have ended before the handler began.
  static bool wait(const void* address);

 private:
  const std::lock_guard<std::mutex> lock_;
};

}  // namespace heddle::engine
