// SPDX-License-Identifier: Apache-2.0
#include "checker/findings.h"

#include <algorithm>
#include <bit>

namespace heddle::checker {

bool Findings::count(const Key& key, std::uint64_t occurrences) {
  const auto it = known_.find(key);
  if (it == known_.end()) return false;
  if (it->second == kNotKept) return true;
  auto& all = kept_[it->second].occurrences;
  const auto before = std::bit_width(all);
  all += occurrences;
  // Each time they have doubled: a process that is killed has told about how often it was.
  if (count_sink_ && std::bit_width(all) != before) count_sink_(it->second, all);
  return true;
}

std::optional<std::uint64_t> Findings::add(const Key& key, Finding finding,
                                           std::uint64_t occurrences) {
  finding.occurrences = occurrences;
  const auto reject = [&](const Reject& filter) { return filter(finding); };
  if (std::ranges::any_of(filters_, reject)) {
    ++dropped_.suppressed;
    known_.emplace(key, kNotKept);
    return std::nullopt;
  }
  auto& of_class = of_class_[static_cast<unsigned>(key.id)];
  if (of_class == limit_) {
    ++dropped_.over_limit;
    known_.emplace(key, kNotKept);
    return std::nullopt;
  }
  ++of_class;
  known_.emplace(key, kept_.size());
  kept_.push_back(std::move(finding));
  if (sink_) sink_(kept_.size() - 1, kept_.back());
  return kept_.size() - 1;
}

bool Findings::knows_place(std::uint64_t first) const {
  std::lock_guard lock(mutex_);
  return std::ranges::any_of(known_, [&](const auto& one) { return one.first.first == first; });
}

std::vector<Finding> Findings::all() const {
  std::lock_guard lock(mutex_);
  return kept_;
}

std::uint64_t Findings::size() const {
  std::lock_guard lock(mutex_);
  return kept_.size();
}

std::uint64_t Findings::errors() const {
  std::lock_guard lock(mutex_);
  return static_cast<std::uint64_t>(std::ranges::count_if(
      kept_, [](const Finding& finding) { return row(finding.id).level == Level::kError; }));
}

std::uint64_t Findings::occurrences(std::uint64_t number) const {
  std::lock_guard lock(mutex_);
  return kept_[number].occurrences;
}

Findings::Dropped Findings::dropped() const {
  std::lock_guard lock(mutex_);
  return dropped_;
}

}  // namespace heddle::checker
