// SPDX-License-Identifier: Apache-2.0
// What a work touches, in summary: for each place in the program the bytes, without who touched
// them when. Enough to tell whether two works touch the same memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/races/history.h"
#include "probes/site.h"

namespace heddle::checker::races {

struct Span {
  std::uint64_t begin, end;
};

// A set of bytes.
class Spans {
 public:
  void add(std::uint64_t begin, std::uint64_t end) {
    if (!all_.empty()) {
      auto& last = all_.back();
      if (begin <= last.end && end >= last.begin) {
        last.begin = std::min(last.begin, begin);
        last.end = std::max(last.end, end);
        return;
      }
    }
    all_.push_back({begin, end});
    if (all_.size() >= look_at_) tidy();
  }
  void add(const Spans& other) {
    for (const auto& span : other.all_) add(span.begin, span.end);
  }
  void remove(std::uint64_t begin, std::uint64_t end);
  // Sorts them, and joins those that touch. Before the functions below.
  void tidy();
  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  std::uint64_t begin() const { return all_.front().begin; }
  std::uint64_t end() const { return all_.back().end; }

  // The first byte that both have, and how many words of 4 bytes they have in common.
  struct Common {
    std::uint64_t address, words;
  };
  std::optional<Common> common(const Spans& other) const;

 private:
  std::vector<Span> all_;
  std::size_t look_at_ = 1024;
};

// What the threads of a kernel do at one place in the program, or a copy at one of its ends.
struct WorkUse {
  const probes::Site* site = nullptr;  // null: no kernel's
  bool writes = false;
  bool strong = false;     // atomic or volatile, for all of the device
  bool publishes = false;  // what the work did before may be learnt through it
  bool learns = false;
  Spans spans = {};  // NOLINT(readability-redundant-member-init): left out where one is made
};

class Footprint {
 public:
  std::vector<WorkUse> uses;

  // Of a place of a kernel. `fenced`: the kernel has fences.
  static WorkUse use_of(const probes::Site& site, bool fenced);
  void tidy();
  void remove(std::uint64_t begin, std::uint64_t end);
  bool meets(const Footprint& other) const { return begin_ < other.end_ && other.begin_ < end_; }
  std::size_t spans() const;

 private:
  std::uint64_t begin_ = 0, end_ = 0;
};

}  // namespace heddle::checker::races
