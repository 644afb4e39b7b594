// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/helper_runner.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/base/host_threads.h"
#include "support/cpu.h"
#include "support/debugger.h"
#include "support/environment.h"
#include "support/work_folder.h"

namespace heddle::engine {
namespace {

// A program that ends, or has launched all its kernels, within this time starts no helper.
constexpr int kPatience = 100;  // milliseconds
// What the end of the process may take longer. Who does not end by then is killed by its end.
constexpr int kEnd = 10;  // milliseconds

void sleep_while(std::atomic<std::uint32_t>& word, std::uint32_t value, int milliseconds) {
  const timespec time{milliseconds / 1000, milliseconds % 1000 * 1000000L};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &time, nullptr, 0);
}

void wake(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

// What the compiler looks at, and the loader that loads it.
std::vector<std::string> helper_environment() {
  std::vector<std::string> environment;
  for (const char* name : {"TMPDIR", "LD_LIBRARY_PATH"}) {
    if (const char* value = support::variable(name)) {
      environment.push_back(std::string(name) + "=" + value);
    }
  }
  return environment;
}

// valgrind puts a library of its own before the program's. It knows no process that shares its
// parent's memory, and would end the program.
bool runs_in_valgrind() {
  const char* preloaded = support::variable("LD_PRELOAD");
  return preloaded != nullptr &&
         std::string_view(preloaded).find("vgpreload_") != std::string::npos;
}

}  // namespace

bool allows_helpers(const support::Settings& settings) {
  // A dump shows what the compiler does, so it must run here.
  return settings.compile_ahead && settings.threads > 1 && support::process_cpus() > 1 &&
         settings.dump_dir.empty() && !settings.cache_dir.empty() && settings.cache_bytes > 0 &&
         !support::has_foreign_rights() && !runs_in_valgrind();
}

AheadCommon common_of(const support::Settings& settings, const CompilerLibrary& compiler) {
  AheadCommon common;
  common.compiler_folder = compiler.folder();
  common.compiler_identity = compiler.identity();
  common.isa = settings.isa;
  common.passes = settings.passes;
  common.cache_bytes = settings.cache_bytes;
  common.log = settings.log_compile;
  common.program = getpid();
  return common;
}

HelperRunner::HelperRunner(const CompilerLibrary& compiler, HelperProcess::AtStop at_stop)
    : at_stop_(at_stop),
      process_(getpid()),
      helper_(compiler.folder() + "/heddle/compile-ahead", helper_environment(), at_stop) {}

HelperRunner::~HelperRunner() {
  stop();
  if (!watcher_.joinable()) return;
  if (getpid() == process_) {
    watcher_.join();
  } else {
    watcher_.detach();
  }
}

bool HelperRunner::is_idle() const {
  return phase_ == kIdle && getpid() == process_;
}

bool HelperRunner::begin(std::shared_ptr<AheadTable> table, Ended ended) {
  if (getpid() != process_) return false;
  if (watcher_.joinable()) watcher_.join();  // it has ended
  std::uint32_t idle = kIdle;
  if (!phase_.compare_exchange_strong(idle, kActive)) return false;
  watching_ = 1;
  // The program's signals are for the program's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool good = true;
  try {
    watcher_ = std::thread([this, table = std::move(table), ended = std::move(ended)]() mutable {
      watch(std::move(table), ended);
    });
  } catch (const std::system_error&) {
    phase_ = kStopped;
    watching_ = 0;
    good = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return good;
}

void HelperRunner::watch(std::shared_ptr<AheadTable> table, const Ended& ended) {
  note_pool_thread();
  sleep_while(phase_, kActive, kPatience);
  while (table) {
    run(*table);
    table = ended();
  }
  std::uint32_t active = kActive;
  phase_.compare_exchange_strong(active, kIdle);
  watching_ = 0;
  wake(watching_);
  forget_pool_thread();
}

void HelperRunner::run(AheadTable& table) {
  bool works = true;
  // A debugger would take the supervisor for a thread of the program.
  if (phase_ == kActive && !support::is_debugged()) {
    works = helper_.run(table.descriptor());
    // One that was killed may have left a folder.
    if (!works) support::remove_abandoned(support::memory_parents());
  }
  // One that was left to itself still reads it.
  if (phase_ == kStopped && at_stop_ == HelperProcess::AtStop::kLeave) return;
  const bool began = std::any_of(table.jobs().begin(), table.jobs().end(), [](const AheadJob& job) {
    return job.state != AheadJob::kWaiting && job.state != AheadJob::kTaken;
  });
  table.end();
  // One that cannot even begin is not tried again.
  if (!works && !began) phase_ = kStopped;
}

void HelperRunner::stop() {
  if (getpid() != process_) return;
  phase_ = kStopped;
  wake(phase_);
  helper_.stop();
  if (watching_ != 0) sleep_while(watching_, 1, kEnd);
}

}  // namespace heddle::engine
