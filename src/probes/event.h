// SPDX-License-Identifier: Apache-2.0
// The kinds of events, one row each. A tool asks for a set of them; only these are compiled into
// the kernels that it hears.
#pragma once

#include <cstdint>

namespace heddle::probes {

using EventMask = std::uint32_t;

//  name      in kernel code  sentence
#define HEDDLE_PROBE_EVENTS(X)                                                                \
  X(kKernel, "kernel", false, "A launch begins or ends.")                                     \
  X(kBlock, "block", false, "A block begins or ends.")                                        \
  X(kAccess, "access", true,                                                                  \
    "Lanes load or store: global, shared or constant memory, or "                             \
    "through a pointer of unknown space.")                                                    \
  X(kLocal, "local", true, "Lanes load or store a stack object of theirs.")                   \
  X(kAtomic, "atomic", true, "Lanes perform an atomic operation.")                            \
  X(kBranch, "branch", true, "Lanes come to a conditional branch.")                           \
  X(kBarrier, "barrier", true, "Lanes arrive at a barrier of the block.")                     \
  X(kWarp, "warp", true, "Lanes take part in a shuffle, vote, match or warp barrier.")        \
  X(kFence, "fence", true, "Lanes order their memory accesses.")                              \
  X(kExit, "exit", true, "Threads end.")                                                      \
  X(kAnswer, "answer", true, "The tool says which lanes may access (admit).")                 \
  X(kOpened, "opened", true, "A barrier lets the warps of a block go on.")                    \
  X(kMemory, "memory", false, "Memory is allocated or freed.")                                \
  X(kTransfer, "transfer", false, "The runtime copies or sets memory.")                       \
  X(kApi, "api", false, "A call of the runtime answers an error, or is asked for one.")       \
  X(kUndefined, "undefined", true,                                                            \
    "Values that nobody has defined are loaded, stored or decide something.")                 \
  X(kDoubtful, "doubtful", true,                                                              \
    "Of accesses the tool wants only those that the code does not prove to be in order.")     \
  X(kInStep, "in step", true,                                                                 \
    "Of barriers, warp operations and ends of threads the tool wants only "                   \
    "those that are not in step (InStep).")                                                   \
  X(kWait, "wait", true, "Lanes go round a loop that only waits for other threads.")          \
  X(kDeadlock, "deadlock", false, "No thread of a launch can go on.")                         \
  X(kMbarrier, "mbarrier", true, "Lanes operate on an mbarrier, or look at it.")              \
  X(kAsync, "async", true, "Lanes ask for asynchronous copies, or wait for them.")            \
  X(kArithmetic, "arithmetic", true, "Lanes compute what is not defined, or not a number.")   \
  X(kValues, "values", true, "What the variables of lanes that may not access hold.")         \
  X(kWorkOrder, "work order", false, "Work is given to streams, or the host waits for it.")   \
  X(kFault, "fault", false, "A fault of one of its threads ends a launch.")                   \
  X(kHostAccess, "host access", false, "The host program itself touches memory of a device.") \
  X(kCount, "count", true, "Code counts what it does, and tells it at the end (counters.h).") \
  X(kHostUse, "host use", false,                                                              \
    "Host accesses to managed and pinned memory that work uses are told, too.")               \
  X(kWorkTime, "work time", false, "Copies, host functions and graph launches begin or end.")

namespace detail {
enum EventIndex : unsigned {
#define HEDDLE_PROBE_ROW(id, name, in_code, sentence) id,
  HEDDLE_PROBE_EVENTS(HEDDLE_PROBE_ROW)
#undef HEDDLE_PROBE_ROW
};
}  // namespace detail

enum class Event : EventMask {
  kNone = 0,
#define HEDDLE_PROBE_ROW(id, name, in_code, sentence) id = 1u << detail::id,
  HEDDLE_PROBE_EVENTS(HEDDLE_PROBE_ROW)
#undef HEDDLE_PROBE_ROW
};

struct EventRow {
  Event event;
  const char* name;
  bool in_code;  // comes from code in the kernel; the others the engine knows without
  const char* sentence;
};

inline constexpr EventRow kEvents[] = {
#define HEDDLE_PROBE_ROW(id, name, in_code, sentence) {Event::id, name, in_code, sentence},
    HEDDLE_PROBE_EVENTS(HEDDLE_PROBE_ROW)
#undef HEDDLE_PROBE_ROW
};

constexpr EventMask mask(Event event) {
  return static_cast<EventMask>(event);
}
constexpr EventMask operator|(Event a, Event b) {
  return mask(a) | mask(b);
}
constexpr EventMask operator|(EventMask a, Event b) {
  return a | mask(b);
}
constexpr bool has(EventMask set, Event event) {
  return (set & mask(event)) != 0;
}

// The events that need code in the kernel.
constexpr EventMask in_code(EventMask set) {
  EventMask result = 0;
  for (const auto& row : kEvents) {
    if (row.in_code) result |= set & mask(row.event);
  }
  return result;
}

// All that can be heard: a tool that answers, or says what is undefined, does more than hear, one
// that doubts or leaves out what is in step hears less, and one that lets code count is told in
// another way.
constexpr EventMask all_events() {
  EventMask result = 0;
  for (const auto& row : kEvents) {
    const bool only_hears = row.event != Event::kAnswer && row.event != Event::kUndefined &&
                            row.event != Event::kDoubtful && row.event != Event::kInStep &&
                            row.event != Event::kCount;
    if (only_hears) result |= mask(row.event);
  }
  return result;
}

// What has to be told so that both hear what they want.
constexpr EventMask joined(EventMask a, EventMask b) {
  const auto hears_accesses = [](EventMask set) {
    return (set & (Event::kAccess | Event::kLocal | Event::kAtomic)) != 0;
  };
  const auto hears_sync = [](EventMask set) {
    return (set & (Event::kBarrier | Event::kWarp | Event::kExit | Event::kOpened)) != 0;
  };
  EventMask result = a | b;
  for (const auto set : {a, b}) {
    if (hears_sync(set) && !has(set, Event::kInStep)) result &= ~mask(Event::kInStep);
    if (hears_accesses(set) && !has(set, Event::kDoubtful)) result &= ~mask(Event::kDoubtful);
  }
  return result;
}

}  // namespace heddle::probes
