// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>

namespace heddle::cli {

Progress::Progress(std::string text) {
  if (isatty(STDERR_FILENO) == 0) return;
  thread_ = std::thread([this, line = std::move(text)] { show(line); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  end_.notify_one();
  thread_.join();
}

void Progress::show(const std::string& text) {
  std::unique_lock lock(mutex_);
  if (end_.wait_for(lock, std::chrono::seconds(2), [this] { return ended_; })) return;
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
  end_.wait(lock, [this] { return ended_; });
  fmt::print(stderr, "\r\033[K");
}

}  // namespace heddle::cli
