// SPDX-License-Identifier: Apache-2.0
// The classes of findings, one row each. The name is what users write in suppressions, what reports
// call the rule, and what `heddle check --explain` takes (explain.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::checker {

enum class Level : std::uint8_t { kWarning, kError };

// What is asked for with --tool.
enum class Tool : std::uint8_t { kMemcheck, kSynccheck, kRacecheck, kInitcheck, kArithcheck };

//  id, name, level, tool, sentence
#define HEDDLE_CHECK_CLASSES(X)                                                                \
  X(kOutOfBounds, "out-of-bounds", kError, kMemcheck,                                          \
    "A thread accesses memory outside of the object that its pointer belongs to.")             \
  X(kMisaligned, "misaligned", kError, kMemcheck,                                              \
    "The address is no multiple of the alignment that the access needs.")                      \
  X(kNullPointer, "null-pointer", kError, kMemcheck,                                           \
    "A thread accesses memory through a null pointer or a small offset from one.")             \
  X(kHostPointer, "host-pointer", kError, kMemcheck,                                           \
    "A kernel uses an address of ordinary host memory.")                                       \
  X(kDevicePointer, "device-pointer", kError, kMemcheck,                                       \
    "The host program uses an address of device memory.")                                      \
  X(kInvalidAddress, "invalid-address", kError, kMemcheck,                                     \
    "The address lies in no memory that the kernel may use.")                                  \
  X(kPeerAccess, "peer-access", kError, kMemcheck,                                             \
    "A kernel uses memory of another device, to which its own has no access.")                 \
  X(kConstantWrite, "constant-write", kError, kMemcheck,                                       \
    "A kernel writes to memory that it may only read.")                                        \
  X(kUseAfterFree, "use-after-free", kError, kMemcheck, "Memory is used after it was freed.")  \
  X(kDoubleFree, "double-free", kError, kMemcheck, "Memory is freed a second time.")           \
  X(kInvalidFree, "invalid-free", kError, kMemcheck,                                           \
    "What is freed is not the beginning of an allocation.")                                    \
  X(kLeak, "leak", kError, kMemcheck, "An allocation is never freed.")                         \
  X(kLaunchFailure, "launch-failure", kError, kMemcheck,                                       \
    "A fault of one of its threads ends a kernel.")                                            \
  X(kApiError, "api-error", kWarning, kMemcheck,                                               \
    "A call of the runtime answers an error that the program does not ask for afterwards.")    \
  X(kDivergentBarrier, "divergent-barrier", kError, kSynccheck,                                \
    "Some threads of a warp come to a barrier that all of them must come to.")                 \
  X(kBarrierNotReached, "barrier-not-reached", kError, kSynccheck,                             \
    "Threads wait at a barrier for others that do not come.")                                  \
  X(kDeadlock, "deadlock", kError, kSynccheck,                                                 \
    "All threads of a kernel wait for what none of them will do.")                             \
  X(kBarrierCount, "barrier-count", kError, kSynccheck,                                        \
    "The number of threads that a barrier waits for is wrong.")                                \
  X(kBarrierMisuse, "barrier-misuse", kError, kSynccheck,                                      \
    "An mbarrier is used in a way that its rules forbid.")                                     \
  X(kCallerNotInMask, "caller-not-in-mask", kError, kSynccheck,                                \
    "A thread takes part in a warp operation whose mask does not name it.")                    \
  X(kMissingLane, "missing-lane", kError, kSynccheck,                                          \
    "The mask of a warp operation names a thread that goes past it.")                          \
  X(kRace, "race", kError, kRacecheck,                                                         \
    "Two threads access the same memory, one writes, and nothing orders them.")                \
  X(kRaceSameValue, "race-same-value", kWarning, kRacecheck,                                   \
    "Several threads write the same value to the same memory, and nothing orders them.")       \
  X(kRaceScope, "race-scope", kError, kRacecheck,                                              \
    "Two threads are ordered only within a scope that does not hold both.")                    \
  X(kAllocationOrder, "allocation-order", kError, kRacecheck,                                  \
    "Memory is used by work that its allocation or its free in a stream is not ordered with.") \
  X(kHostMemoryInUse, "host-memory-in-use", kWarning, kRacecheck,                              \
    "Pinned memory is freed while copies or kernels that use it may be under way.")            \
  X(kAsyncCopy, "async-copy", kError, kRacecheck,                                              \
    "An asynchronous copy is not waited for before its target is used.")                       \
  X(kAsyncCopyDropped, "async-copy-dropped", kWarning, kRacecheck,                             \
    "A block ends while asynchronous copies of its threads are on their way.")                 \
  X(kArithmetic, "arithmetic", kError, kArithcheck,                                            \
    "A number is computed that is not defined, or no number (--check-arithmetic yes).")        \
  X(kUninitialised, "uninitialised", kError, kInitcheck,                                       \
    "Memory that nobody has written is read, and its value decides something.")

enum class Class : std::uint8_t {
#define HEDDLE_CHECK_ROW(id, name, level, tool, sentence) id,
  HEDDLE_CHECK_CLASSES(HEDDLE_CHECK_ROW)
#undef HEDDLE_CHECK_ROW
};

struct ClassRow {
  Class id;
  std::string_view name;
  Level level;
  Tool tool;
  std::string_view sentence;
};

inline constexpr ClassRow kClasses[] = {
#define HEDDLE_CHECK_ROW(id, name, level, tool, sentence) \
  {Class::id, name, Level::level, Tool::tool, sentence},
    HEDDLE_CHECK_CLASSES(HEDDLE_CHECK_ROW)
#undef HEDDLE_CHECK_ROW
};

constexpr const ClassRow& row(Class id) {
  return kClasses[static_cast<unsigned>(id)];
}

constexpr std::optional<Class> class_named(std::string_view name) {
  for (const auto& row : kClasses) {
    if (row.name == name) return row.id;
  }
  return std::nullopt;
}

}  // namespace heddle::checker
