// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/free_ranges.h"

namespace heddle::engine {

void FreeRanges::insert(std::uint64_t begin, std::uint64_t size) {
  by_begin_.emplace(begin, size);
  by_size_.emplace(size, begin);
}

void FreeRanges::erase(std::map<std::uint64_t, std::uint64_t>::iterator range) {
  by_size_.erase({range->second, range->first});
  by_begin_.erase(range);
}

void FreeRanges::add(std::uint64_t begin, std::uint64_t size) {
  if (size == 0) return;
  auto next = by_begin_.lower_bound(begin);
  if (next != by_begin_.end() && next->first == begin + size) {
    size += next->second;
    auto joined = next++;
    erase(joined);
  }
  if (next != by_begin_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == begin) {
      begin = before->first;
      size += before->second;
      erase(before);
    }
  }
  insert(begin, size);
}

std::optional<std::uint64_t> FreeRanges::take(std::uint64_t size, std::uint64_t align) {
  for (auto it = by_size_.lower_bound({size, 0}); it != by_size_.end(); ++it) {
    const auto [length, begin] = *it;
    const std::uint64_t start = (begin + align - 1) & ~(align - 1);
    const std::uint64_t skipped = start - begin;
    if (skipped > length || length - skipped < size) continue;
    erase(by_begin_.find(begin));
    if (skipped) insert(begin, skipped);
    if (const std::uint64_t rest = length - skipped - size) insert(start + size, rest);
    return start;
  }
  return std::nullopt;
}

bool FreeRanges::take_all(std::uint64_t begin, std::uint64_t size) {
  auto it = by_begin_.upper_bound(begin);
  if (it == by_begin_.begin()) return false;
  --it;
  const auto [first, length] = *it;
  if (first + length < begin + size) return false;
  erase(it);
  if (begin > first) insert(first, begin - first);
  if (const std::uint64_t rest = first + length - (begin + size)) insert(begin + size, rest);
  return true;
}

void FreeRanges::clear() {
  by_begin_.clear();
  by_size_.clear();
}

}  // namespace heddle::engine
