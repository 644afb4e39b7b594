// SPDX-License-Identifier: Apache-2.0
#include "checker/checks.h"

#include "checker/arithmetic/arithmetic_check.h"
#include "checker/async/async_check.h"
#include "checker/async/bulk_wait_check.h"
#include "checker/barriers/barrier_check.h"
#include "checker/barriers/cluster_barrier_check.h"
#include "checker/barriers/deadlock_check.h"
#include "checker/barriers/mbarrier_check.h"
#include "checker/barriers/sync_filter.h"
#include "checker/barriers/warp_check.h"
#include "checker/baseline.h"
#include "checker/definedness/init_check.h"
#include "checker/memory/access_check.h"
#include "checker/memory/bulk_check.h"
#include "checker/memory/host_access_check.h"
#include "checker/memory/transfer_check.h"
#include "checker/race_check.h"
#include "checker/work_check.h"

namespace heddle::checker {

Findings::Reject filter_of(const Options& options) {
  auto suppressions = std::make_shared<Suppressions>();
  if (!options.suppressions.empty()) suppressions->read(options.suppressions);
  auto baseline = std::make_shared<std::unordered_set<std::string>>();
  if (!options.baseline.empty()) *baseline = read_baseline(options.baseline);
  return [suppressions, baseline](const Finding& finding) {
    return suppressions->covers(finding) || is_ignored_in_source(finding) ||
           (!baseline->empty() && baseline->contains(fingerprint(finding)));
  };
}

Checks::Checks(const Options& options) : session_(options), allocations_(session_), api_(session_) {
  session_.findings.add_filter(filter_of(options));
  if (options.memcheck) {
    checks_.push_back(std::make_unique<AccessCheck>(session_));
    checks_.push_back(std::make_unique<BulkCheck>(session_));
  }
  if (options.memcheck && options.check_transfers) {
    checks_.push_back(std::make_unique<TransferCheck>(session_));
  }
  if (options.memcheck && options.check_host_accesses) {
    checks_.push_back(std::make_unique<HostAccessCheck>(session_));
  }
  if (options.synccheck) {
    std::vector<std::unique_ptr<probes::Listener>> of_barriers;
    of_barriers.push_back(std::make_unique<BarrierCheck>(session_));
    of_barriers.push_back(std::make_unique<ClusterBarrierCheck>(session_));
    of_barriers.push_back(std::make_unique<WarpCheck>(session_));
    of_barriers.push_back(std::make_unique<DeadlockCheck>(session_));
    of_barriers.push_back(std::make_unique<MbarrierCheck>(session_));
    checks_.push_back(std::make_unique<SyncFilter>(session_, std::move(of_barriers)));
  }
  if (options.initcheck) checks_.push_back(std::make_unique<InitCheck>(session_));
  if (options.racecheck) {
    auto races = std::make_unique<RaceCheck>(session_);
    auto copies = std::make_unique<AsyncCheck>(session_, *races);
    auto works = std::make_unique<WorkCheck>(session_, *races);
    // The last one that is asked of accesses, since it makes lines quiet.
    checks_.push_back(std::move(copies));
    checks_.push_back(std::make_unique<BulkWaitCheck>(session_));
    checks_.push_back(std::move(races));
    checks_.push_back(std::move(works));
  }
  if (options.check_arithmetic) checks_.push_back(std::make_unique<ArithmeticCheck>(session_));
}

std::vector<probes::Listener*> Checks::listeners() {
  // The filter knows a launch, and the ranges a change, before the checks ask for them.
  std::vector<probes::Listener*> all = {&session_.launches, &allocations_};
  if (session_.options.memcheck) all.push_back(&api_);
  for (const auto& check : checks_) all.push_back(check.get());
  return all;
}

void Checks::finish() {
  end_section();
  if (session_.options.memcheck && session_.options.leak_check) allocations_.report_leaks();
}

}  // namespace heddle::checker
