// SPDX-License-Identifier: Apache-2.0
// Collects what the checks of a process find. One finding for each class and places; the first
// occurrence is kept in full, the others are counted. May be called from any thread, also on a
// kernel's stack.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "checker/finding.h"

namespace heddle::checker {

class Findings {
 public:
  // Hears of each finding that is kept, at once, while the lock is held: `number` names it. And
  // again when it is amended.
  using Sink = std::function<void(std::uint64_t number, const Finding&)>;
  // True: not to be reported.
  using Reject = std::function<bool(const Finding&)>;

  explicit Findings(std::uint64_t limit_per_class) : limit_(limit_per_class) {}

  // Hears now and then how often a finding has occurred by now.
  using CountSink = std::function<void(std::uint64_t number, std::uint64_t occurrences)>;

  void on_finding(Sink sink, CountSink count_sink) {
    sink_ = std::move(sink);
    count_sink_ = std::move(count_sink);
  }
  void add_filter(Reject reject) { filters_.push_back(std::move(reject)); }

  // `first` and `second` tell the places apart: Site::key, or place_key() of a trace.
  // `make()` returns the Finding; it is called for the first occurrence only. Returns the number of
  // a finding that is new, and kept.
  template <class Make>
  std::optional<std::uint64_t> report(Class id, std::uint64_t first, std::uint64_t second,
                                      std::uint64_t occurrences, Make make) {
    const Key key{id, first, second};
    std::lock_guard lock(mutex_);
    if (count(key, occurrences)) return std::nullopt;
    Finding finding = make();
    finding.id = id;
    return add(key, std::move(finding), occurrences);
  }
  // More is known of a finding: `complete(finding)` adds it, and the sink hears of it again.
  template <class Complete>
  void amend(std::uint64_t number, Complete complete) {
    std::lock_guard lock(mutex_);
    complete(kept_[number]);
    if (sink_) sink_(number, kept_[number]);
  }

  struct Dropped {
    std::uint64_t suppressed = 0;  // findings that a filter rejected
    std::uint64_t over_limit = 0;  // findings of classes that had reached the limit
  };

  // The last finding that `is_it(finding)` is true of.
  template <class IsIt>
  std::optional<std::uint64_t> last(IsIt is_it) const {
    std::lock_guard lock(mutex_);
    for (auto number = kept_.size(); number > 0; --number) {
      if (is_it(kept_[number - 1])) return number - 1;
    }
    return std::nullopt;
  }
  // Something was found at this place, whatever its class.
  bool knows_place(std::uint64_t first) const;

  // In the order in which they were found, with their counts by now.
  std::vector<Finding> all() const;
  // The number of findings, and of those that are errors.
  std::uint64_t size() const;
  std::uint64_t errors() const;
  std::uint64_t occurrences(std::uint64_t number) const;
  Dropped dropped() const;

 private:
  struct Key {
    Class id;
    std::uint64_t first, second;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return (key.first * 0x9e3779b97f4a7c15 ^ key.second) * 0xff51afd7ed558ccd +
             static_cast<std::size_t>(key.id);
    }
  };
  static constexpr std::uint64_t kNotKept = ~std::uint64_t{0};

  bool count(const Key& key, std::uint64_t occurrences);
  std::optional<std::uint64_t> add(const Key& key, Finding finding, std::uint64_t occurrences);

  const std::uint64_t limit_;
  Sink sink_;
  CountSink count_sink_;
  std::vector<Reject> filters_;
  mutable std::mutex mutex_;
  std::unordered_map<Key, std::uint64_t, Hash> known_;  // to the number, or kNotKept
  std::vector<Finding> kept_;
  std::uint64_t of_class_[std::size(kClasses)] = {};
  Dropped dropped_;
};

}  // namespace heddle::checker
