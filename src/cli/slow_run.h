// SPDX-License-Identifier: Apache-2.0
// Says on a terminal that a check is under way, and what it has found by now.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace heddle::cli {

// While the object lives: a line on stderr after 5 s, 10 s, 20 s and so on, where that is a
// terminal. Lines of their own, for the checked program writes there as well.
class SlowRun {
 public:
  // `records`: the folder where the processes write down what they find.
  explicit SlowRun(std::string records);
  SlowRun(const SlowRun&) = delete;
  SlowRun& operator=(const SlowRun&) = delete;
  ~SlowRun();

 private:
  void tell();

  const std::string records_;
  std::mutex mutex_;
  std::condition_variable end_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace heddle::cli
