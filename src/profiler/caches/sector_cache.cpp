// SPDX-License-Identifier: Apache-2.0
#include "profiler/caches/sector_cache.h"

namespace heddle::profiler {

void SectorCache::unlink(std::uint32_t node) {
  const auto [line, before, after] = nodes_[node];
  (before == kNone ? oldest_ : nodes_[before].after) = after;
  (after == kNone ? youngest_ : nodes_[after].before) = before;
}

void SectorCache::append(std::uint32_t node) {
  nodes_[node].before = youngest_;
  nodes_[node].after = kNone;
  (youngest_ == kNone ? oldest_ : nodes_[youngest_].after) = node;
  youngest_ = node;
}

SectorCache::Line* SectorCache::find(std::uint64_t line) {
  const auto it = place_.find(line);
  if (it == place_.end()) return nullptr;
  if (it->second != youngest_) {
    unlink(it->second);
    append(it->second);
  }
  return &nodes_[it->second].line;
}

SectorCache::Line SectorCache::take(std::uint64_t line) {
  const auto it = place_.find(line);
  if (it == place_.end()) return {};
  const auto gone = nodes_[it->second].line;
  unlink(it->second);
  free_.push_back(it->second);
  place_.erase(it);
  return gone;
}

std::vector<SectorCache::Line> SectorCache::lines() const {
  std::vector<Line> all;
  all.reserve(place_.size());
  for (auto node = oldest_; node != kNone; node = nodes_[node].after) {
    all.push_back(nodes_[node].line);
  }
  return all;
}

SectorCache::Line SectorCache::insert(const Line& line) {
  Line gone;
  if (capacity_ == 0) return line;
  if (place_.size() >= capacity_) {
    gone = take(nodes_[oldest_].line.line);
  }
  std::uint32_t node = 0;
  if (free_.empty()) {
    node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    node = free_.back();
    free_.pop_back();
  }
  nodes_[node].line = line;
  append(node);
  place_.emplace(line.line, node);
  return gone;
}

}  // namespace heddle::profiler
