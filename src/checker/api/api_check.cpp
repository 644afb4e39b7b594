// SPDX-License-Identifier: Apache-2.0
#include "checker/api/api_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <functional>

#include "checker/describe.h"

namespace heddle::checker {
namespace {

// std::thread::id is used again when a thread has ended.
std::uint64_t number_of_thread() {
  static std::atomic<std::uint64_t> threads = 0;
  thread_local const std::uint64_t number = ++threads;
  return number;
}

// "file:line".
Place place_in(std::string_view text, std::string function) {
  Place place{std::move(function), std::string(text), 0, 0};
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return place;
  place.file = text.substr(0, colon);
  std::from_chars(text.data() + colon + 1, text.data() + text.size(), place.line);
  return place;
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

// Some errors that a check finds end the launch there: then it is one finding.
std::optional<std::uint64_t> ApiCheck::cause_of(const std::string& kernel,
                                                const Place& place) const {
  return session_.findings.last([&](const Finding& known) {
    const auto* at = known.place();
    return known.kernel == kernel && at && at->line == place.line &&
           base_name(at->file) == base_name(place.file);
  });
}

void ApiCheck::fault(const probes::Fault& event) {
  const auto kernel = kernel_of(event.launch);
  const auto place = place_in(event.place, kernel);
  auto number = place.line ? cause_of(kernel, place) : std::nullopt;
  if (number) {
    session_.findings.amend(*number, [&](Finding& known) {
      known.notes.push_back(fmt::format("The launch ends there: {}", event.what));
    });
  } else {
    number = report(event, kernel, place);
  }
  const std::lock_guard lock(mutex_);
  faulted_[event.error] = {number};
}

std::optional<std::uint64_t> ApiCheck::report(const probes::Fault& event, const std::string& kernel,
                                              const Place& place) {
  const std::hash<std::string_view> hash;
  return session_.findings.report(
      Class::kLaunchFailure, hash(event.launch.kernel), hash(event.place), 1, [&] {
        Finding finding;
        finding.headline = fmt::format("Launch failed: {}", event.what);
        finding.kernel = kernel;
        Side side{"", {}, std::nullopt, Index3{event.block[0], event.block[1], event.block[2]}};
        if (place.line) side.places.push_back(place);
        const auto* dim = event.launch.block;
        const auto first = thread_in({dim[0], dim[1], dim[2]}, event.thread);
        if (event.threads == 1) {
          side.thread = first;
        } else if (event.threads != 0) {
          const auto last = thread_in({dim[0], dim[1], dim[2]}, event.thread + event.threads - 1);
          finding.notes.push_back(
              fmt::format("By one of the threads ({},{},{}) to ({},{},{}) of block ({},{},{})",
                          first[0], first[1], first[2], last[0], last[1], last[2], event.block[0],
                          event.block[1], event.block[2]));
        }
        finding.sides.push_back(std::move(side));
        return finding;
      });
}

// Other checks have found why nobody goes on.
void ApiCheck::note_endless(int error) {
  constexpr int kLaunchTimeout = 702;
  if (error != kLaunchTimeout || faulted_.contains(error)) return;
  const auto number = session_.findings.last([](const Finding& known) {
    return known.id == Class::kDeadlock || known.id == Class::kBarrierNotReached;
  });
  if (number) faulted_[error] = {number};
}

void ApiCheck::api(const probes::Api& event) {
  const std::lock_guard lock(mutex_);
  note_endless(event.error);
  if (const auto faulted = faulted_.find(event.error); faulted != faulted_.end()) {
    if (auto& finding = faulted->second.finding; finding) {
      session_.findings.amend(*finding, [&](Finding& known) {
        known.notes.push_back(fmt::format("Calls answer {} from now on; the first one was {}",
                                          event.error_name, event.name));
        known.traces.push_back({"told", frames_of(event.trace)});
      });
      finding.reset();
    }
    return;
  }
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
