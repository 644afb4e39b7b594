// SPDX-License-Identifier: Apache-2.0
// A line that says what takes so long.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace heddle::cli {

// Shows `text` on stderr when the object lives longer than two seconds and stderr is a terminal;
// wipes it out at the end.
class Progress {
 public:
  explicit Progress(std::string text);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

 private:
  void show(const std::string& text);

  std::mutex mutex_;
  std::condition_variable end_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace heddle::cli
