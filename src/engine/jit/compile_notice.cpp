// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/compile_notice.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string_view>
#include <system_error>

#include "support/demangle.h"

namespace heddle::engine {
namespace {

constexpr int kPatience = 2;  // seconds
constexpr std::size_t kMaxName = 48;

// One call a line, as support::message does it. A terminal that takes none is no error.
void show(std::string_view text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

CompileNotice::CompileNotice(const std::string& kernel) : kernel_(kernel) {
  if (!isatty(STDERR_FILENO)) return;
  // The program's signals are for the program's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    watcher_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    // No thread to be had: it goes without.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

CompileNotice::~CompileNotice() {
  if (!watcher_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  watcher_.join();
}

void CompileNotice::watch() {
  using namespace std::chrono;
  const auto begin = steady_clock::now();
  std::unique_lock lock(mutex_);
  for (int second = kPatience;; ++second) {
    if (changed_.wait_until(lock, begin + seconds(second), [this] { return ended_; })) {
      if (second > kPatience) show("\r\033[K");
      return;
    }
    const auto what = kernel_.empty() ? std::string("functions that are pointed to")
                                      : "kernel " + support::demangle(kernel_).substr(0, kMaxName);
    show(fmt::format("\r\033[Kheddle: compiling {} ... {} s", what, second));
  }
}

}  // namespace heddle::engine
