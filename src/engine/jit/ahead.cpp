// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/ahead.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <ctime>
#include <fstream>
#include <system_error>

#include "engine/base/host_threads.h"
#include "engine/jit/compile_notice.h"
#include "engine/jit/likely_next.h"
#include "support/cpu.h"
#include "support/environment.h"
#include "support/work_folder.h"

namespace heddle::engine {
namespace {

// A program that ends, or has launched all its kernels, within this time starts no helper.
constexpr int kPatience = 100;  // milliseconds
// So many kernels may have been compiled in vain.
constexpr std::size_t kMostUnused = 16;
// What the end of the process may take longer. Who does not end by then is killed by its end.
constexpr int kEnd = 10;  // milliseconds
// A launch waits for the helper as long as that gets this share of a CPU.
constexpr int kLook = 30;  // milliseconds
constexpr double kShare = 0.25;

void sleep_while(std::atomic<std::uint32_t>& word, std::uint32_t value, int milliseconds) {
  const timespec time{milliseconds / 1000, milliseconds % 1000 * 1000000L};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &time, nullptr, 0);
}

void wake(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

bool enabled(const support::Settings& settings) {
  // A dump shows what the compiler does, so it must run here.
  return settings.compile_ahead && settings.threads > 1 && support::process_cpus() > 1 &&
         settings.dump_dir.empty() && !settings.cache_dir.empty() && settings.cache_bytes > 0 &&
         !support::has_foreign_rights();
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

// A debugger would take the supervisor for a thread of the program.
bool is_debugged() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "TracerPid:") return status >> word && word != "0";
  }
  return false;
}

double seconds(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return -1;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

Ahead::Ahead(const support::Settings& settings, const CompilerLibrary& compiler)
    : enabled_(enabled(settings)),
      process_(getpid()),
      helper_(compiler.folder() + "/heddle/compile-ahead", helper_environment()) {
  common_.compiler_folder = compiler.folder();
  common_.compiler_identity = compiler.identity();
  common_.isa = settings.isa;
  common_.passes = settings.passes;
  common_.cache_bytes = settings.cache_bytes;
  common_.log = settings.log_compile;
}

Ahead::~Ahead() {
  stop();
  if (!watcher_.joinable()) return;
  if (getpid() == process_) {
    watcher_.join();
  } else {
    watcher_.detach();
  }
}

std::size_t Ahead::room() {
  std::size_t unused = 0;
  for (const auto& table : tables_) {
    for (const AheadJob& job : table->jobs()) {
      unused += job.state == AheadJob::kDone || job.state == AheadJob::kFailed;
    }
  }
  return kMostUnused - std::min(unused, kMostUnused);
}

void Ahead::begin(const CodeRequest& request, CodeCache& cache, const KeyOf& key_of) {
  if (!enabled_ || request.kernel.empty() || getpid() != process_ || phase_ != kIdle) return;
  const std::lock_guard lock(mutex_);
  if (phase_ != kIdle || !cache.usable()) return;
  std::vector<AheadRequest> wanted;
  std::size_t free = room();
  for (const CodeRequest& next : likely_next(request)) {
    if (free == 0) break;
    const support::Hash128 key = key_of(next);
    std::shared_ptr<AheadTable> known;
    if (cache.contains(key) || find(key, &known)) continue;
    wanted.push_back({next.kernel,
                      {next.block.x, next.block.y, next.block.z},
                      next.flags,
                      next.probe_mask,
                      next.budget,
                      key});
    --free;
  }
  if (wanted.empty()) return;
  AheadCommon common = common_;
  common.cache_dir = cache.directory();
  for (std::size_t i : request.image_order()) {
    common.modules.push_back(request.unit->images()[i]->bitcode);
  }
  if (auto table = AheadTable::make(common, wanted)) start(std::move(table));
}

void Ahead::start(std::shared_ptr<AheadTable> table) {
  if (watcher_.joinable()) watcher_.join();  // it has ended
  std::uint32_t idle = kIdle;
  if (!phase_.compare_exchange_strong(idle, kActive)) return;
  watching_ = 1;
  // The program's signals are for the program's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    watcher_ = std::thread([this, table] { watch(*table); });
    tables_.push_back(std::move(table));
  } catch (const std::system_error&) {
    phase_ = kStopped;
    watching_ = 0;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Ahead::watch(AheadTable& table) {
  note_pool_thread();
  sleep_while(phase_, kActive, kPatience);
  bool works = true;
  if (phase_ == kActive && !is_debugged()) {
    works = helper_.run(table.descriptor());
    // One that was killed may have left a folder.
    if (!works) support::remove_abandoned(support::memory_parents());
  }
  const bool began = std::any_of(table.jobs().begin(), table.jobs().end(), [](const AheadJob& job) {
    return job.state != AheadJob::kWaiting && job.state != AheadJob::kTaken;
  });
  table.end();
  std::uint32_t active = kActive;
  // One that cannot even begin is not tried again.
  phase_.compare_exchange_strong(active, works || began ? kIdle : kStopped);
  watching_ = 0;
  wake(watching_);
  forget_pool_thread();
}

AheadJob* Ahead::find(const support::Hash128& key, std::shared_ptr<AheadTable>* in) {
  for (const auto& table : tables_) {
    for (AheadJob& job : table->jobs()) {
      if (!(job.key == key) || job.state == AheadJob::kTaken) continue;
      *in = table;
      return &job;
    }
  }
  return nullptr;
}

std::optional<std::string> Ahead::take(const support::Hash128& key, const std::string& kernel) {
  if (!enabled_ || getpid() != process_) return std::nullopt;
  std::shared_ptr<AheadTable> table;
  AheadJob* job = nullptr;
  {
    const std::lock_guard lock(mutex_);
    job = find(key, &table);
  }
  if (!job || job->change(AheadJob::kWaiting, AheadJob::kTaken)) return std::nullopt;
  if (job->state == AheadJob::kRunning && !wait_for(*table, *job, kernel)) return std::nullopt;
  if (!job->change(AheadJob::kDone, AheadJob::kTaken)) return std::nullopt;
  return std::string(job->log);  // its last byte is 0
}

// The helper gets no CPU while others want them all. Then it is quicker to compile here, with what
// the helper has done in vain.
bool Ahead::wait_for(AheadTable& table, AheadJob& job, const std::string& kernel) {
  const CompileNotice notice(kernel);
  clockid_t helper{};
  if (clock_getcpuclockid(table.helper(), &helper) != 0) helper = CLOCK_MONOTONIC;
  double cpu = seconds(helper), time = seconds(CLOCK_MONOTONIC);
  while (job.state == AheadJob::kRunning) {
    job.wait(kLook);
    const double cpu_now = seconds(helper), now = seconds(CLOCK_MONOTONIC);
    if (now - time < 1e-3 * kLook) continue;
    if (cpu_now - cpu < kShare * (now - time) && job.change(AheadJob::kRunning, AheadJob::kTaken)) {
      return false;
    }
    cpu = cpu_now;
    time = now;
  }
  return true;
}

void Ahead::stop() {
  if (!enabled_ || getpid() != process_) return;
  phase_ = kStopped;
  wake(phase_);
  helper_.stop();
  if (watching_ != 0) sleep_while(watching_, 1, kEnd);
}

}  // namespace heddle::engine
