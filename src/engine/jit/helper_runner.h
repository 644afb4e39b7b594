// SPDX-License-Identifier: Apache-2.0
// Has tables of kernels compiled by compile-ahead (src/ahead), one helper at a time, in a thread of
// its own that waits for it.
//
// The helper is a process, not a thread: LLVM cannot be stopped in the middle of a kernel, and a
// program must neither wait for a kernel that it never launches when it ends or forks, nor die of
// one. All that goes wrong there means that a launch compiles, or stays as slow as it was.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "engine/jit/ahead_table.h"
#include "engine/jit/compiler_library.h"
#include "engine/jit/helper_process.h"
#include "support/settings.h"

namespace heddle::engine {

// Whether the settings allow for helpers at all.
bool allows_helpers(const support::Settings& settings);

// What all tables of this process have in common; the modules and the cache are the caller's.
AheadCommon common_of(const support::Settings& settings, const CompilerLibrary& compiler);

class HelperRunner {
 public:
  HelperRunner(const CompilerLibrary& compiler, HelperProcess::AtStop at_stop);
  ~HelperRunner();
  HelperRunner(const HelperRunner&) = delete;
  HelperRunner& operator=(const HelperRunner&) = delete;

  // Whether begin() would: not in a child by fork(), nor while a helper works or after stop().
  bool is_idle() const;

  // Starts a helper for `table`, if the program still runs a moment later. `ended` is called in the
  // runner's thread when it has ended, and gives the next table; null: none.
  using Ended = std::function<std::shared_ptr<AheadTable>()>;
  bool begin(std::shared_ptr<AheadTable> table, Ended ended);

  // The process ends. Returns within a few milliseconds; also from a signal handler.
  void stop();

 private:
  void watch(std::shared_ptr<AheadTable> table, const Ended& ended);
  void run(AheadTable& table);

  const HelperProcess::AtStop at_stop_;
  const pid_t process_;  // a child by fork() has no helper
  HelperProcess helper_;
  std::thread watcher_;  // while a helper runs, and before
  enum Phase : std::uint32_t { kIdle, kActive, kStopped };
  std::atomic<std::uint32_t> phase_{kIdle};
  std::atomic<std::uint32_t> watching_{0};
};

}  // namespace heddle::engine
