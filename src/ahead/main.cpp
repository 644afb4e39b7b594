// SPDX-License-Identifier: Apache-2.0
// compile-ahead: compiles the kernels of a table (engine/jit/ahead_table.h) into the cache: ahead
// of their launch, while nobody else wants the CPUs, or one for a second time.
//
// Started by a program (engine/jit/helper_process.h) and by nobody else. It says nothing: what it
// cannot compile, the program will, and say why.
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <ctime>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/jit/ahead_table.h"
#include "engine/jit/code_cache.h"
#include "engine/jit/compiler_library.h"
#include "engine/jit/helper_process.h"
#include "support/cpu.h"

namespace heddle::engine {
namespace {

// Side by side, as the kernels that a program launches one after the other are needed: while it
// waits for one, its own CPU is free as well. More would take memory only.
constexpr std::size_t kMostThreads = 4;

void become_idle(pid_t thread) {
  const sched_param none{};
  sched_setscheduler(thread, SCHED_IDLE, &none);
}

// It must never be in the way: of memory, nor of a crash report.
void make_way() {
  const rlimit no_core{};
  setrlimit(RLIMIT_CORE, &no_core);
  const support::Descriptor score(open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  if (score) support::write_all(score.number(), "1000", 4);
}

// A second compilation (engine/jit/second_tier.h). Its program waits for nothing, but may keep all
// CPUs busy with code that is several times slower for want of it: idle priority would mean never.
constexpr int kNiceness = 10;
// How long it may go on alone.
constexpr int kSecondsAlone = 300;
constexpr int kSecondsInQueue = 1;
constexpr int kLook = 200;  // milliseconds

// Ends this process when a second compilation takes too long. It cannot be stopped otherwise.
class Limit {
 public:
  Limit(const AheadCommon& common, const AheadJob& job)
      : seconds_(common.limit),
        job_(job),
        cache_(common.cache_dir, common.cache_bytes),
        program_(static_cast<int>(syscall(SYS_pidfd_open, common.program, 0))),
        thread_([this] { watch(); }) {
    thread_.detach();
  }
  // It has its turn: from here on it goes on without the program.
  void begins() { begun_ = true; }
  // False: it is too late.
  bool is_in_time() { return !decided_.exchange(true); }

 private:
  void watch() {
    while (process_seconds() < seconds_) {
      pollfd program{program_.number(), POLLIN, 0};
      if (alone_for_ == 0 && poll(&program, 1, kLook) == 0) continue;
      // Those that still wait for their turn would pile up. The next run tries again.
      const int most = begun_ ? kSecondsAlone : kSecondsInQueue;
      if (alone_for_ > most * 1000) _exit(1);
      if (alone_for_ == 0) become_idle(getpid());
      poll(nullptr, 0, kLook);
      alone_for_ += kLook;
    }
    if (decided_.exchange(true)) return;
    // So that nobody tries again.
    if (const auto hurried = cache_.load(job_.instead)) {
      cache_.store(job_.key, hurried->object.data(), hurried->object.size());
    }
    _exit(1);
  }

  static double process_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  const double seconds_;
  const AheadJob& job_;
  CodeCache cache_;
  const support::Descriptor program_;
  int alone_for_ = 0;  // milliseconds since the program's end
  std::atomic<bool> begun_{false};
  std::atomic<bool> decided_{false};
  std::thread thread_;
};

class Work {
 public:
  Work(AheadTable& table, const CompilerLibrary::Functions& compiler)
      : table_(table),
        common_(table.common()),
        compiler_(compiler),
        cache_(common_.cache_dir, common_.cache_bytes) {}

  void run() {
    const auto jobs = table_.jobs();
    for (std::size_t i = next_++; i < jobs.size(); i = next_++) {
      AheadJob& job = jobs[i];
      if (!job.change(AheadJob::kWaiting, AheadJob::kRunning)) continue;
      const bool good = common_.limit > 0 ? compile_again(job) : compile(job, nullptr);
      job.change(AheadJob::kRunning, good ? AheadJob::kDone : AheadJob::kFailed);
      job.wake_waiters();
    }
  }

 private:
  // Of all processes that use the cache, one at a time.
  bool compile_again(AheadJob& job) {
    Limit limit(common_, job);
    const support::Descriptor turn = cache_.lock();
    limit.begins();
    // Another program may have wanted the same.
    if (cache_.contains(job.key)) return true;
    return compile(job, &limit);
  }

  bool compile(AheadJob& job, Limit* limit) {
    std::vector<HeddleBitcode> modules;
    for (const auto& bitcode : common_.modules) modules.push_back({bitcode.data(), bitcode.size()});
    HeddleCompileRequest call{};
    call.modules = modules.data();
    call.module_count = modules.size();
    call.kernel = table_.text(job.kernel);
    std::copy_n(job.block, std::size(job.block), call.block_dim);
    call.flags = job.flags;
    call.isa = common_.isa.c_str();
    call.probe_mask = job.probe_mask;
    call.budget = job.budget;
    call.passes = common_.passes.c_str();
    call.log = common_.log;
    HeddleCompileResult result{};
    if (compiler_.compile(&call, &result) != 0) {
      compiler_.release(&result);
      return false;
    }
    if (result.log) std::strncpy(job.log, result.log, sizeof job.log - 1);
    // Somebody who did not wait may have stored it. What is hurried once more is filed, and nothing
    // that a launch should know of.
    const bool good = (!limit || limit->is_in_time()) && job.state == AheadJob::kRunning &&
                      cache_.store(job.key, result.object, result.object_size) &&
                      !(limit && result.hurried);
    compiler_.release(&result);
    return good;
  }

  AheadTable& table_;
  const AheadCommon common_;
  const CompilerLibrary::Functions& compiler_;
  CodeCache cache_;
  std::atomic<std::size_t> next_{0};
};

int run() {
  make_way();
  const auto table = AheadTable::open(HelperProcess::kInput);
  if (!table) return 1;
  table->helper() = getpid();
  if (table->common().limit > 0) {
    // From here on it goes on when the program ends.
    prctl(PR_SET_PDEATHSIG, 0);
    setpriority(PRIO_PROCESS, 0, std::max(getpriority(PRIO_PROCESS, 0), kNiceness));
  } else {
    become_idle(0);
  }
  CompilerLibrary compiler(table->common().compiler_folder);
  // It may have been built anew since the program looked.
  if (compiler.identity() != table->common().compiler_identity) return 1;
  std::string reason;
  const CompilerLibrary::Functions* functions = compiler.open(&reason);
  if (!functions) return 1;
  Work work(*table, *functions);
  std::vector<std::thread> threads;
  const std::size_t count =
      std::min({table->jobs().size(), std::size_t{support::process_cpus()}, kMostThreads});
  try {
    while (threads.size() + 1 < count) threads.emplace_back([&work] { work.run(); });
  } catch (const std::system_error&) {
    // Fewer, then.
  }
  work.run();
  for (std::thread& thread : threads) thread.join();
  _exit(0);
}

}  // namespace
}  // namespace heddle::engine

int main() {
  return heddle::engine::run();
}
