// SPDX-License-Identifier: Apache-2.0
#include "checker/api/api_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

// std::thread::id is used again when a thread has ended.
std::uint64_t number_of_thread() {
  static std::atomic<std::uint64_t> threads = 0;
  thread_local const std::uint64_t number = ++threads;
  return number;
}

}  // namespace

void ApiCheck::api(const probes::Api& event) {
  const std::lock_guard lock(mutex_);
  auto& failed = not_looked_at_[number_of_thread()];
  if (event.change == probes::ApiChange::kLookedAt) {
    failed.clear();
    return;
  }
  const auto place = place_key(event.trace);
  const auto again = std::ranges::find_if(
      failed, [&](const Failed& one) { return one.place == place && one.error == event.error; });
  if (again != failed.end()) {
    ++again->times;
    return;
  }
  if (failed.size() >= session_.options.print_limit) return;
  Finding finding;
  finding.headline = fmt::format("Program hit {} (error {}) due to \"{}\" on CUDA API call to {}",
                                 event.error_name, event.error, event.error_text, event.name);
  finding.notes.emplace_back("The program did not ask for the error afterwards");
  finding.traces.push_back({"called", frames_of(event.trace)});
  failed.push_back({place, event.error, std::move(finding)});
}

void ApiCheck::finish() {
  const std::lock_guard lock(mutex_);
  for (auto& [thread, failed] : not_looked_at_) {
    for (auto& one : failed) {
      if (session_.findings.knows_place(one.place)) continue;
      session_.findings.report(Class::kApiError, one.place, static_cast<std::uint64_t>(one.error),
                               one.times, [&] { return std::move(one.finding); });
    }
  }
  not_looked_at_.clear();
}

}  // namespace heddle::checker
