// SPDX-License-Identifier: Apache-2.0
// compile-ahead: compiles the kernels of a table (engine/jit/ahead_table.h) into the cache while
// nobody else wants the CPUs.
//
// Started by a program (engine/jit/helper_process.h) and by nobody else. It says nothing: what it
// cannot compile, the program will, and say why.
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
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

// It must never be in the way: of any other process, nor of memory, nor of a crash report.
void make_way() {
  const sched_param none{};
  sched_setscheduler(0, SCHED_IDLE, &none);
  const rlimit no_core{};
  setrlimit(RLIMIT_CORE, &no_core);
  const support::Descriptor score(open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  if (score) support::write_all(score.number(), "1000", 4);
}

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
      job.change(AheadJob::kRunning, compile(job) ? AheadJob::kDone : AheadJob::kFailed);
      job.wake_waiters();
    }
  }

 private:
  bool compile(AheadJob& job) {
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
    // Somebody who did not wait has stored it.
    const bool good =
        job.state == AheadJob::kRunning && cache_.store(job.key, result.object, result.object_size);
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
