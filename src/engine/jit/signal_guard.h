// SPDX-License-Identifier: Apache-2.0
// Puts the process's signal handlers back as they were: LLVM and LLD install their own while they
// work and leave them.
#pragma once

#include <signal.h>

namespace heddle::engine {

class SignalGuard {
 public:
  SignalGuard() {
    for (int signal = 1; signal <= kLast; ++signal) sigaction(signal, nullptr, &actions_[signal]);
    sigaltstack(nullptr, &stack_);
  }
  ~SignalGuard() {
    for (int signal = 1; signal <= kLast; ++signal) {
      struct sigaction now{};
      if (signal == SIGKILL || signal == SIGSTOP || sigaction(signal, nullptr, &now) != 0) continue;
      if (now.sa_sigaction == actions_[signal].sa_sigaction) continue;
      sigaction(signal, &actions_[signal], nullptr);
    }
    sigaltstack(&stack_, nullptr);
  }
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

 private:
  static constexpr int kLast = 31;
  struct sigaction actions_[kLast + 1] = {};
  stack_t stack_{};
};

}  // namespace heddle::engine
