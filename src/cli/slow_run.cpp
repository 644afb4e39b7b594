// SPDX-License-Identifier: Apache-2.0
#include "cli/slow_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

namespace heddle::cli {

SlowRun::SlowRun(std::string tool, std::function<std::string()> so_far)
    : tool_(std::move(tool)), so_far_(std::move(so_far)) {
  if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { tell(); });
}

SlowRun::~SlowRun() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  end_.notify_one();
  thread_.join();
}

void SlowRun::tell() {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  for (std::chrono::seconds next{5};; next *= 2) {
    if (end_.wait_until(lock, begin + next, [this] { return ended_; })) return;
    fmt::print(stderr, "{}: {} s, {}\n", tool_, next.count(), so_far_());
    std::fflush(stderr);
  }
}

}  // namespace heddle::cli
