// SPDX-License-Identifier: Apache-2.0
#include "engine/jit/ahead.h"

#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "engine/jit/compile_notice.h"
#include "engine/jit/likely_next.h"

namespace heddle::engine {
namespace {

// So many kernels may have been compiled in vain.
constexpr std::size_t kMostUnused = 16;
// A launch waits for the helper as long as that gets this share of a CPU.
constexpr int kLook = 30;  // milliseconds
constexpr double kShare = 0.25;

double seconds(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return -1;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

Ahead::Ahead(const support::Settings& settings, const CompilerLibrary& compiler)
    : enabled_(allows_helpers(settings)),
      common_(common_of(settings, compiler)),
      process_(getpid()),
      runner_(compiler, HelperProcess::AtStop::kKill) {}

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
  if (!enabled_ || request.kernel.empty() || !runner_.is_idle()) return;
  const std::lock_guard lock(mutex_);
  if (!runner_.is_idle() || !cache.usable()) return;
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
  auto table = AheadTable::make(common, wanted);
  if (table && runner_.begin(table, [] { return nullptr; })) tables_.push_back(std::move(table));
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

}  // namespace heddle::engine
