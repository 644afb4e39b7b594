// SPDX-License-Identifier: Apache-2.0
// Semaphores that several processes have, as a page of a file (memfd) that all of them map. The
// value of a binary one is 0 or 1: a wait takes it. That of a timeline grows: a wait leaves it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/error.h"

namespace heddle::engine {

class ExternalSemaphore {
 public:
  enum class Kind : int { kBinary = 1, kTimeline = 9 };  // cudaExternalSemaphoreHandleType

  // The file of a new one that nobody has signalled; -1: the system refuses.
  static int make_file(Kind kind);
  // The descriptor becomes the semaphore's. Null: it is none of this kind and this user.
  static std::shared_ptr<ExternalSemaphore> open(int file, Kind kind);
  ~ExternalSemaphore();
  ExternalSemaphore(const ExternalSemaphore&) = delete;
  ExternalSemaphore& operator=(const ExternalSemaphore&) = delete;

  // `value`: of a timeline, which never goes back.
  void signal(std::uint64_t value);
  // Whether it is signalled, of a timeline with this value or a later one.
  bool take(std::uint64_t value);

  const Kind kind;

 private:
  struct Page {
    std::atomic<std::uint64_t> value;
  };
  ExternalSemaphore(Kind as, int file, Page* page) : kind(as), file_(file), page_(page) {}

  const int file_;
  Page* const page_;
};

}  // namespace heddle::engine
