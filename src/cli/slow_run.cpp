// SPDX-License-Identifier: Apache-2.0
#include "cli/slow_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "tools/check/records.h"

namespace heddle::cli {

SlowRun::SlowRun(std::string records) : records_(std::move(records)) {
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
    report::Report report;
    tools::read_records(records_, report);
    const auto found = report.findings.size();
    fmt::print(stderr, "heddle check: {} s, {} finding{} so far\n", next.count(), found,
               found == 1 ? "" : "s");
    std::fflush(stderr);
  }
}

}  // namespace heddle::cli
