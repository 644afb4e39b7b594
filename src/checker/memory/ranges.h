// SPDX-License-Identifier: Apache-2.0
// The memory that the program has and had: live ranges and freed ones, each with where it came
// from. A range is never destroyed, so pointers to it may be kept (memory: some 100 bytes an
// allocation; call sites are stored once).
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <vector>

#include "checker/finding.h"
#include "probes/events.h"

namespace heddle::checker {

using Calls = std::vector<void*>;  // return addresses, innermost first

struct MemoryRange {
  std::uintptr_t begin = 0, end = 0;
  probes::MemoryOrigin origin = probes::MemoryOrigin::kDevice;
  int device = 0;
  const std::string* name = nullptr;  // of the variable or the call
  const Calls* made = nullptr;
  const Calls* freed = nullptr;  // null while it lives
  std::atomic<bool> live{true};
  bool mapped = false;  // of virtual memory, whose access may change (cuMemSetAccess)

  bool contains(std::uint64_t address) const { return address >= begin && address < end; }
  bool contains(std::uint64_t first, std::uint64_t last) const {
    return first >= begin && last < end && first <= last;
  }
  std::uint64_t bytes() const { return end - begin; }
  // No call has made it.
  bool is_variable() const { return !made || made->empty(); }
};

class MemoryRanges {
 public:
  void hear(const probes::Memory& event);
  // Constants in the object of a kernel, which nobody tells of.
  const MemoryRange* add_constants(std::uintptr_t begin, std::uintptr_t end);

  // The live range that holds `address`, and the one that was freed last there. Null: none.
  const MemoryRange* live_at(std::uint64_t address) const;
  const MemoryRange* freed_at(std::uint64_t address) const;
  // The live range that ends at or before `address` and is nearest, and the next one after it.
  const MemoryRange* live_before(std::uint64_t address) const;
  const MemoryRange* live_after(std::uint64_t address) const;

  // What still lives, in the order of allocation.
  std::vector<const MemoryRange*> live() const;

 private:
  void allocated(const probes::Memory& event);
  void freed(const probes::Memory& event);
  void reset(int device);
  const std::string* intern(std::string_view name);
  const Calls* intern(std::span<void* const> trace);

  using ByBegin = std::map<std::uintptr_t, MemoryRange*>;
  mutable std::shared_mutex mutex_;
  std::deque<MemoryRange> all_;
  ByBegin live_;
  ByBegin freed_;
  std::set<std::string, std::less<>> names_;
  std::set<Calls> traces_;
};

// The object of a finding: `range`, and where `address` is in respect to it.
Object object_of(const MemoryRange& range, std::uint64_t address);

// Where the range was made and, if so, freed.
std::vector<Trace> traces_of(const MemoryRange& range);

}  // namespace heddle::checker
