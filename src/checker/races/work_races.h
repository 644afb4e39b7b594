// SPDX-License-Identifier: Apache-2.0
// Compares works (launches, copies, sets, allocations and frees in streams) that nothing orders.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "checker/races/footprint.h"
#include "checker/races/work_order.h"

namespace heddle::checker::races {

// kHost: what the host program does itself.
enum class WorkKind : std::uint8_t { kKernel, kTransfer, kAllocation, kFree, kHost };

// A work that has been done.
struct DoneWork {
  WorkPointRef point;
  WorkKind kind = WorkKind::kKernel;
  std::string name;          // of a kernel, mangled; of a call
  std::vector<void*> trace;  // of a call: return addresses, innermost first
  std::uint64_t launch = 0;  // of a kernel
  Footprint footprint;
};

struct WorkRace {
  struct Side {
    const DoneWork* work;
    const WorkUse* use;
  };
  Side first, second;     // a writer first, then a kernel, then what was given first
  std::uint64_t address;  // of the first byte that both touch
  std::uint64_t words;    // of 4 bytes that both touch
};

class WorkRaces {
 public:
  using Sink = std::function<void(const WorkRace&)>;
  WorkRaces(const WorkOrder& order, WorkRules rules, Sink sink)
      : order_(order), rules_(rules), sink_(std::move(sink)) {}

  // Compares it with what was done before, and keeps it while something may come that it is not
  // ordered with.
  void add(std::unique_ptr<DoneWork> work);
  // The range is new memory: nothing was done to it.
  void forget(std::uint64_t begin, std::uint64_t end);
  // Calls each(work, use, address) for what the host does not know to be over and touches the
  // range.
  template <class Each>
  void each_open_in(std::uint64_t begin, std::uint64_t end, Each each) const {
    Spans range;
    range.add(begin, end);
    for (const auto& work : kept_) {
      if (order_.host_knows(*work->point)) continue;
      for (const auto& use : work->footprint.uses) {
        if (const auto common = use.spans.common(range)) each(*work, use, common->address);
      }
    }
  }
  // The launch, if it is kept; null: it is not.
  const DoneWork* launch(std::uint64_t id) const;
  // Two launches may tell each other through memory: what is ordered then is for the threads'
  // accesses to say.
  static bool may_tell(const Footprint& a, const Footprint& b);

 private:
  // Of the works that are kept the oldest ones go: so many may be compared with a new one, and so
  // much may they remember.
  static constexpr std::size_t kMostWorks = 2048, kMostSpans = 4u << 20;
  void compare(const DoneWork& a, const DoneWork& b);
  bool host_may_learn(const DoneWork& a, const DoneWork& b) const;
  void forget_ordered();

  const WorkOrder& order_;
  WorkRules rules_;
  Sink sink_;
  std::deque<std::unique_ptr<DoneWork>> kept_;
  std::size_t spans_ = 0;  // of those
  std::size_t look_at_ = 32;
};

}  // namespace heddle::checker::races
