// SPDX-License-Identifier: Apache-2.0
// Says on a terminal that a tool is at work, and what it has found by now.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace heddle::cli {

// While the object lives: a line on stderr after 5 s, 10 s, 20 s and so on, where that is a
// terminal. Lines of their own, for the program writes there as well.
class SlowRun {
 public:
  // "TOOL: 10 s, " and what `so_far()` says.
  SlowRun(std::string tool, std::function<std::string()> so_far);
  SlowRun(const SlowRun&) = delete;
  SlowRun& operator=(const SlowRun&) = delete;
  ~SlowRun();

 private:
  void tell();

  const std::string tool_;
  const std::function<std::string()> so_far_;
  std::mutex mutex_;
  std::condition_variable end_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace heddle::cli
