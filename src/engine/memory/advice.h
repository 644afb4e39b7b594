// SPDX-License-Identifier: Apache-2.0
// What the program said of ranges of managed memory (cudaMemAdvise, cudaMemPrefetchAsync). Nothing
// follows from it here: managed memory is plain memory that both sides see. It is kept to be
// answered (cudaMemRangeGetAttribute).
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>

namespace heddle::engine {

// cudaMemLocation: type (cudaMemLocationType, 0 is none) and number.
struct Location {
  int type = 0;
  int id = 0;
  friend auto operator<=>(const Location&, const Location&) = default;
};

struct Advice {
  bool read_mostly = false;
  Location preferred;
  std::set<Location> accessed_by;
  Location last_prefetch;
  friend bool operator==(const Advice&, const Advice&) = default;
};

// Ranges of whole pages: the first begins at or below the given address.
class AdviceTable {
 public:
  template <class Change>
  void change(std::uintptr_t begin, std::uint64_t bytes, Change change) {
    const std::lock_guard lock(mutex_);
    const auto [first, end] = pages(begin, bytes);
    split(first);
    split(end);
    for (std::uintptr_t at = first; at < end;) {
      auto it = parts_.lower_bound(at);
      if (it == parts_.end() || it->first != at) {
        const std::uintptr_t gap_end = it == parts_.end() || it->first > end ? end : it->first;
        it = parts_.emplace(at, Part{gap_end, {}}).first;
      }
      change(it->second.advice);
      at = it->second.end;
    }
  }

  // What is so of all pages of the range.
  Advice of(std::uintptr_t begin, std::uint64_t bytes);

  void forget(std::uintptr_t begin, std::uint64_t bytes);

 private:
  struct Part {
    std::uintptr_t end;
    Advice advice;
  };
  static std::pair<std::uintptr_t, std::uintptr_t> pages(std::uintptr_t begin, std::uint64_t bytes);
  void split(std::uintptr_t at);

  std::mutex mutex_;
  std::map<std::uintptr_t, Part> parts_;
};

}  // namespace heddle::engine
