// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/advice.h"

#include <optional>

namespace heddle::engine {
namespace {
constexpr std::uintptr_t kPage = 4096;

// What is so of both.
void join(Advice& all, const Advice& more) {
  all.read_mostly = all.read_mostly && more.read_mostly;
  if (all.preferred != more.preferred) all.preferred = {};
  if (all.last_prefetch != more.last_prefetch) all.last_prefetch = {};
  std::erase_if(all.accessed_by, [&](const Location& l) { return !more.accessed_by.count(l); });
}
}  // namespace

std::pair<std::uintptr_t, std::uintptr_t> AdviceTable::pages(std::uintptr_t begin,
                                                             std::uint64_t bytes) {
  return {begin / kPage * kPage, (begin + bytes + kPage - 1) / kPage * kPage};
}

// No part lies on both sides of `at`.
void AdviceTable::split(std::uintptr_t at) {
  auto it = parts_.lower_bound(at);
  if (it == parts_.begin()) return;
  --it;
  if (it->second.end <= at) return;
  parts_.emplace(at, it->second);
  it->second.end = at;
}

Advice AdviceTable::of(std::uintptr_t begin, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto [first, end] = pages(begin, bytes);
  std::optional<Advice> all;
  std::uintptr_t at = first;
  auto it = parts_.upper_bound(first);
  if (it != parts_.begin()) --it;
  for (; it != parts_.end() && it->first < end && at < end; ++it) {
    if (it->second.end <= at) continue;
    if (it->first > at) return {};  // a gap
    if (all) {
      join(*all, it->second.advice);
    } else {
      all = it->second.advice;
    }
    at = it->second.end;
  }
  return at >= end && all ? *all : Advice{};
}

void AdviceTable::forget(std::uintptr_t begin, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto [first, end] = pages(begin, bytes);
  split(first);
  split(end);
  parts_.erase(parts_.lower_bound(first), parts_.lower_bound(end));
}

}  // namespace heddle::engine
