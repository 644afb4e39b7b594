// SPDX-License-Identifier: Apache-2.0
// Tells who waits at a terminal what for: a compilation that has taken 2 s says so on standard
// error, with the seconds so far, until it ends. Nothing where standard error is no terminal.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace heddle::engine {

class CompileNotice {
 public:
  explicit CompileNotice(const std::string& kernel);
  ~CompileNotice();  // takes the line away
  CompileNotice(const CompileNotice&) = delete;
  CompileNotice& operator=(const CompileNotice&) = delete;

 private:
  void watch();

  std::string kernel_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread watcher_;
};

}  // namespace heddle::engine
