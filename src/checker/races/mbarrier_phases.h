// SPDX-License-Identifier: Apache-2.0
// Waits for a phase of an mbarrier that may be two behind. Who waits by parity, or by a state of
// the phase before the last one, cannot tell phase n from phase n + 2: so the phase behind the one
// that a thread waits for must not end before the thread has looked (PTX ISA, "mbarrier": test_wait
// is for the current phase or the one just before).
//
// Judged by what is ordered: of each thread that has seen a phase end, the next phase's arrivals
// have to know. Where two phases have ended before a thread looks at all, by what it can know.
// Threads of other blocks of the cluster may arrive, but only the block's own wait (PTX ISA).
#pragma once

#include <array>
#include <functional>
#include <map>

#include "checker/races/clocks.h"
#include "probes/events.h"

namespace heddle::checker::races {

// Of the mbarriers in a block's shared memory; of threads of the block.
class MbarrierPhases {
 public:
  void begin() { objects_.clear(); }
  bool any() const { return !objects_.empty(); }
  void initialised(std::uint64_t address) { objects_[address] = {}; }
  void invalidated(std::uint64_t address) { objects_.erase(address); }

  // A lane at an operation on an object, and what it knows then.
  struct Lane {
    BlockId block;
    unsigned warp, lane;
    Clock clock;
    const Knowledge& known;
  };
  // What all who have arrived so far knew, of this block.
  using Published = std::function<BlockKnown(std::uint64_t address)>;
  // A thread that was not waited for.
  struct Late {
    const probes::Site* site;  // where it looks
    unsigned warp, lane;
    std::uint64_t address;
  };
  using Report = std::function<void(const Late&)>;

  // Before any operation of an event: what has ended since the last one.
  void catch_up(std::uint64_t address, const Published& published, const Report& report);
  void arrives(const probes::Site& site, const Lane& by, std::uint64_t address, std::uint64_t count,
               std::int64_t bytes);
  // The same of lanes of another block: before any of an event, then of each.
  void catch_up_from_afar(std::uint64_t address);
  void arrives_from_afar(const probes::Site& site, const Lane& by, std::uint64_t address,
                         std::uint64_t count, std::int64_t bytes);
  void looks(const probes::Site& site, const Lane& by, std::uint64_t address, std::uint64_t wanted,
             const Report& report);

 private:
  using Phase = std::int64_t;
  static constexpr Phase kNone = -1;
  struct Arrival {
    BlockId block = 0;
    unsigned warp = 0, lane = 0;
    Clock clock = 0;  // 0: none
  };
  struct Thread {
    Phase seen = kNone, arrived = kNone;  // the last phase that it saw the end of, arrived in
    Clock clock = 0;                      // when it saw that
    const probes::Site* site = nullptr;   // where
  };
  struct Object {
    Phase phase = 0;  // that is under way
    // As of the arrivals of the event that was told last, which may not be carried out yet.
    Phase told_phase = 0;
    std::uint64_t told_word = 0;
    std::array<Arrival, 4> last{};  // of the phases' last arrivals, by phase
    std::map<unsigned, std::array<Thread, 32>> warps;
  };
  static bool knows(const Lane& who, const Arrival& arrival);
  static void arrive(Object& object, const probes::Site& site, const Lane& by, std::uint64_t count,
                     std::int64_t bytes);

  std::map<std::uint64_t, Object> objects_;  // that are initialised, by address
};

}  // namespace heddle::checker::races
