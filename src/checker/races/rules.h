// SPDX-License-Identifier: Apache-2.0
// The rules of happens-before, one row each. All hold; the tests break each in turn and see that
// something notices.
#pragma once

#include <cstdint>

namespace heddle::checker::races {

#define HEDDLE_RACE_RULES(X)                                                                     \
  X(kWarpBarrier, "__syncwarp orders the lanes of its mask that take part.")                     \
  X(kWarpOperation, "Shuffles, votes, matches and reductions order them as well.")               \
  X(kBlockBarrier, "A barrier orders the threads that arrive before those that wait there.")     \
  X(kArriveOnly, "Who only arrives at a barrier learns nothing there.")                          \
  X(kWideBarrier, "Barriers of the grid and of clusters order the threads of all their blocks.") \
  X(kExitArrives, "A thread that ends has arrived where its whole block or warp meets.")         \
  X(kReleaseWrite, "A release operation publishes all that its thread knows.")                   \
  X(kAcquireRead, "An acquire operation learns what it reads.")                                  \
  X(kFencedWrite, "A strong write publishes what its thread knew at its last fence.")            \
  X(kFencedRead, "What a strong read saw is learnt at the next fence.")                          \
  X(kBarrierCarriesFence, "Behind a barrier, the fences of all that arrived are everybody's.")   \
  X(kBarrierIsReadFence, "What a strong read saw is learnt at the next barrier as well.")        \
  X(kScopes, "Operations and fences reach no farther than their scope.")                         \
  X(kChain, "A read-modify-write keeps what was published before.")                              \
  X(kStoreReplaces, "Any other write ends it.")                                                  \
  X(kStrongPair, "Strong accesses do not race with each other where their scopes reach.")        \
  X(kOwnAtomic, "Who met others' atomic operations at a place by its own may store there.")      \
  X(kLaunchOrder, "A launch comes after all that ended before it began.")

enum class Rule : std::uint32_t {
#define HEDDLE_RACE_ROW(id, sentence) id,
  HEDDLE_RACE_RULES(HEDDLE_RACE_ROW)
#undef HEDDLE_RACE_ROW
};

struct RuleRow {
  Rule rule;
  const char* name;
  const char* sentence;
};
inline constexpr RuleRow kRules[] = {
#define HEDDLE_RACE_ROW(id, sentence) {Rule::id, #id, sentence},
    HEDDLE_RACE_RULES(HEDDLE_RACE_ROW)
#undef HEDDLE_RACE_ROW
};

class Rules {
 public:
  bool operator()(Rule rule) const { return (broken_ >> static_cast<unsigned>(rule) & 1) == 0; }
  void leave_out(Rule rule) { broken_ |= 1u << static_cast<unsigned>(rule); }

 private:
  std::uint32_t broken_ = 0;
};

}  // namespace heddle::checker::races
