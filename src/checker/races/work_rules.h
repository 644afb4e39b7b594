// SPDX-License-Identifier: Apache-2.0
// The rules of order between works (launches, copies, sets, allocations and frees in streams), one
// row each (CUDA C++ Programming Guide, "Asynchronous Concurrent Execution"; CUDA Runtime API,
// "Stream synchronization behavior" and "API synchronization behavior"). All hold; the tests break
// each in turn and see that something notices.
#pragma once

#include <cstdint>

namespace heddle::checker::races {

#define HEDDLE_WORK_RULES(X)                                                                   \
  X(kStreamOrder, "The works of a stream come one after the other.")                           \
  X(kAfterBlocking, "Work of the legacy default stream comes after that of blocking streams.") \
  X(kAfterLegacy, "Work of a blocking stream comes after that of the legacy default stream.")  \
  X(kNonBlocking, "A non-blocking stream stands apart from the legacy default stream.")        \
  X(kOwnDevice, "The legacy default stream is one of its device only.")                        \
  X(kStreamWaits,                                                                              \
    "A stream that waits for an event comes after what was there when the event "              \
    "was recorded.")                                                                           \
  X(kRecordedThen, "It does not come after what the event's stream was given later.")          \
  X(kAfterWork, "Launches of one executable graph come one after the other.")                  \
  X(kGraphEdges, "Nodes of a graph come one after the other where edges say so.")              \
  X(kGraphBranches, "Other nodes of a graph are not ordered.")                                 \
  X(kHostGives, "Work comes after what the host had waited for when it gave it.")              \
  X(kHostWaitsWork, "The host that waits for an event or a copy knows what came before it.")   \
  X(kHostWaitsStream, "The host that waits for a stream knows its works.")                     \
  X(kHostWaitsDevice, "The host that waits for a device knows the works of all its streams.")  \
  X(kHostFunction, "What a host function comes after, the host may know.")                     \
  X(kStrongWorks, "Atomic and volatile accesses of two works do not race with each other.")    \
  X(kFlags, "Works that may tell each other through memory are left to what their threads order.")

enum class WorkRule : std::uint32_t {
#define HEDDLE_WORK_ROW(id, sentence) id,
  HEDDLE_WORK_RULES(HEDDLE_WORK_ROW)
#undef HEDDLE_WORK_ROW
};

struct WorkRuleRow {
  WorkRule rule;
  const char* name;
  const char* sentence;
};
inline constexpr WorkRuleRow kWorkRules[] = {
#define HEDDLE_WORK_ROW(id, sentence) {WorkRule::id, #id, sentence},
    HEDDLE_WORK_RULES(HEDDLE_WORK_ROW)
#undef HEDDLE_WORK_ROW
};

class WorkRules {
 public:
  bool operator()(WorkRule rule) const { return (broken_ >> static_cast<unsigned>(rule) & 1) == 0; }
  void leave_out(WorkRule rule) { broken_ |= 1u << static_cast<unsigned>(rule); }

 private:
  std::uint32_t broken_ = 0;
};

}  // namespace heddle::checker::races
